import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Limit, Window } from './limits.ts'

/** How many attempts a window has seen, this one included, and when it ends. */
export type Counted = { count: number; endsAt: Instant }

/** Far above every limit; keeps the column from running over. */
export const HIGHEST_COUNT = 1_000_000_000

/**
 * Counts one attempt in one statement for all windows of a limit, each a row of its own: a window counts only what the
 * shorter one before it let through. Rows are locked in the same order by everybody, so no two attempts wait for each
 * other in a ring. Resolves with the windows it counted in. (security RL4)
 */
export async function countAttempt(db: Db, key: string, limit: Limit, now: Instant): Promise<Counted[]> {
  const steps = limit.windows.map((window, index) => {
    const before = limit.windows[index - 1]
    const condition = before && sql`from ${step(index - 1)} where count <= ${before.most}`
    return sql`${step(index)} as ${countWindow(keyOf(key, limit, window), window, now, condition)}`
  })
  const counts = limit.windows.map((_, index) => sql`select ${sql.raw(String(index))} as step, * from ${step(index)}`)
  const statement = sql`with ${sql.join(steps, sql`, `)} ${sql.join(counts, sql` union all `)} order by step`
  return rowsOf(await db.execute(statement)).map((row) => ({ count: Number(row.count), endsAt: Number(row.ends) }))
}

/** The insert or update of one window, to stand behind `with … as`. Where it is over, a new one begins. */
export function countWindow(rowKey: string, { seconds }: Window, now: Instant, condition: SQL = sql``): SQL {
  const moment = timestamp(now)
  return sql`(
    insert into rate_limits as r (key, count, window_ends_at)
    select ${rowKey}, 1, ${timestamp(now + seconds * 1000)} ${condition}
    on conflict (key) do update set
      count = case when r.window_ends_at <= ${moment} then 1 else least(r.count + 1, ${HIGHEST_COUNT}::int) end,
      window_ends_at = case when r.window_ends_at <= ${moment} then excluded.window_ends_at else r.window_ends_at end
    returning r.count, extract(epoch from r.window_ends_at) * 1000 as ends)`
}

/** The key of a counter's row. */
export function keyOf(key: string, limit: Limit, { seconds }: Window): string {
  return `${limit.name}:${seconds}:${key}`
}

const step = (index: number): SQL => sql.raw(`step_${index}`)

export function timestamp(at: Instant): SQL {
  return sql`${new Date(at).toISOString()}::timestamptz`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
export function rowsOf(result: unknown): Record<string, unknown>[] {
  const { rows } = result as { rows: Record<string, unknown>[] }
  return rows
}
