import { randomUUID } from 'node:crypto'
import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { deliveryNotes, mailAlerts } from '#db/schema/deliveries.ts'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { eventMailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import {
  LINK_NOT_KEPT,
  MAIL_DAYS,
  type MailCounts,
  type MailDetail,
  type MailLine,
  type MailOverview,
  NOT_FAILED,
  NOT_SENT,
  type PlannedMail,
  queueSentence,
  SKIPPED_NOT_KEPT,
  TEXT_NOT_KEPT,
} from '#src/contract/mail.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { type Page, toCursor } from '#src/contract/page.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { dayIn, instantAt } from '#src/contract/wall-clock.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { mailRows } from '#src/domain/outbox/list-mails.ts'
import { dayRows, faultRows } from '#src/domain/outbox/mail-overview.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeRule as storeMailRule, storePlannedMail } from '#tests/support/mail-rows.ts'
import { fakeMailer } from '#tests/support/outside-services.ts'
import { advancing, storeRule, storeTeamMember } from '../mail-plan/plan-rows.ts'
import { delivering } from '../outbox/outbox-rows.ts'
import { storedViewer } from './calls/caller.ts'
import { ADA, expectAdminsOnly, lastEntry, siteAdminApi } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const SECRET = 'https://workshops.example/auth#reset=canary-token'

type Row = typeof outbox.$inferInsert
const dead = (changes: Partial<Row> = {}): Row => ({
  id: randomUUID(),
  channel: 'mail',
  recipient: 'maria@plant.example',
  subject: 'Set a new password',
  textBody: `Follow ${SECRET}`,
  htmlBody: `<a href="${SECRET}">Follow</a>`,
  template: 'password-reset',
  state: 'dead',
  attempts: 8,
  lastError: 'The mail server refused the recipient (550 5.1.1).',
  nextAttemptAt: new Date('2026-11-20T12:00:00Z'),
  ...changes,
})

type Answer = Page<MailLine> & { counts: MailCounts }

describe('messages', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await db.delete(outbox)
    api = await siteAdminApi(db)
  })

  const list = (query = '') => api.ask<Answer>('GET', `mails${query}`)
  const store = async (...rows: Row[]) => {
    await db.insert(outbox).values(rows)
    return rows.map(({ id }) => id ?? '')
  }

  test('are for admins alone', async () => {
    await expectAdminsOnly(db, [
      ['GET', 'mails'],
      ['GET', 'mails/overview'],
      ['GET', 'mails/planned?q=maria@plant.example'],
      ['GET', `mails/${MISSING}`],
      ['POST', `mails/${MISSING}/retry`],
      ['POST', `mails/${MISSING}/resend`],
      ['POST', `mails/${MISSING}/recipient`],
      ['POST', 'mails/retry'],
    ])
  })

  test('are listed without their text and without their full recipient (SC2)', async () => {
    const sms = {
      channel: 'sms',
      recipient: '+15551234567',
      subject: null,
      htmlBody: null,
      template: 'sign-in-code',
    } as const
    await store(
      dead(),
      dead({ ...sms, textBody: '123456 is your code', nextAttemptAt: new Date('2026-11-20T11:00:00Z') }),
    )
    const answer = await api.send('GET', 'mails')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const text = await answer.text()
    for (const secret of ['canary-token', '123456', 'maria', '5551234']) expect(text).not.toContain(secret)
    const { items, counts }: Answer = JSON.parse(text)
    expect(counts).toEqual({ dead: 2, queued: 0, sent: 0, skipped: 0 })
    expect(items.map(({ recipient }) => recipient)).toEqual(['m…@plant.example', '+1…67'])
    expect(items[0]).toEqual({
      id: expect.any(String),
      channel: 'mail',
      recipient: 'm…@plant.example',
      subject: 'Set a new password',
      template: 'password-reset',
      state: 'dead',
      attempts: 8,
      lastError: 'The mail server refused the recipient (550 5.1.1).',
      skippedBecause: null,
      createdAt: expect.any(Number),
      nextAttemptAt: Date.parse('2026-11-20T12:00:00Z'),
      sentAt: null,
    })
  })

  test('are listed by state, dead ones by default', async () => {
    await store(dead(), dead({ state: 'queued' }), dead({ state: 'sent' }), dead({ state: 'sent' }))
    const counts = { dead: 1, queued: 1, sent: 2, skipped: 0 }
    for (const [query, state, count] of [
      ['', 'dead', 1],
      ['?state=queued', 'queued', 1],
      ['?state=sent', 'sent', 2],
    ] as const) {
      const answer = await list(query)
      expect(answer.counts).toEqual(counts)
      expect(answer.items.map((item) => item.state)).toEqual(Array.from({ length: count }, () => state))
    }
  })

  test('come page by page, also when many failed in the same microsecond or a few apart', async () => {
    await store(...Array.from({ length: 7 }, () => dead()))
    await db.execute(sql`update outbox set next_attempt_at = next_attempt_at
      + (abs(hashtext(id::text)) % 3) * interval '1 microsecond'`)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Answer = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test('are found by their recipient or how it begins, in any spelling and state', async () => {
    await store(
      dead({ recipient: 'Maria@plant.example' }),
      dead({ recipient: 'mario_x@plant.example', state: 'sent' }),
      dead({ recipient: 'm%ria@plant.example' }),
    )
    const found = async (query: string) => (await list(`?q=${query}`)).items.map(({ state }) => state).toSorted()
    expect(await found('MARI')).toEqual(['dead', 'sent'])
    expect(await found('mario_')).toEqual(['sent'])
    expect(await found('m%25r')).toEqual(['dead'])
    expect(await found('maria@plant.example')).toEqual(['dead'])
    expect(await found('mari&state=sent')).toEqual(['sent'])
    expect(await found('plant')).toEqual([])
  })

  test('of workflows are found by the whole address before and after they are messages, with why they are not sent', async () => {
    const eventId = await storeEvent(db, { eventName: 'Valves in Tulsa' })
    const rule = await storeMailRule(db, 'Day before')
    const recipient = 'Found@plant.example'
    const store = (occurrence: string, changes: Parameters<typeof storePlannedMail>[2]) =>
      storePlannedMail(
        db,
        { ...rule, eventId },
        { recipient, occurrence, dueAt: new Date(`${occurrence}T15:00Z`), ...changes },
      )
    const lateAt = new Date('2028-01-01')
    await store('2027-01-01', { state: 'skipped', reason: MAIL_REASON.banned, lateAt })
    await store('2027-01-02', { state: 'planned', lateAt })
    await store('2027-01-03', { sentAt: new Date('2027-01-03T15:00Z'), lateAt })
    const [outboxId = ''] = (await db.insert(outbox).values(dead({ recipient })).returning()).map(({ id }) => id)
    await store('2027-01-04', { outboxId, lateAt })
    await store('2027-01-05', { recipient: 'found@plant.examples', lateAt })
    const found = async (q: string) => (await api.ask<{ items: PlannedMail[] }>('GET', `mails/planned?q=${q}`)).items
    const items = await found('found@PLANT.example')
    expect(items.map(({ state, reason, sentAt }) => [state, reason, sentAt])).toEqual([
      ['sent', null, Date.parse('2027-01-03T15:00Z')],
      ['planned', null, null],
      ['skipped', MAIL_REASON.banned, null],
    ])
    const event = { id: eventId, name: 'Valves in Tulsa' }
    expect(items[1]).toMatchObject({ workflow: 'Day before', event, recipient: 'F…@plant.example', version: 1 })
    expect(await found('found@')).toEqual([])
  })

  test.each([
    ['?state=lost', 'state must be dead, queued, sent or skipped'],
    ['?limit=101', 'limit must be a whole number from 1 to 100'],
    ['?cursor=x', 'cursor must be one this list gave'],
    [`?cursor=${toCursor(['2026-02-30T00:00:00.000000Z', MISSING])}`, 'cursor must be one this list gave'],
    ['?recipient=maria', UNKNOWN_FIELD],
    ['?q=ma', 'Enter at least 3 characters of the recipient.'],
  ])('%s is refused', async (query, detail) => {
    expect(await problemOf(await api.send('GET', `mails${query}`))).toMatchObject({ status: 400, detail })
  })

  test('a dead one gets all its tries again, at once, and the log says who gave them', async () => {
    const [id = ''] = await store(dead())
    const { item } = await api.ask<{ item: MailLine }>('POST', `mails/${id}/retry`)
    expect(item).toMatchObject({ id, state: 'queued', attempts: 0, recipient: 'm…@plant.example' })
    const entry = await lastEntry(db)
    expect(entry).toMatchObject({
      actor: ADA,
      action: 'mail.retry',
      subjectType: 'mail',
      subjectId: id,
      before: { state: 'dead', attempts: 8, template: 'password-reset' },
      after: { state: 'queued', attempts: 0 },
    })
    expect(JSON.stringify(entry)).not.toContain('maria')
    const mail = fakeMailer()
    expect(await deliverDue(db, delivering({ mail }))).toEqual({ sent: 1, retry: 0, dead: 0 })
    expect((await list('?state=sent')).items[0]).toMatchObject({ id, attempts: 1, lastError: null })
  })

  test('several dead ones are retried at once, each with its entry; one that was sent is refused by name', async () => {
    const ids = await store(dead(), dead(), dead({ state: 'sent' }))
    const [first = '', second = '', sent = ''] = ids
    expect(await api.ask('POST', 'mails/retry', { ids })).toEqual({
      results: [
        { id: first, refusal: null },
        { id: second, refusal: null },
        { id: sent, refusal: NOT_FAILED },
      ],
    })
    expect((await list()).counts).toEqual({ dead: 0, queued: 2, sent: 1, skipped: 0 })
    expect(await lastEntry(db)).toMatchObject({ action: 'mail.retry', subjectId: second })
  })

  test('whom one is to is revealed with the account behind it; the log says who asked, not the address', async () => {
    const { id: userId } = await storedViewer(db)
    const [{ email = '' } = {}] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
    const [known = '', unknown = ''] = await store(dead({ recipient: email }), dead())
    expect(await api.ask('POST', `mails/${known}/recipient`)).toEqual({ recipient: email, userId })
    expect(await api.ask('POST', `mails/${unknown}/recipient`)).toEqual({
      recipient: 'maria@plant.example',
      userId: null,
    })
    const entry = await lastEntry(db)
    expect(entry).toMatchObject({
      actor: ADA,
      action: 'mail.reveal_recipient',
      subjectType: 'mail',
      subjectId: unknown,
    })
    expect(JSON.stringify(entry)).not.toContain('maria')
    expect((await api.send('POST', `mails/${MISSING}/recipient`)).status).toBe(404)
  })

  test('the overview says what waits, what became of each day and why messages failed', async () => {
    const [now, DAY] = [Date.now(), 24 * 60]
    const ago = (minutes: number) => new Date(now - minutes * 60_000)
    const [returned = ''] = await store(
      dead({ state: 'sent', nextAttemptAt: ago(1), lastError: null }),
      dead({ nextAttemptAt: ago(1) }),
      dead({ nextAttemptAt: ago(2) }),
      dead({ nextAttemptAt: ago(3 * DAY), lastError: 'The mail server cannot be found.' }),
      dead({ nextAttemptAt: ago(30 * DAY) }),
      dead({ state: 'skipped', nextAttemptAt: ago(5 * DAY) }),
      dead({ state: 'queued', attempts: 0, createdAt: ago(4), nextAttemptAt: ago(4) }),
      dead({ state: 'queued', attempts: 2, createdAt: ago(3), nextAttemptAt: ago(-5) }),
    )
    const note = { outboxId: returned, provider: 'ses', type: 'bounce_hard', at: ago(1) } as const
    await db
      .insert(deliveryNotes)
      .values(['a', 'b'].map((providerEventId) => ({ ...note, providerEventId, code: '5.1.1' })))
    await db.insert(mailAlerts).values({ key: 'queue-age', sentence: 'Mail waits.', since: ago(9) })
    const overview = await api.ask<MailOverview>('GET', 'mails/overview')
    expect(overview.counts).toEqual({ dead: 4, queued: 2, sent: 1, skipped: 1 })
    expect(queueSentence(overview)).toBe('2 messages are waiting, the oldest for 4 minutes.')
    expect(overview.queue).toMatchObject({ retrying: 1, nextAt: ago(4).getTime() })
    expect(overview.days).toHaveLength(MAIL_DAYS)
    const sum = (name: 'sent' | 'failed' | 'skipped') => overview.days.reduce((all, day) => all + day[name], 0)
    expect([sum('sent'), sum('failed'), sum('skipped'), overview.tried]).toEqual([1, 3, 1, 4])
    const onDay = (at: Date) => overview.days.find(({ day }) => day === dayIn(DEFAULT_TIME_ZONE, at.getTime()))
    expect(onDay(ago(3 * DAY))).toMatchObject({ sent: 0, failed: 1, skipped: 0 })
    expect(onDay(ago(5 * DAY))).toMatchObject({ sent: 0, failed: 0, skipped: 1 })
    expect(overview.faults).toEqual([
      { code: '5.1.1', sentence: 'The mailbox does not exist.', count: 3 },
      { code: null, sentence: 'The mail server cannot be found.', count: 1 },
    ])
    expect(overview.alerts).toEqual([{ key: 'queue-age', sentence: 'Mail waits.', since: ago(9).getTime() }])
    expect(overview.heldSince).toBeNull()
  })

  test('one is explained: where it came from, what became of it, what the provider reported', async () => {
    const [failed = '', sent = ''] = await store(dead(), dead({ state: 'sent', template: 'forum-news' }))
    const note = { outboxId: sent, provider: 'postmark', providerEventId: 'x', text: 'No such user' } as const
    await db.insert(deliveryNotes).values({ ...note, type: 'bounce_hard', code: '5.1.1', at: new Date(NOON) })
    expect(await api.ask<MailDetail>('GET', `mails/${failed}`)).toMatchObject({
      mail: { id: failed, recipient: 'm…@plant.example' },
      because: 'Someone asked to set a new password for the account.',
      outcome: `Delivery stopped after 8 attempts. ${dead().lastError} The mailbox does not exist.`,
      origin: null,
      refusal: null,
    })
    expect(await api.ask<MailDetail>('GET', `mails/${sent}`)).toMatchObject({
      outcome: 'The mail server has accepted the message, but it was permanently rejected later.',
      notes: [
        {
          provider: 'Postmark',
          sentence: 'The message was permanently rejected. 5.1.1: The mailbox does not exist.',
          text: 'No such user',
          at: NOON,
        },
      ],
      refusal: TEXT_NOT_KEPT,
    })
    const outcome = async (id: string) => (await api.ask<MailDetail>('GET', `mails/${id}`)).outcome
    const [plain = '', skipped = ''] = await store(dead({ state: 'sent' }), dead({ state: 'skipped' }))
    expect(await outcome(plain)).toBe('The mail server has accepted the message.')
    for (const [type, words] of [
      ['delivered', 'The mailbox has accepted the message.'],
      ['complaint', 'The message was delivered, and the recipient reported it as spam.'],
    ] as const) {
      const report = { outboxId: plain, provider: 'postmark', providerEventId: type, type } as const
      await db.insert(deliveryNotes).values({ ...report, at: new Date(NOON) })
      expect(await outcome(plain)).toBe(words)
    }
    expect(await api.ask<MailDetail>('GET', `mails/${skipped}`)).toMatchObject({ refusal: SKIPPED_NOT_KEPT })
    expect((await api.send('GET', `mails/${MISSING}`)).status).toBe(404)
  })

  test('a sent mail of a workflow is written again from its version and sent once more; no other is (MD7)', async () => {
    const eventId = await storeEvent(db, { publishedAt: new Date(0) })
    const ruleId = await storeRule(db, { subject: 'A workshop' })
    const own = { eventId, ruleId, overrides: { subject: 'Tomorrow: {{event.name}}' } }
    await db.insert(eventMailRules).values(own)
    await storeTeamMember(db, eventId, 'maria@plant.example')
    const due = instantAt('2027-01-20', '09:00', 'America/Chicago')
    expect(await advance(db, eventId, advancing(due))).toMatchObject({ sent: 1 })
    const [planned] = await db.select().from(plannedMails).where(eq(plannedMails.ruleId, ruleId))
    const id = planned?.outboxId ?? ''
    expect(await problemOf(await api.send('POST', `mails/${id}/resend`))).toMatchObject({ detail: NOT_SENT })
    await db.update(outbox).set({ state: 'sent', textBody: '', htmlBody: null }).where(eq(outbox.id, id))
    await db.insert(mailRuleVersions).values({ ruleId, number: 2, definition: {}, madeBy: 'test' })
    await db.update(eventMailRules).set({ overrides: { subject: 'Written later' } })
    await db.update(eventConfig).set({ eventName: 'A new name' }).where(eq(eventConfig.id, eventId))
    expect(await api.ask<MailDetail>('GET', `mails/${id}`)).toMatchObject({
      because: 'The workflow “A rule” sent it about “A new name”.',
      origin: { ruleId, eventId },
      refusal: null,
    })
    const answers = await Promise.all([1, 2].map(() => api.send('POST', `mails/${id}/resend`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [again] = await db.select().from(outbox).where(eq(outbox.state, 'queued'))
    expect(again).toMatchObject({ recipient: 'maria@plant.example', subject: 'Tomorrow: A new name' })
    expect(await lastEntry(db)).toMatchObject({ action: 'mail.resend', subjectId: id, after: { sentAs: again?.id } })
    expect(await api.ask<MailDetail>('GET', `mails/${again?.id}`)).toMatchObject({ origin: { eventId } })
    const [secret = ''] = await store(dead({ state: 'sent' }))
    expect(await api.ask<MailDetail>('GET', `mails/${secret}`)).toMatchObject({ refusal: LINK_NOT_KEPT })
    expect((await api.send('POST', `mails/${secret}/resend`)).status).toBe(409)
  })

  test('of two retries at once one counts', async () => {
    const [id = ''] = await store(dead())
    const before = await db.$count(auditLog)
    const answers = await Promise.all([1, 2].map(() => api.send('POST', `mails/${id}/retry`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await db.$count(auditLog)).toBe(before + 1)
  })

  test.each(['queued', 'sent'] as const)('one that is %s is not tried again (409)', async (state) => {
    const [id = ''] = await store(dead({ state }))
    expect(await problemOf(await api.send('POST', `mails/${id}/retry`))).toMatchObject({
      status: 409,
      detail: NOT_FAILED,
    })
    expect(await db.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, id))).toEqual([{ state }])
  })

  test.each([MISSING, 'nonsense'])('%s is not a message (404)', async (id) => {
    expect(await problemOf(await api.send('POST', `mails/${id}/retry`))).toMatchObject({
      status: 404,
      detail: 'Message not found.',
    })
  })
})

describe('50,000 messages', () => {
  test('are listed, found and counted by an index, from the start and from the middle', async () => {
    const { db, close } = await testDb()
    try {
      await db.execute(sql`insert into outbox (channel, recipient, subject, text_body, template, state, next_attempt_at)
        select 'mail', 'R' || n || '@x.example', 'Subject', '', 'test', case n % 50 when 0 then 'dead' else 'sent' end,
          now() - n * interval '1 minute' from generate_series(1, 50000) n`)
      await db.execute(sql`analyze outbox`)
      const explain = async (query: SQLWrapper) => JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))
      const middle = new Date(Date.now() - 25_000 * 60_000).toISOString().replace('Z', '000Z')
      for (const state of ['dead', 'sent'] as const) {
        for (const after of [undefined, [middle, MISSING] as const]) {
          const plan = await explain(mailRows(db, { state }, { limit: 26, after: after && [...after] }))
          expect(plan).toContain('outbox_due')
          expect(plan).not.toContain('Seq Scan')
          expect(plan).not.toContain('Bitmap')
        }
      }
      const found = await explain(mailRows(db, { recipient: 'r1234' }, { limit: 26 }))
      expect(found).toContain('outbox_search')
      for (const query of [dayRows(db), faultRows(db).given]) expect(await explain(query)).toContain('outbox_due')
    } finally {
      await close()
    }
  })
})
