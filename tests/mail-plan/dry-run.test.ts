import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import type { RuleState } from '#src/contract/mail-rule.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { NO_MAIL_PLANNED } from '#src/contract/workflow-trial.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { setMailRuleState } from '#src/domain/mail-rules/save-mail-rule.ts'
import { dryRun } from '#src/domain/mail-rules/try-mail-rule.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { advancing, storeRule, storeTeamMember } from './plan-rows.ts'

let open: TestDb
beforeAll(async () => {
  open = await testDb()
})
beforeEach(async () => {
  await open.db.execute(
    sql`truncate mail_rules, event_config, team_library, outbox, mail_plan_marks, planned_mails cascade`,
  )
})
afterAll(() => open.close())

const at = (day: string, clock: string) => instantAt(day, clock, 'America/Chicago')
const EARLY = at('2027-01-02', '09:00')
const DUE = at('2027-01-20', '09:00')
const actor = { id: 'cli' }

const run = (now: number) => planMarked(open.db, { ...advancing(now), timeLeft: () => 30_000 })
const dry = (id: string, now: number) => dryRun(open.db, { id, definition: null }, now)

async function setState(id: string, state: RuleState, now: number) {
  const [rule] = await open.db.select().from(mailRules).where(eq(mailRules.id, id))
  await setMailRuleState(open.db, id, { version: rule?.version ?? 0, state }, { actor, now })
}

/** A published event with one person on its team. */
async function anEvent(eventDate: string, email = 'ada@gauge.example') {
  const id = await storeEvent(open.db, { publishedAt: new Date(0), eventDate, earlyBirdDeadline: null })
  await storeTeamMember(open.db, id, email)
  return id
}

const draft = { state: 'draft', onSince: null } as const
const statesOf = async (ruleId: string) =>
  (await open.db.select().from(plannedMails).where(eq(plannedMails.ruleId, ruleId)))
    .map(({ eventId, state }) => [eventId, state])
    .toSorted()

test('a dry run of a paused workflow shows what waited, which is sent at once when it is turned on', async () => {
  await anEvent('2027-01-21')
  const ruleId = await storeRule(open.db)
  await run(EARLY)
  await setState(ruleId, 'paused', EARLY)
  await run(DUE)
  const now = DUE + 3_600_000
  const said = await dry(ruleId, now)
  expect(said).toMatchObject({ recipients: 1, lines: [{ reason: VERDICT.applies, planned: 1, firstAt: now }] })
  expect(await run(now)).toMatchObject({ sent: 0 })
  await setState(ruleId, 'on', now)
  expect(await run(now)).toMatchObject({ sent: 1 })
})

test('a dry run of a draft does not show what was due before it', async () => {
  await anEvent('2027-01-21')
  const ruleId = await storeRule(open.db, {}, draft)
  const now = DUE + 3_600_000
  const said = await dry(ruleId, now)
  expect(said).toMatchObject({
    recipients: 0,
    lines: [{ reason: VERDICT.beforeOn, people: 1, planned: 0, firstAt: null }],
  })
  await setState(ruleId, 'on', now)
  expect(await run(now)).toMatchObject({ sent: 0 })
})

test('a dry run shows events that are long past or far ahead if there are mails for them, as the planner plans them', async () => {
  const { db } = open
  const now = at('2027-04-01', '12:00')
  const [past, far] = [await anEvent('2027-03-01'), await anEvent('2028-03-01')]
  await anEvent('2026-12-01')
  await db
    .update(eventConfig)
    .set({ earlyBirdDeadline: '2027-06-01', earlyBirdPrice: 100 })
    .where(eq(eventConfig.id, far))
  const after = await storeRule(db, { timing: { kind: 'day', days: 60, at: '09:00' } }, draft)
  const price = { anchor: 'early-bird-end', timing: { kind: 'day', days: -3, at: '09:00' } } as const
  const early = await storeRule(db, price, draft)
  const sends = async (id: string) =>
    (await dry(id, now)).lines.flatMap(({ event, planned }) => (planned > 0 ? [[event?.id, planned]] : []))
  expect(await sends(after)).toEqual([
    [past, 1],
    [far, 1],
  ])
  expect(await sends(early)).toEqual([[far, 1]])
  for (const id of [after, early]) await setState(id, 'on', now)
  await run(now)
  expect(await statesOf(after)).toEqual([past, far].map((id) => [id, 'planned']).toSorted())
  expect(await statesOf(early)).toEqual([[far, 'planned']])
})

test('a dry run counts the mails of all its events for the most mails a day, as the planner does', async () => {
  const { db } = open
  await db.execute(sql`insert into app_settings (setting_key, setting_value)
    values ('mail_policy', '{"quietFrom": "21:00", "quietTo": "07:00", "mostPerDay": 2}')`)
  const events = []
  for (let number = 0; number < 4; number += 1) events.push(await anEvent('2027-01-21'))
  await storeTeamMember(db, events[0] ?? '', 'ben@gauge.example')
  const ruleId = await storeRule(db, {}, draft)
  await run(EARLY)
  const { lines, recipients } = await dry(ruleId, EARLY)
  expect(lines.reduce((sum, { planned }) => sum + planned, 0)).toBe(3)
  expect(recipients).toBe(2)
  const without = lines.filter(({ planned }) => planned === 0)
  expect(new Set(without.map(({ reason }) => reason))).toEqual(new Set([NO_MAIL_PLANNED]))
  await setState(ruleId, 'on', EARLY)
  await run(EARLY)
  const said = lines.flatMap(({ event, mails }) => mails.map(({ state }) => [event?.id, state]))
  expect(await statesOf(ruleId)).toEqual(said.toSorted())
  await db.execute(sql`delete from app_settings where setting_key = 'mail_policy'`)
})
