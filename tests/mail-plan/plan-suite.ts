import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { mailRuleVerdicts } from '#db/schema/workflows.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeRule, storeTeamMember } from './plan-rows.ts'

/** A time on the clock of the events. */
export const at = (day: string, clock: string) => instantAt(day, clock, 'America/Chicago')
/** When the mail of `anEventWithRule` is due, and a time long before it. */
export const DUE = at('2027-01-20', '09:00')
export const EARLY = at('2027-01-02', '09:00')

/** Lays down for a suite: a database that is its own, and before each test no workflow, policy, event, team or mail in it. */
export function withPlans(give: (db: Db) => void): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
    give(opened.db)
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    await opened?.db.execute(
      sql`truncate mail_rules, event_config, team_library, outbox, mail_plan_marks, planned_mails cascade`,
    )
    await opened?.db.execute(sql`delete from app_settings where setting_key = 'mail_policy'`)
  })
}

/** An event with one rule and one person. */
export async function anEventWithRule(db: Db): Promise<{ eventId: string; ruleId: string }> {
  const eventId = await storeEvent(db, { publishedAt: new Date(0) })
  const ruleId = await storeRule(db)
  await storeTeamMember(db, eventId, 'Ada@gauge.example')
  return { eventId, ruleId }
}

/** What a workflow means for an event, as it was stored last. */
export async function verdictOf(db: Db, eventId: string) {
  const [verdict] = await db.select().from(mailRuleVerdicts).where(eq(mailRuleVerdicts.eventId, eventId))
  return verdict
}

/** Lets each person have so many mails a day at most. */
export async function limitMails(db: Db, mostPerDay: number): Promise<void> {
  const policy = JSON.stringify({ quietFrom: '21:00', quietTo: '07:00', mostPerDay })
  await db.execute(sql`insert into app_settings (setting_key, setting_value) values ('mail_policy', ${policy})
    on conflict (setting_key) do update set setting_value = excluded.setting_value`)
}
