import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { mailRules, plannedMails } from '#db/schema/workflows.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import type { RuleState } from '#src/contract/mail-rule.ts'
import { NO_MAIL_PLANNED } from '#src/contract/workflow-trial.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { setMailRuleState } from '#src/domain/mail-rules/save-mail-rule.ts'
import { dryRun } from '#src/domain/mail-rules/try-mail-rule.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { advancing, storeRule, storeTeamMember } from './plan-rows.ts'
import { at, DUE, EARLY, limitMails, withPlans } from './plan-suite.ts'

let db: Db
withPlans((opened) => {
  db = opened
})

const actor = { id: 'cli' }

const run = (now: number) => planMarked(db, { ...advancing(now), timeLeft: () => 30_000 })
const dry = (id: string, now: number) => dryRun(db, { id, definition: null }, now)

async function setState(id: string, state: RuleState, now: number) {
  const [rule] = await db.select().from(mailRules).where(eq(mailRules.id, id))
  await setMailRuleState(db, id, { version: rule?.version ?? 0, state }, { actor, now })
}

/** A published event with one person on its team. */
async function anEvent(eventDate: string, email = 'ada@gauge.example') {
  const id = await storeEvent(db, { publishedAt: new Date(0), eventDate, earlyBirdDeadline: null })
  await storeTeamMember(db, id, email)
  return id
}

const draft = { state: 'draft', onSince: null } as const
const statesOf = async (ruleId: string) =>
  (await db.select().from(plannedMails).where(eq(plannedMails.ruleId, ruleId)))
    .map(({ eventId, state }) => [eventId, state])
    .toSorted()

test('a dry run of a paused workflow shows what waited, which is sent at once when it is turned on', async () => {
  await anEvent('2027-01-21')
  const ruleId = await storeRule(db)
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
  const ruleId = await storeRule(db, {}, draft)
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
  await limitMails(db, 2)
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
})
