import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { callMinutes } from '#db/schema/operations.ts'
import { BUDGET_PERIOD, BURN_WINDOWS, type Calls, type RouteGroup } from '#src/contract/error-budget.ts'

/** Answers of one group of routes in one minute, which began `age` milliseconds ago. */
export type CallTally = Calls & { group: RouteGroup; slow: number; age: number }

/**
 * Adds tallies to the minutes they belong to, by the database's clock. One statement, in the order of the key, so that
 * processes that write at once do not lock each other out.
 */
export async function addCalls(db: Db, tallies: readonly CallTally[]): Promise<void> {
  const lines = sql`json_to_recordset(${JSON.stringify(tallies)}::json)
    as line ("group" text, ok integer, failed integer, slow integer, age float8)`
  await db.execute(sql`
    insert into ${callMinutes} (minute, route_group, ok, failed, slow)
    select date_trunc('minute', now() - age * interval '1 millisecond'), "group", sum(ok), sum(failed), sum(slow)
    from ${lines} group by 1, 2 order by 1, 2
    on conflict (minute, route_group) do update set
      ok = ${callMinutes}.ok + excluded.ok,
      failed = ${callMinutes}.failed + excluded.failed,
      slow = ${callMinutes}.slow + excluded.slow`)
}

/**
 * Deletes what is older than 35 days, and makes one row of each hour that is older than four days: no window of minutes
 * reaches that far, and the 30 days of the budget stay some ten thousand rows.
 */
export async function pruneCalls(db: Db): Promise<void> {
  await db.execute(sql`delete from ${callMinutes} where minute < now() - interval '35 days'`)
  await db.execute(sql`
    with gone as (
      delete from ${callMinutes}
      where minute < date_trunc('hour', now(), 'UTC') - interval '4 days' and minute <> date_trunc('hour', minute, 'UTC')
      returning *
    )
    insert into ${callMinutes} (minute, route_group, ok, failed, slow)
    select date_trunc('hour', minute, 'UTC'), route_group, sum(ok), sum(failed), sum(slow)
    from gone group by 1, 2
    on conflict (minute, route_group) do update set
      ok = ${callMinutes}.ok + excluded.ok,
      failed = ${callMinutes}.failed + excluded.failed,
      slow = ${callMinutes}.slow + excluded.slow`)
}

const SPANS = [...new Set([...BURN_WINDOWS.flatMap(({ long, short }) => [long, short]), BUDGET_PERIOD])]

/** Reads the answers of all groups in the last so many minutes, for every window of the error budget, in one statement. */
export async function readCalls(db: Db): Promise<(minutes: number) => Calls> {
  const since = (minutes: number) => sql`${callMinutes.minute} > now() - ${minutes} * interval '1 minute'`
  const sumIn = (column: AnyPgColumn, minutes: number) =>
    sql<number>`coalesce(sum(${column}) filter (where ${since(minutes)}), 0)::float8`
  const fields = SPANS.flatMap((minutes) => [
    [`ok ${minutes}`, sumIn(callMinutes.ok, minutes)] as const,
    [`failed ${minutes}`, sumIn(callMinutes.failed, minutes)] as const,
  ])
  const [row = {}] = await db.select(Object.fromEntries(fields)).from(callMinutes).where(since(BUDGET_PERIOD))
  const sums: Record<string, number> = row
  return (minutes) => ({ ok: sums[`ok ${minutes}`] ?? 0, failed: sums[`failed ${minutes}`] ?? 0 })
}

/** The answers of the last 24 hours by group, in alphabetical order; `slow` ones are counted in the others too. */
export async function readCallsByGroup(db: Db): Promise<(Calls & { group: string; slow: number })[]> {
  const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`
  const { minute, routeGroup, ok, failed, slow } = callMinutes
  return db
    .select({ group: routeGroup, ok: sum(ok), failed: sum(failed), slow: sum(slow) })
    .from(callMinutes)
    .where(sql`${minute} > now() - interval '24 hours'`)
    .groupBy(routeGroup)
    .orderBy(routeGroup)
}
