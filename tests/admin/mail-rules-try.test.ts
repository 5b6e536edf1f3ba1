import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { eventContacts } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import type { DryRun, MailPreview } from '#src/contract/workflow-trial.ts'
import {
  type EventMailRule,
  type MailRuleList,
  NOT_IN_AUDIENCE,
  NOTHING_MISSED,
  RULE_NOT_ON,
} from '#src/contract/workflows.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { OWN_LINK } from '#src/domain/mail-rules/render-rule-mail.ts'
import { advancing } from '#tests/mail-plan/plan-rows.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { adminCaller, storedViewer } from './calls/caller.ts'
import { BRIEFING } from './calls/rows.ts'

const RULES = '/api/admin/mail-rules'
const HOSTILE =
  'Ada\r\nBcc: victim@evil.example <victim@evil.example>, <b>x</b> [y](https://evil.example) {{event.name}}'

let opened: TestDb
let db: Db
let api: Awaited<ReturnType<typeof adminCaller>>
let ownAddress: string
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  const admin = await storedViewer(db, 'admin')
  ownAddress = (await db.query.users.findFirst({ where: (users, { eq: is }) => is(users.id, admin.id) }))?.email ?? ''
  api = await adminCaller(db, admin)
})
afterAll(() => opened.close())

const take = <T>(method: string, path: string, body?: object) => api.groundOf(true).take<T>(method, path, body)
const refused = async (path: string, body: object) => problemOf(await api.send({ method: 'POST', path }, { body }))
const preview = (eventId: string, given: Partial<MailRuleDefinition> = {}, recipientId: string | null = null) =>
  take<MailPreview>('POST', `${RULES}/preview`, { definition: { ...BRIEFING, ...given }, eventId, recipientId })

/** A published event with these people on its team, each with a name and an address. */
async function eventWithTeam(team: Record<string, string>, changes: object = {}) {
  const eventId = await storeEvent(db, { publishedAt: new Date(0), ...changes })
  for (const [fullName, email] of Object.entries(team)) {
    const id = randomUUID()
    await db.insert(teamLibrary).values({ id, fullName, title: 'Trainer', bio: 'Ran a mill.', email })
    await db.insert(eventTeam).values({ eventId, teamLibraryId: id, displayOrder: 1 })
  }
  return eventId
}

async function newRule(given: Partial<MailRuleDefinition> = {}) {
  const id = randomUUID()
  await take('POST', RULES, { id, title: 'Briefing', definition: { ...BRIEFING, ...given } })
  return id
}

const turnOn = (id: string) => take('POST', `${RULES}/${id}/state`, { version: 1, state: 'on' })

describe('a preview', () => {
  test('is the mail as one person of the audience would get it, with what is empty', async () => {
    const eventId = await eventWithTeam({ Maria: 'maria@plant.example', Ada: 'ada@plant.example' })
    const body = 'Hi {{recipient.name}}.\n\nAt {{event.venue}}.\n\n- {{event.team}}'
    const first = await preview(eventId, { body })
    expect(first).toMatchObject({
      subject: 'Briefing: Tulsa Reliability Workshop',
      empty: ['event.venue'],
      recipient: { name: 'Ada', masked: 'a…@plant.example' },
      people: 2,
    })
    expect(first.text).toMatch(
      /^Hello Ada,\n\nHi Ada\.\n\n- (Ada and Maria|Maria and Ada)\n\nYou receive this email because you are on/,
    )
    const other = first.recipients.find(({ name }) => name === 'Maria')
    expect((await preview(eventId, { body }, other?.recipientId ?? null)).text).toContain('Hello Maria,')
    expect(JSON.stringify(first)).not.toContain('ada@plant.example')
    const nobody = { definition: BRIEFING, eventId, recipientId: 'x' }
    expect(await refused(`${RULES}/preview`, nobody)).toMatchObject({ status: 404, detail: NOT_IN_AUDIENCE })
  })

  test('names the vendor to its contact, and is there for an audience of nobody', async () => {
    const eventId = await storeEvent(db)
    const vendorId = randomUUID()
    const vendor = { vendorName: 'Gauge & Co', contactName: 'Dana', contactEmail: 'dana@gauge.example' }
    await db.insert(vendorLibrary).values({ id: vendorId, ...vendor })
    const given = { audience: 'vendor-contacts', body: 'To {{vendor.name}}.\n\nAsk {{event.contact}}.' } as const
    expect(await preview(eventId, given)).toMatchObject({
      recipient: null,
      people: 0,
      empty: ['event.contact', 'vendor.name'],
    })
    await db.insert(eventContacts).values({ id: eventId, name: 'Maria', phone: '918 555 0100' })
    await db.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1 })
    const { text, html } = await preview(eventId, given)
    expect(text).toContain('To Gauge & Co.')
    expect(text).toContain('Ask Maria, 918 555 0100.')
    // The link that ends such mails is the recipient's own.
    for (const form of [text, html]) {
      expect(form).toContain(OWN_LINK)
      expect(form).not.toContain('/unsubscribe')
    }
    expect((await preview(eventId)).text).not.toContain(OWN_LINK)
  })
})

describe('a test mail', () => {
  test('reaches the person who asked for it alone, whatever the data says (MR2)', async () => {
    const eventName = 'Tulsa\r\nTo: victim@evil.example'
    const eventId = await eventWithTeam({ [HOSTILE.slice(0, 100)]: 'victim@evil.example' }, { eventName })
    const before = await db.$count(outbox)
    const body = `${HOSTILE}\n\n[mail](mailto:victim@evil.example) {{recipient.name}} {{event.team}}`
    const definition = { ...BRIEFING, subject: '{{recipient.name}} {{event.name}}', body }
    const ask = { definition, eventId, recipientId: null }
    expect(await take('POST', `${RULES}/test`, ask)).toEqual({ sentTo: ownAddress })
    const rows = (await db.select().from(outbox)).slice(before)
    expect(rows).toMatchObject([{ recipient: ownAddress, unsubscribeUrl: null, template: 'event-mail' }])
    expect(rows[0]?.subject).toMatch(/^\[Test\] Ada Bcc: [^\r\n]*$/)
    expect(await db.$count(plannedMails)).toBe(0)
    for (const extra of [{ to: 'victim@evil.example' }, { recipient: 'victim@evil.example' }])
      expect(await refused(`${RULES}/test`, { ...ask, ...extra })).toMatchObject({ status: 400 })
    expect(await db.$count(outbox)).toBe(before + 1)
  })
})

describe('a dry run', () => {
  test('says what is then sent, to whom and when, with what the event does differently, and writes nothing (MR3)', async () => {
    const eventId = await eventWithTeam({ Maria: 'maria@plant.example', Ada: 'ada@plant.example' })
    const other = await eventWithTeam({ Sam: 'sam@plant.example' }, { eventDate: '2027-01-28' })
    const ruleId = await newRule()
    const timing = { kind: 'day', days: -6, at: '08:00' }
    await take('PUT', `/api/admin/events/${eventId}/mail-rules`, {
      ruleId,
      version: 0,
      isSkipped: false,
      overrides: { timing },
    })
    await take('PUT', `/api/admin/events/${other}/mail-rules`, { ruleId, version: 0, isSkipped: true, overrides: {} })
    const state = await fingerprint(db)
    const { lines } = await take<DryRun>('POST', `${RULES}/${ruleId}/dry-run`, { definition: null })
    expect(await fingerprint(db)).toBe(state)
    const dueAt = instantAt('2027-01-15', '08:00', 'America/Chicago')
    const line = lines.find(({ event }) => event?.id === eventId)
    expect(line).toMatchObject({ reason: VERDICT.applies, dueAt, people: 2, planned: 2, firstAt: dueAt })
    expect(line?.mails.map(({ masked, state: planned }) => `${masked} ${planned}`).toSorted()).toEqual([
      'a…@plant.example planned',
      'm…@plant.example planned',
    ])
    expect(lines.find(({ event }) => event?.id === other)).toMatchObject({
      planned: 0,
      reason: VERDICT.skipped,
      mails: [],
    })
    await turnOn(ruleId)
    expect(await advance(db, eventId, advancing(dueAt - 1))).toMatchObject({ sent: 0 })
    const { items } = await take<MailRuleList>('GET', RULES)
    expect(items.find(({ id }) => id === ruleId)).toMatchObject({ nextDueAt: dueAt, nextZone: 'America/Chicago' })
    expect(await advance(db, eventId, advancing(dueAt))).toMatchObject({ sent: 2 })
    const sent = await db.select().from(plannedMails).where(eq(plannedMails.ruleId, ruleId))
    expect(sent.map(({ dueAt: at, name }) => [at.getTime(), name]).toSorted()).toEqual(
      line?.mails.map(({ dueAt: at, name }) => [at, name]).toSorted(),
    )
  })
})

describe('mails whose time had passed', () => {
  test('are sent by hand once, if the rule is on (MR4)', async () => {
    const eventId = await eventWithTeam(
      { Ada: 'ada@late.example' },
      { eventDate: '2026-11-25', earlyBirdDeadline: null },
    )
    const ruleId = await newRule()
    const path = `/api/admin/events/${eventId}/mail-rules/send-now`
    const missed = async (id = eventId) => {
      const { items } = await take<{ items: EventMailRule[] }>('GET', `/api/admin/events/${id}/mail-rules`)
      return items.find((rule) => rule.ruleId === ruleId)?.missed
    }
    expect(await missed()).toBe(0)
    expect(await refused(path, { ruleId })).toMatchObject({ status: 409, detail: RULE_NOT_ON })
    await turnOn(ruleId)
    expect(await advance(db, eventId, advancing(NOON))).toMatchObject({ sent: 0 })
    expect(await missed()).toBe(1)
    const past = await eventWithTeam({ Ada: 'ada@late.example' }, { eventDate: '2026-11-15', earlyBirdDeadline: null })
    expect(await advance(db, past, advancing(NOON))).toMatchObject({ sent: 0 })
    expect(await missed(past)).toBe(0)
    expect(await take('POST', path, { ruleId })).toEqual({ sent: 1 })
    expect(await missed()).toBe(0)
    expect(await refused(path, { ruleId })).toMatchObject({ status: 409, detail: NOTHING_MISSED })
    expect(await db.$count(outbox, eq(outbox.recipient, 'ada@late.example'))).toBe(1)
  })
})

test('the list says how many people each audience of the next event has', async () => {
  const { next } = await take<MailRuleList>('GET', RULES)
  expect(next).toMatchObject({ eventDate: '2026-11-25', people: { 'event-team': 1, administrators: 1, reporters: 0 } })
  expect(await db.$count(mailRules)).toBeGreaterThan(0)
})
