import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, mailRuleVersions, plannedMails } from '#db/schema/workflows.ts'
import { MAIL_REASON, VERDICT } from '#src/contract/mail-reason.ts'
import { advance } from '#src/domain/mail-plan/advance.ts'
import { noDayCounts } from '#src/domain/mail-plan/day-counts.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { advancing, DAY_BEFORE, storeRule, storeTeamMember } from './plan-rows.ts'
import { anEventWithRule, at, DUE, EARLY, limitMails, verdictOf, withPlans } from './plan-suite.ts'

let db: Db
withPlans((opened) => {
  db = opened
})

const mails = () => db.select().from(plannedMails)

describe('a mail', () => {
  test('is planned, handed to the outbox at its time with what it tells of the event, and never again (MP1)', async () => {
    const { eventId } = await anEventWithRule(db)
    expect(await advance(db, eventId, advancing(EARLY))).toEqual({ sent: 0, mails: 1, verdicts: 1 })
    expect(await advance(db, eventId, advancing(EARLY))).toEqual({ sent: 0, mails: 0, verdicts: 0 })
    expect(await mails()).toMatchObject([
      {
        state: 'planned',
        recipientKey: 'ada@gauge.example',
        occurrence: '2027-01-21',
        dueAt: new Date(DUE),
        sentAt: null,
      },
    ])
    expect(await advance(db, eventId, advancing(DUE))).toMatchObject({ sent: 1, mails: 1 })
    expect(await advance(db, eventId, advancing(DUE + 60_000))).toMatchObject({ sent: 0, mails: 0 })
    const [mail] = await mails()
    expect(mail).toMatchObject({ state: 'sent', knownFacts: { eventDate: '2027-01-21', status: 'scheduled' } })
    expect(await db.select().from(outbox)).toMatchObject([
      { id: mail?.outboxId, recipient: 'Ada@gauge.example', subject: 'Tomorrow', template: 'event-mail' },
    ])
  })

  test('without a letter holds up no other, and is tried again', async () => {
    const { eventId } = await anEventWithRule(db)
    await storeTeamMember(db, eventId, 'ben@gauge.example')
    const { letters } = advancing(DUE)
    const faults: unknown[] = []
    const run = await advance(db, eventId, {
      ...advancing(DUE, { onFault: (fault) => faults.push(fault) }),
      letters: async (tx, context) => {
        const write = await letters(tx, context)
        return (mail) => (mail.recipient.startsWith('ben') ? Promise.reject(new Error('no text')) : write(mail))
      },
    })
    expect([run.sent, faults.length]).toEqual([1, 1])
    const held = (await mails()).find(({ state }) => state === 'held')
    expect(held?.reason).toBe(MAIL_REASON.noText)
    expect(await planMarked(db, { ...advancing(DUE + 60_000), timeLeft: () => 10_000 })).toMatchObject({ sent: 1 })
  })

  test('moves with its event, is cancelled with it, and comes back as the same one', async () => {
    const { eventId } = await anEventWithRule(db)
    const change = async (set: Partial<typeof eventConfig.$inferInsert>) => {
      await db.update(eventConfig).set(set).where(eq(eventConfig.id, eventId))
      await advance(db, eventId, advancing(EARLY))
      const [mail, ...more] = await mails()
      expect(more).toEqual([])
      return { occurrence: mail?.occurrence, state: mail?.state, reason: mail?.reason }
    }
    expect(await change({ eventDate: '2027-02-04' })).toMatchObject({ occurrence: '2027-02-04', state: 'planned' })
    expect(await change({ status: 'postponed' })).toMatchObject({ state: 'cancelled', reason: VERDICT.postponed })
    expect(await verdictOf(db, eventId)).toMatchObject({ isWanted: false, reason: VERDICT.postponed, people: 1 })
    expect(await change({ status: 'moved' })).toMatchObject({ state: 'planned', reason: null })
    expect(await change({ isPublished: false })).toMatchObject({ state: 'cancelled', reason: VERDICT.unpublished })
    await db.delete(eventConfig)
    await advance(db, eventId, advancing(EARLY))
    // Nothing plans a deleted event again, so what becomes of its workflow may change no reason.
    await db.update(mailRules).set({ state: 'draft', onSince: null })
    await advance(db, eventId, advancing(EARLY))
    expect(await mails()).toMatchObject([{ state: 'cancelled', reason: VERDICT.eventDeleted }])
    expect(await verdictOf(db, eventId)).toBeUndefined()
  })

  test('that waits follows a new version of its workflow, and one that was sent keeps its own', async () => {
    const { eventId, ruleId } = await anEventWithRule(db)
    const later = await storeEvent(db, { publishedAt: new Date(0), eventDate: '2027-02-21' })
    await storeTeamMember(db, later, 'ben@gauge.example')
    const run = () => planMarked(db, { ...advancing(DUE), timeLeft: () => 10_000 })
    await run()
    const [first] = await db.select().from(mailRuleVersions).where(eq(mailRuleVersions.ruleId, ruleId))
    const made = { id: randomUUID(), ruleId, number: 2, definition: { ...DAY_BEFORE, subject: 'Two' }, madeBy: 'test' }
    await db.insert(mailRuleVersions).values(made)
    await db.update(mailRules).set({ currentVersion: 2 })
    await run()
    const from = async (id: string) => (await mails()).find((mail) => mail.eventId === id)
    expect(await from(eventId)).toMatchObject({ state: 'sent', versionId: first?.id })
    expect(await from(later)).toMatchObject({ state: 'planned', versionId: made.id })
    expect(await run()).toEqual({ events: 0, sent: 0, faulty: 0 })
  })

  test('whose time has passed is sent only by hand, once, and not after what it belongs before', async () => {
    const { eventId, ruleId } = await anEventWithRule(db)
    await db.update(mailRules).set({ onSince: new Date(DUE + 60_000) })
    expect(await advance(db, eventId, advancing(DUE + 120_000))).toMatchObject({ sent: 0, mails: 0 })
    expect(await verdictOf(db, eventId)).toMatchObject({ isWanted: false, reason: VERDICT.beforeOn, people: 1 })
    const evening = at('2027-01-20', '22:00')
    expect(await advance(db, eventId, advancing(evening, { sendNow: ruleId }))).toMatchObject({ sent: 1 })
    expect(await verdictOf(db, eventId)).toMatchObject({ isWanted: true, reason: VERDICT.sentByHand })
    expect(await advance(db, eventId, advancing(evening, { sendNow: ruleId }))).toMatchObject({ sent: 0 })
    expect(await advance(db, eventId, advancing(evening))).toMatchObject({ sent: 0, mails: 0 })
    expect(await verdictOf(db, eventId)).toMatchObject({ isWanted: true, reason: VERDICT.sentByHand })
    await storeTeamMember(db, eventId, 'late@gauge.example')
    expect(await advance(db, eventId, advancing(at('2027-01-21', '12:00'), { sendNow: ruleId }))).toMatchObject({
      sent: 0,
    })
  })
})

describe('an outage', () => {
  const START = at('2027-01-18', '08:30')
  const HOUR = 3_600_000

  test.each([
    { lasts: '1 hour', hours: 1, sent: ['-3'], missed: [] },
    { lasts: '6 hours', hours: 6, sent: ['-3'], missed: [] },
    { lasts: '13 hours', hours: 13, sent: [], missed: ['-3'] },
    { lasts: '2 days', hours: 48, sent: [], missed: ['-3'] },
    { lasts: '3 days', hours: 72, sent: [], missed: ['-3', '-1'] },
    { lasts: '8 days', hours: 192, sent: [], missed: ['-3', '-1', '1'] },
  ])('of $lasts sends late what is within its window, and nothing else (MP1)', async ({ hours, sent, missed }) => {
    const eventId = await storeEvent(db, { publishedAt: new Date(0) })
    await storeTeamMember(db, eventId, 'ada@gauge.example')
    const titles = new Map<string, string>()
    for (const days of [-3, -1, 1])
      titles.set(await storeRule(db, { timing: { kind: 'day', days, at: '09:00' } }), `${days}`)
    await advance(db, eventId, advancing(START))
    await advance(db, eventId, advancing(START + hours * HOUR))
    const inState = async (state: string) =>
      (await mails())
        .filter((mail) => mail.state === state)
        .map(({ ruleId }) => titles.get(ruleId))
        .toSorted()
    expect({ sent: await inState('sent'), missed: await inState('missed') }).toEqual({
      sent,
      missed: missed.toSorted(),
    })
    for (let now = START + hours * HOUR; now < at('2027-01-30', '12:00'); now += 4 * HOUR) {
      await advance(db, eventId, advancing(now))
    }
    expect(await inState('missed')).toEqual(missed.toSorted())
    expect(await inState('sent')).toEqual(
      ['-3', '-1', '1'].filter((rule) => !(missed as string[]).includes(rule)).toSorted(),
    )
  })
})

describe('the most mails a day', () => {
  test('count over all events of a pass, whoever planned them, and leave room again once one is cancelled', async () => {
    await limitMails(db, 2)
    await storeRule(db)
    const events = [await storeEvent(db), await storeEvent(db), await storeEvent(db)]
    for (const id of events) await storeTeamMember(db, id, 'ada@gauge.example')
    const [first = '', others = '', last = ''] = events
    const counts = noDayCounts()
    await advance(db, first, advancing(EARLY, { counts }))
    await advance(db, others, advancing(EARLY))
    await advance(db, last, advancing(EARLY, { counts }))
    const stateOf = async (id: string) => (await mails()).find(({ eventId }) => eventId === id)?.state
    expect(await stateOf(last)).toBe('skipped')
    await db.delete(eventTeam).where(eq(eventTeam.eventId, first))
    await advance(db, first, advancing(EARLY, { counts }))
    await advance(db, last, advancing(EARLY, { counts }))
    expect([await stateOf(first), await stateOf(last)]).toEqual(['cancelled', 'planned'])
  })
})
