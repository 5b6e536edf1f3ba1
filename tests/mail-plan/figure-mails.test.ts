import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { userRoles } from '#db/schema/accounts.ts'
import { analyticsHours, analyticsVisits } from '#db/schema/analytics.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { figureWishes } from '#db/schema/figure-wishes.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { NO_LONGER_ADMINISTRATOR } from '#src/contract/figure-wish.ts'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { SUPPRESSED } from '#src/contract/suppression.ts'
import { markEverything, planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { addStarterSet } from '#src/domain/mail-rules/add-starter-set.ts'
import { dryRun } from '#src/domain/mail-rules/try-mail-rule.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { fakeMailer } from '#tests/support/outside-services.ts'
import { addVisits, storeWeek } from '../analytics/figure-rows.ts'
import { aMember } from '../forum/notice-rows.ts'
import { delivering } from '../outbox/outbox-rows.ts'
import { advancing } from './plan-rows.ts'
import { at, withPlans } from './plan-suite.ts'

let db: Db
withPlans((opened) => {
  db = opened
})
/** The starter set, whose workflows with figures have been on for long. */
beforeEach(async () => {
  for (const table of [figureWishes, userRoles, suppressions, analyticsVisits, analyticsHours]) await db.delete(table)
  await db.execute(sql`truncate analytics_left_out, analytics_rollups`)
  await addStarterSet(db)
  await db
    .update(mailRules)
    .set({ onSince: new Date(0) })
    .where(eq(mailRules.state, 'on'))
})

const wants = { weekly: true, afterEvents: true }
async function aReader(wish = wants) {
  const person = await aMember(db)
  await db.insert(userRoles).values({ userId: person.id, role: 'admin', grantedBy: 'cli' })
  await db.insert(figureWishes).values({ userId: person.id, ...wish })
  return person
}
const run = (now: number) => planMarked(db, { ...advancing(now), timeLeft: () => 20_000 })
const mails = (email: string) => db.select().from(plannedMails).where(eq(plannedMails.recipient, email))
const messages = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email))

const BEFORE = at('2027-01-06', '12:00')
const MONDAY = at('2027-01-11', '07:00')

describe('figures of the week', () => {
  test('are sent on Monday at seven to those who want them, with what is counted then', async () => {
    await storeEvent(db, { eventSlug: 'tulsa', eventName: 'Tulsa' })
    const reader = await aReader({ weekly: true, afterEvents: false })
    const other = await aReader({ weekly: false, afterEvents: true })
    await run(BEFORE)
    expect(await mails(reader.email)).toMatchObject([{ state: 'planned', dueAt: new Date(MONDAY), eventId: null }])
    // The figures are those of the moment at which it is sent.
    await storeWeek(db, 'tulsa')
    for (const now of [MONDAY - 60_000, MONDAY, MONDAY + 60_000, MONDAY + 3_600_000]) await run(now)
    expect(await messages(reader.email)).toMatchObject([
      {
        template: 'figures',
        subject: 'Figures of the week: Jan 4 to Jan 10, 2027',
        textBody: expect.stringMatching(
          /Visits: 170 \(90 in the week before\)[\s\S]*the end of Sunday, January 10, 2027/,
        ),
        unsubscribeUrl: expect.stringContaining('/api/unsubscribe/one-click?token='),
      },
    ])
    expect((await mails(other.email)).filter(({ eventId }) => eventId === null)).toEqual([])
    await markEverything(db)
    await run(MONDAY + 24 * 3_600_000)
    expect((await mails(reader.email)).map(({ occurrence, state }) => [occurrence, state]).sort()).toEqual([
      ['2027-01-11', 'sent'],
      ['2027-01-18', 'planned'],
    ])
  })

  test('are not sent to somebody who no longer wants them or is no longer an administrator', async () => {
    const [off, out, stays] = [await aReader(), await aReader(), await aReader()]
    await run(BEFORE)
    await db.update(figureWishes).set({ weekly: false }).where(eq(figureWishes.userId, off.id))
    await db.delete(userRoles).where(eq(userRoles.userId, out.id))
    await run(MONDAY)
    for (const { email } of [off, out]) {
      expect(await mails(email)).toMatchObject([{ state: 'cancelled', reason: MAIL_REASON.left }])
      expect(await messages(email)).toEqual([])
    }
    expect(await messages(stays.email)).toHaveLength(1)
  })

  test('that wait to be delivered are skipped for somebody who lost the role meanwhile', async () => {
    const [out, stays] = [await aReader(), await aReader()]
    await run(BEFORE)
    await run(MONDAY)
    await db.delete(userRoles).where(eq(userRoles.userId, out.id))
    const mail = fakeMailer()
    await deliverDue(db, delivering({ mail }))
    expect(mail.sent.map(({ to }) => to)).toEqual([stays.email])
    expect(await messages(out.email)).toMatchObject([
      { state: 'skipped', skippedBecause: NO_LONGER_ADMINISTRATOR, textBody: '' },
    ])
  })

  test('are ended by one click, which no look does, and nothing else is (RFC 8058)', async () => {
    const { email } = await aReader()
    await run(BEFORE)
    await run(MONDAY)
    const [message] = await messages(email)
    const { pathname, search } = new URL(message?.unsubscribeUrl ?? '')
    const api = await testApi({ area: unsubscribeApi, db, clock: () => MONDAY })
    await api.request(`${pathname}${search}`)
    expect(await db.select().from(suppressions)).toEqual([])
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const click = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers }
    expect((await api.request(`${pathname}${search}`, click)).status).toBe(204)
    expect(await db.select().from(suppressions)).toMatchObject([{ kind: 'figures', reason: 'kind' }])
    await run(MONDAY + 25 * 3_600_000)
    expect((await mails(email)).at(-1)).toMatchObject({ occurrence: '2027-01-18', reason: SUPPRESSED.kind })
  })

  test('are named by a dry run, also if there are none', async () => {
    const [rule] = await db.select().from(mailRules).where(eq(mailRules.key, 'figures-week'))
    const dry = () => dryRun(db, { id: rule?.id ?? '', definition: null }, BEFORE)
    expect(await dry()).toMatchObject({ recipients: 0, lines: [{ reason: 'No administrator wants these figures.' }] })
    await aReader()
    await addVisits(db, '2027-01-02')
    expect(await dry()).toMatchObject({
      recipients: 1,
      lines: [{ event: null, dueAt: MONDAY, planned: 1, reason: 'The workflow applies to every week.' }],
    })
  })
})

describe('how an event went', () => {
  const NOW = at('2027-01-23', '09:00')

  test('is sent two days after it, once, with its figures', async () => {
    const eventId = await storeEvent(db, { eventSlug: 'tulsa', eventName: 'Tulsa', publishedAt: new Date(0) })
    const [reader, other] = [await aReader(), await aReader({ weekly: true, afterEvents: false })]
    await run(BEFORE)
    await addVisits(db, '2027-01-20', { eventSlug: 'tulsa', visits: 40, register: 4 })
    for (const now of [NOW - 60_000, NOW, NOW + 60_000]) await run(now)
    const sent = (await messages(reader.email)).filter(({ subject }) => subject?.startsWith('How it went'))
    expect(sent).toMatchObject([
      {
        template: 'figures',
        subject: 'How it went: Tulsa',
        textBody: expect.stringContaining('Pressed registration: 4, 10%'),
      },
    ])
    expect((await mails(other.email)).filter((mail) => mail.eventId === eventId)).toEqual([])
  })
})
