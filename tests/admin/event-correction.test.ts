import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { mailCorrections, plannedMails } from '#db/schema/workflows.ts'
import { toEventFacts } from '#src/contract/event-facts.ts'
import type { EventTimeline } from '#src/contract/event-timeline.ts'
import {
  CORRECTION_DECIDED,
  type CorrectionPreview,
  FACTS_CHANGED,
  sayCorrection,
} from '#src/contract/mail-correction.ts'
import type { EventFacts } from '#src/contract/mail-rule.ts'
import { listEventsToCorrect } from '#src/domain/mail-corrections/open-correction.ts'
import { lookAtKind } from '#src/domain/suppressions/mail-unsubscribe.ts'
import { applyIncident, preparePerson } from '#tests/accounts/people.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { KNOWN, storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import { eventsApi } from './event-api.ts'

let opened: TestDb
let api: Awaited<ReturnType<typeof eventsApi>>
let rule: Awaited<ReturnType<typeof storeRule>>
beforeAll(async () => {
  opened = await testDb()
  api = await eventsApi(opened.db)
  rule = await storeRule(opened.db, 'The day before')
})
afterAll(() => opened.close())

type Changes = Parameters<typeof storeEvent>[1]

/** An event about which people were sent what `KNOWN` says. */
async function informed(people: string[], changes: Changes = {}) {
  const eventId = await storeEvent(opened.db, changes)
  for (const recipient of people) await storePlannedMail(opened.db, { ...rule, eventId }, { recipient })
  return eventId
}
const change = (eventId: string, set: NonNullable<Changes>) =>
  opened.db.update(eventConfig).set(set).where(eq(eventConfig.id, eventId))
const readOpen = async (eventId: string) => (await api.ask<EventTimeline>(200, 'GET', `${eventId}/timeline`)).correction
const factsOf = async (eventId: string): Promise<EventFacts> => {
  const [event] = await opened.db.select().from(eventConfig).where(eq(eventConfig.id, eventId))
  if (!event) throw new Error('There is no such event')
  return toEventFacts(event)
}
const decide = async (eventId: string, decision: 'sent' | 'declined', note: string | null = null) =>
  api.send('POST', `${eventId}/correction`, { decision, note, facts: await factsOf(eventId) })
const mailsTo = async (recipient: string) =>
  (await opened.db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(asc(outbox.createdAt))).map(
    ({ template, subject, textBody, htmlBody, unsubscribeUrl }) => ({
      ...{ template, subject, textBody, htmlBody, unsubscribeUrl },
    }),
  )

test('nothing is asked while what people were sent is true', async () => {
  const eventId = await informed(['true@plant.example'])
  expect(await readOpen(eventId)).toBeNull()
  await change(eventId, { heroTitle: 'Another title', status: 'moved' })
  expect(await readOpen(eventId)).toBeNull()
  expect(await problemOf(await decide(eventId, 'sent'))).toMatchObject({ status: 409, detail: CORRECTION_DECIDED })
})

test('the people of a moved event are counted by what they know, and each gets one correction', async () => {
  const eventId = await informed(['a@move.example', 'b@move.example'])
  const knownFacts = { ...KNOWN, timeStart: '09:00:00' }
  await storePlannedMail(opened.db, { ...rule, eventId }, { recipient: 'c@move.example', knownFacts })
  await change(eventId, { eventDate: '2027-03-04', status: 'moved' })
  const open = await readOpen(eventId)
  expect(open).toMatchObject({
    people: 3,
    groups: [
      { people: 2, news: 'moved' },
      { people: 1, news: 'moved' },
    ],
  })
  expect(open?.groups[1]?.changes.map(({ label }) => label)).toEqual(['Date', 'Time'])
  const preview = await api.ask<CorrectionPreview>(200, 'GET', `${eventId}/correction?note=Sorry%3Cb%3E`)
  expect(preview.letters).toMatchObject([{ people: 2, subject: 'New date: Tulsa Reliability Workshop' }, { people: 1 }])
  expect(preview.letters[0]?.text).toContain('> Sorry<b>')

  expect(await (await decide(eventId, 'sent', 'See <b>you</b>\nin March.')).json()).toMatchObject({ people: 3 })
  const [letter, ...more] = await mailsTo('a@move.example')
  expect(more).toEqual([])
  expect(letter).toMatchObject({ template: 'event-correction', subject: 'New date: Tulsa Reliability Workshop' })
  expect(letter?.textBody).toContain('Date: Thursday, March 4, 2027. Until now: Thursday, January 21, 2027.')
  expect(letter?.textBody).toContain('> See <b>you</b>\n> in March.')
  expect(letter?.htmlBody).toContain('See &lt;b&gt;you&lt;/b&gt;')
  expect(await readOpen(eventId)).toBeNull()
  const [row] = await opened.db.select().from(plannedMails).where(eq(plannedMails.recipientKey, 'a@move.example'))
  expect(row?.knownFacts).toEqual(await factsOf(eventId))
})

test('a correction greets the person by name, and has the link that ends such mails unless they are work', async () => {
  const eventId = await informed([])
  const followers = await storeRule(opened.db, 'To followers', { audience: 'room-followers' })
  await storePlannedMail(opened.db, { ...followers, eventId }, { recipient: 'f@names.example', name: 'Fay' })
  await storePlannedMail(opened.db, { ...rule, eventId }, { recipient: 't@names.example', name: 'Tom' })
  await change(eventId, { eventDate: '2027-03-04' })
  const { letters } = await api.ask<CorrectionPreview>(200, 'GET', `${eventId}/correction`)
  expect(letters).toMatchObject([{ people: 2, name: expect.stringMatching(/^(Fay|Tom)$/) }])
  await decide(eventId, 'sent')
  const [[follower], [colleague]] = [await mailsTo('f@names.example'), await mailsTo('t@names.example')]
  expect(follower?.textBody).toMatch(/^Hello Fay,\n/)
  expect(colleague?.textBody).toMatch(/^Hello Tom,\n/)
  for (const mail of [follower, colleague])
    expect(mail?.textBody).toContain('because we sent you one about Tulsa Reliability Workshop before.')
  expect([follower?.unsubscribeUrl, colleague?.unsubscribeUrl]).toEqual([
    expect.stringContaining('/api/unsubscribe/one-click?token='),
    null,
  ])
  expect(follower?.textBody).toContain('Stop these emails:')
  const token = new URL(follower?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  expect(await lookAtKind(opened.db, token, NOON)).toMatchObject({ kind: 'event-mail', masked: 'f…@names.example' })
})

test('a mail that was sent after the change leaves nothing to correct for its reader', async () => {
  const eventId = await informed(['late@plant.example'])
  await change(eventId, { eventDate: '2027-03-04' })
  const later = { recipient: 'late@plant.example', occurrence: '2027-03-04', sentAt: new Date(NOON + 1) }
  await storePlannedMail(opened.db, { ...rule, eventId }, { ...later, knownFacts: await factsOf(eventId) })
  expect(await readOpen(eventId)).toBeNull()
})

test('two admins and a double click send one mail to each person', async () => {
  const eventId = await informed(['once@plant.example'])
  await change(eventId, { status: 'cancelled' })
  const answers = await Promise.all([1, 2, 3, 4].map(() => decide(eventId, 'sent')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await mailsTo('once@plant.example')).toHaveLength(1)
  expect(await opened.db.$count(mailCorrections, eq(mailCorrections.eventId, eventId))).toBe(1)
})

test('a decision on facts that have changed since is refused', async () => {
  const eventId = await informed(['stale@plant.example'])
  await change(eventId, { eventDate: '2027-03-04' })
  const facts = await factsOf(eventId)
  await change(eventId, { eventDate: '2027-03-11' })
  const answer = await api.send('POST', `${eventId}/correction`, { decision: 'sent', note: null, facts })
  expect(await problemOf(answer)).toMatchObject({ status: 409, detail: FACTS_CHANGED })
  expect(await mailsTo('stale@plant.example')).toEqual([])
})

test('a correction that was declined is asked for again only after another change', async () => {
  const eventId = await informed(['declined@plant.example'])
  await change(eventId, { venueName: 'Dock 4' })
  expect((await decide(eventId, 'declined')).status).toBe(200)
  expect(await readOpen(eventId)).toBeNull()
  expect(await mailsTo('declined@plant.example')).toEqual([])
  await change(eventId, { venueName: 'Dock 5' })
  expect(await readOpen(eventId)).toMatchObject({ groups: [{ news: 'place' }] })
})

test('an event that is over, and an account that is gone, need no correction', async () => {
  const over = await informed(['over@plant.example'], { eventDate: '2026-11-19', earlyBirdDeadline: null })
  expect(await readOpen(over)).toBeNull()
  const eventId = await storeEvent(opened.db)
  for (const is of [{ isBanned: true }, { isDeleted: true }]) {
    const { id } = await preparePerson(opened.db, { level: 1 })
    await applyIncident(opened.db, id, { level: 1, ...is })
    await storePlannedMail(opened.db, { ...rule, eventId }, { subjectId: `user:${id}` })
  }
  await change(eventId, { eventDate: '2027-03-04' })
  expect(await readOpen(eventId)).toBeNull()
})

test('the dashboard names the events whose mails are no longer true', async () => {
  const own = await testDb()
  const day = await storeRule(own.db, 'The day before')
  const wrong = await storeEvent(own.db, { eventTimeStart: '10:00' })
  const right = await storeEvent(own.db)
  for (const eventId of [wrong, right]) await storePlannedMail(own.db, { ...day, eventId })
  expect(await listEventsToCorrect(own.db, NOON)).toEqual([
    { eventId: wrong, eventName: 'Tulsa Reliability Workshop', sentence: '1 person was sent the old time.' },
  ])
  await own.close()
})

test('the question says what people do not know', () => {
  expect(sayCorrection({ people: 23, news: 'moved' })).toBe('23 people were sent the old date.')
  expect(sayCorrection({ people: 1, news: 'cancelled' })).toBe(
    '1 person does not yet know that the event is cancelled.',
  )
})
