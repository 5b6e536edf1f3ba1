import { and, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { outbox } from '#db/schema/security.ts'
import { mailRules, mailRuleVerdicts, plannedMails } from '#db/schema/workflows.ts'
import type { Instant } from '#src/contract/instant.ts'
import { MAIL_REASON, VERDICT } from '#src/contract/mail-reason.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { planEvent } from '#src/domain/mail-plan/advance.ts'
import type { Verdict } from '#src/domain/mail-plan/occasions.ts'
import { isDue } from '#src/domain/mail-plan/plan.ts'
import { markEverything, planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { ACCOUNTS, eventIdOf, ORDERS } from '#src/domain/mail-plan/scope.ts'
import { differing } from '#src/domain/mail-plan/store-plan.ts'
import { setMailRuleState } from '#src/domain/mail-rules/save-mail-rule.ts'
import { dryRun } from '#src/domain/mail-rules/try-mail-rule.ts'
import { maskEmail } from '#src/domain/outbox/templates/account-letters.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { WRITES } from './database-steps.ts'
import { type EventWorld, storeWorld } from './event-world.ts'
import { advancing, storeRule } from './plan-rows.ts'
import { limitMails } from './plan-suite.ts'

const HOUR = 3_600_000
const RUNS = atScale(3, 80)
/** After the database's own clock, and two days before clocks change. */
const START = instantAt('2027-03-12', '12:00', 'America/Chicago')
const counts = { steps: 0, sent: 0, no: 0, said: 0 }

let open: TestDb
beforeAll(async () => {
  open = await testDb()
})
afterAll(() => open.close())

const day = (days: number, at = '09:00') => ({ kind: 'day', days, at }) as const

/** Two events, one of them far ahead with a price that ends soon, an order, and a rule for each audience; `trial` is not on at first. */
async function begin(isPaused: boolean) {
  const { db } = open
  await db.execute(sql`truncate mail_rules, event_config, team_library, vendor_library, users, outbox, suppressions, bans,
    event_reports, forum_categories, shop_orders, mail_plan_marks, planned_mails, mail_rule_verdicts cascade`)
  await limitMails(db, 20)
  const world = await storeWorld(db)
  await db
    .update(eventConfig)
    .set({ eventDate: '2027-03-18', earlyBirdDeadline: '2027-03-16' })
    .where(eq(eventConfig.id, world.here))
  await db
    .update(eventConfig)
    .set({ eventDate: '2027-09-30', earlyBirdDeadline: '2027-03-17' })
    .where(eq(eventConfig.id, world.there))
  const rules = [
    world.ruleId,
    await storeRule(db, { anchor: 'early-bird-end', timing: day(-2), audience: 'room-followers' }),
    await storeRule(db, { anchor: 'task-due', timing: day(-1, '22:30'), audience: 'open-tasks', lateHours: 48 }),
    await storeRule(db, { timing: day(-3), audience: 'vendor-contacts', conditions: ['has-room'] }),
    await storeRule(db, { anchor: 'event-end', timing: day(1), audience: 'reporters' }),
    await storeRule(db, { anchor: 'po-due', timing: day(-3), audience: 'buyers', lateHours: 96 }),
    await storeRule(db, { anchor: 'invoice-due', timing: day(1), audience: 'buyers', lateHours: 168 }),
    await storeRule(db, { anchor: 'registration-close', timing: { kind: 'at-once' }, audience: 'administrators' }),
  ]
  const off = isPaused ? ({ state: 'paused' } as const) : ({ state: 'draft', onSince: null } as const)
  const trial = await storeRule(db, { timing: day(2, '15:00'), audience: 'event-team', lateHours: 48 }, off)
  return { world, rules, trial }
}

/** What the schedule does, and all that it does. */
const run = (now: Instant) => planMarked(open.db, { ...advancing(now), timeLeft: () => 60_000 })

/** What a plan made from nothing but the tables says is what is stored: no write went unnoticed. */
async function checkStored(world: EventWorld, now: Instant): Promise<void> {
  for (const scope of [world.here, world.there, ACCOUNTS, ORDERS]) {
    const { mails, verdicts, input } = await planEvent(open.db, scope, now)
    expect(differing(mails, input.stored)).toEqual([])
    expect(mails.filter((mail) => isDue(mail, now))).toEqual([])
    if (eventIdOf(scope) === null) continue
    const stored = await open.db.select().from(mailRuleVerdicts).where(eq(mailRuleVerdicts.eventId, scope))
    const known = stored.map(({ dueAt, ...verdict }) => ({ ...verdict, dueAt: dueAt?.getTime() ?? null }))
    expect(known.map(outline).toSorted()).toEqual(verdicts.map(outline).toSorted())
  }
}

/** That its time has passed is stored with the next change. */
const outline = ({ ruleId, isWanted, reason, dueAt, people }: Verdict) =>
  [ruleId, isWanted, reason === VERDICT.over ? VERDICT.applies : reason, dueAt, people].join(' ')

async function checkSent(): Promise<void> {
  const mails = await open.db.select().from(plannedMails)
  const sent = mails.filter(({ state }) => state === 'sent')
  for (const { sentAt, dueAt, lateAt } of sent) expect(sentAt && sentAt >= dueAt && sentAt < lateAt).toBe(true)
  const messages = await open.db.select({ id: outbox.id }).from(outbox)
  expect(sent.map(({ outboxId }) => outboxId).toSorted()).toEqual(messages.map(({ id }) => id).toSorted())
  counts.sent += sent.length
  counts.no += mails.filter(({ reason }) => reason !== null).length
}

const sentBy = (ruleId: string) =>
  open.db
    .select()
    .from(plannedMails)
    .where(and(eq(plannedMails.ruleId, ruleId), eq(plannedMails.state, 'sent')))

/** The function behind the dry run of the screen names the mails that are sent once the rule is turned on, and their times. */
async function checkDryRun(trial: string, from: Instant): Promise<void> {
  const { db } = open
  const before = (await sentBy(trial)).length
  const { lines } = await dryRun(db, { id: trial, definition: null }, from)
  const [rule] = await db.select().from(mailRules).where(eq(mailRules.id, trial))
  await setMailRuleState(db, trial, { version: rule?.version ?? 0, state: 'on' }, { actor: { id: 'cli' }, now: from })
  for (let now = from; now < from + 240 * 24 * HOUR; ) {
    await run(now)
    const { state, reason } = plannedMails
    const isOpen = and(inArray(state, ['planned', 'held']), sql`${reason} is distinct from ${MAIL_REASON.paused}`)
    const [next] = await db.select().from(plannedMails).where(isOpen).orderBy(plannedMails.dueAt).limit(1)
    if (!next) break
    now = Math.max(next.dueAt.getTime(), now + HOUR)
  }
  const sent = await sentBy(trial)
  expect(sent.length - before).toBe(lines.reduce((sum, { planned }) => sum + planned, 0))
  const said = lines.flatMap(({ event, mails }) =>
    mails.flatMap(({ state, masked, dueAt }) =>
      state === 'planned' || state === 'held' ? [`${event?.id} ${masked} ${dueAt}`] : [],
    ),
  )
  const done = sent.map(({ eventId, recipient, dueAt }) => `${eventId} ${maskEmail(recipient)} ${dueAt.getTime()}`)
  expect(done.toSorted()).toEqual(expect.arrayContaining(said.toSorted()))
  counts.said += said.length
}

// Object.keys knows no key types.
const kinds = Object.keys(WRITES) as (keyof typeof WRITES)[]
const write = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(11), value: fc.nat(59) })
const wait = fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.3, 2, 9, 20, 70) })
const step = fc.oneof({ weight: 3, arbitrary: write }, { weight: 1, arbitrary: wait })

test('on the database too, whatever is written, what is stored is what follows from it, and a dry run says what is sent (MP1, MP3, MP4)', async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 18 })
  const property = fc.asyncProperty(fc.boolean(), steps, async (isPaused, changes) => {
    const { world, rules, trial } = await begin(isPaused)
    let now = START
    await run(now)
    for (const change of changes) {
      counts.steps += 1
      if (change.kind === 'wait') now += change.hours * HOUR
      else await WRITES[change.kind]({ db: open.db, world, rules, now, at: change.at, value: change.value })
      await run(now)
      await checkStored(world, now)
    }
    await markEverything(open.db)
    await run(now)
    await checkStored(world, now)
    await checkDryRun(trial, now)
    await checkSent()
  })
  // To find a shorter sequence would take minutes.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
  if (process.env.SHOW_COUNTS) console.info(JSON.stringify(counts))
}, 600_000)
