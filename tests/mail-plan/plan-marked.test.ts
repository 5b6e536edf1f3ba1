import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { bans } from '#db/schema/security.ts'
import { mailPlanMarks, mailRuleVerdicts, plannedMails } from '#db/schema/workflows.ts'
import { MAIL_REASON, VERDICT } from '#src/contract/mail-reason.ts'
import { planEvent } from '#src/domain/mail-plan/advance.ts'
import { forecast } from '#src/domain/mail-plan/plan.ts'
import { isMarked, markEverything, planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { addSuppression, releaseSuppression } from '#src/domain/suppressions/manage-suppressions.ts'
import { keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { storeRule as storeMailRule, storePlannedMail } from '#tests/support/mail-rows.ts'
import { advancing, storeRule, storeTeamMember } from './plan-rows.ts'
import { anEventWithRule, DUE, EARLY, verdictOf, withPlans } from './plan-suite.ts'

let db: Db
withPlans((opened) => {
  db = opened
})

const mails = () => db.select().from(plannedMails)

describe('what is planned again', () => {
  test('is what the database marked, everything when asked, and what is due (MP3)', async () => {
    const { eventId } = await anEventWithRule(db)
    const run = (now: number) => planMarked(db, { ...advancing(now), timeLeft: () => 10_000 })
    expect(await run(EARLY)).toMatchObject({ sent: 0, faulty: 0 })
    expect(await isMarked(db)).toBe(false)
    expect(await run(EARLY)).toEqual({ events: 0, sent: 0, faulty: 0 })
    await db.delete(eventTeam)
    expect(await db.select({ scope: mailPlanMarks.scope }).from(mailPlanMarks)).toEqual([{ scope: eventId }])
    await run(EARLY)
    expect(await mails()).toMatchObject([{ state: 'cancelled', reason: MAIL_REASON.left }])
    await storeTeamMember(db, eventId, 'ada@gauge.example')
    await run(EARLY)
    expect(await run(DUE)).toEqual({ events: 1, sent: 1, faulty: 0 })
    await markEverything(db)
    expect(await run(DUE)).toMatchObject({ sent: 0, faulty: 0 })
    expect(await isMarked(db)).toBe(false)
  })

  test('is one event alone: the rows of the others stay as they are', async () => {
    const { eventId } = await anEventWithRule(db)
    const other = await storeEvent(db, { publishedAt: new Date(0) })
    await storeTeamMember(db, other, 'ada@gauge.example')
    const run = () => planMarked(db, { ...advancing(EARLY), timeLeft: () => 10_000 })
    await run()
    // The transaction that wrote a row last.
    const xmin = sql<string>`xmin::text`
    const writersOf = async (id: string) => [
      ...(await db.select({ xmin }).from(plannedMails).where(eq(plannedMails.eventId, id))),
      ...(await db.select({ xmin }).from(mailRuleVerdicts).where(eq(mailRuleVerdicts.eventId, id))),
    ]
    const [here, there] = [await writersOf(eventId), await writersOf(other)]
    await db.update(eventConfig).set({ eventDate: '2027-02-04' }).where(eq(eventConfig.id, eventId))
    expect(await run()).toMatchObject({ events: 1 })
    expect(await writersOf(other)).toEqual(there)
    expect(there).toHaveLength(2)
    expect((await writersOf(eventId))[0]).not.toEqual(here[0])
  })

  test('is, of everything, each event that may have mails: those far ahead, and those of half a year ago (MP3)', async () => {
    const on = (eventDate: string) => storeEvent(db, { eventDate, earlyBirdDeadline: null, publishedAt: new Date(0) })
    const [far, past] = [await on('2028-06-01'), await on('2026-07-10')]
    await on('2026-06-01')
    await storeRule(db)
    await db.delete(mailPlanMarks)
    await markEverything(db)
    // The accounts, the orders, and the two events.
    expect(await planMarked(db, { ...advancing(EARLY), timeLeft: () => 10_000 })).toMatchObject({ events: 4 })
    expect(await verdictOf(db, far)).toMatchObject({ reason: VERDICT.nobody })
    expect(await verdictOf(db, past)).toMatchObject({ reason: VERDICT.nobody })
  })

  test('is every event in which somebody has mails ahead whose address or account is stopped, or no longer is', async () => {
    const rule = await storeMailRule(db, 'To followers')
    const [planned, skipped, over] = [await storeEvent(db), await storeEvent(db), await storeEvent(db)]
    const { id } = await preparePerson(db, { level: 1 })
    const [account] = await db.select({ email: users.email }).from(users).where(eq(users.id, id))
    const recipient = account?.email ?? ''
    const ahead = { recipient, lateAt: new Date(Date.now() + 86_400_000) }
    await storePlannedMail(db, { ...rule, eventId: planned }, { ...ahead, state: 'planned' })
    await storePlannedMail(
      db,
      { ...rule, eventId: skipped },
      { ...ahead, state: 'skipped', reason: MAIL_REASON.banned },
    )
    await storePlannedMail(db, { ...rule, eventId: over }, { recipient })
    /** What `work` marks. */
    const marked = async (work: () => Promise<unknown>) => {
      await db.delete(mailPlanMarks)
      await work()
      return (await db.select({ scope: mailPlanMarks.scope }).from(mailPlanMarks)).map(({ scope }) => scope).toSorted()
    }
    const both = [planned, skipped].toSorted()
    const actor = { id: 'cli' }
    const stop = (email: string) => addSuppression(db, { email, note: 'Asked by phone' }, actor, EARLY)
    expect(await marked(() => stop('somebody-else@plant.example'))).toEqual([])
    let stopped = ''
    expect(await marked(async () => (stopped = (await stop(recipient.toUpperCase())).id))).toEqual(both)
    expect(await marked(() => releaseSuppression(db, stopped, actor, EARLY))).toEqual(both)
    const report = { reason: 'kind', kind: 'report-mail', source: 'link' } as const
    expect(await marked(() => suppress(db, keepAddress(recipient), report, EARLY))).toEqual([])

    const ban = { subjectType: 'user', subject: id, reason: 'spam', actor: 'cli' } as const
    expect(await marked(() => db.insert(bans).values(ban))).toEqual(both)
    expect(await marked(() => db.update(bans).set({ liftedAt: new Date(EARLY) }))).toEqual(both)
    const address = { subjectType: 'address', subject: '192.0.2.1', reason: 'limits', actor: 'limits' } as const
    expect(await marked(() => db.insert(bans).values(address))).toEqual([])
  })

  test('is what a dry run shows, which writes nothing (MP4)', async () => {
    const { eventId } = await anEventWithRule(db)
    const shown = await planEvent(db, eventId, EARLY)
    expect(forecast(shown, shown.input)).toMatchObject([{ recipientKey: 'ada@gauge.example', at: DUE }])
    expect(await mails()).toEqual([])
    expect(await isMarked(db)).toBe(true)
  })
})
