import { and, gt, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { type Db, prepared } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getKey, type Limit, type Window, waitSentence } from './limits.ts'
import { getMemory, takeInMemory } from './memory.ts'

/** Called with the reason if the database could not count. The attempt is counted in this process instead. */
export type OnFault = (fault: unknown) => void

/**
 * Counts one attempt under `key`, such as a caller's address key, and throws `rate_limited` past the limit, with the
 * seconds to wait and a sentence that says them. Where the database cannot count, this process does, with the same
 * limit. Give it the pool if what is counted must stay counted; in a transaction it counts only with the rest, and a fault
 * ends the transaction. (security RL4, RL8)
 */
export async function takeAttempt(db: Db, key: string, limit: Limit, now: Instant, onFault?: OnFault): Promise<void> {
  const wait = await secondsToWait(db, key, limit, now, onFault)
  if (wait > 0) throw new Failure('rate_limited', waitSentence(limit, wait), { retryAfter: wait })
}

/** The same without throwing: 0 if the attempt is within the limit, else the seconds to wait. */
export async function secondsToWait(
  db: Db,
  key: string,
  limit: Limit,
  now: Instant,
  onFault?: OnFault,
): Promise<number> {
  try {
    const counted = await countAttempt(db, key, limit, now)
    return waitFor(limit, counted, now)
  } catch (fault) {
    if (db instanceof PgTransaction) throw fault
    onFault?.(fault)
    return takeInMemory(getMemory(db), key, limit, now)
  }
}

/** How long a caller would have to wait if they tried now. Counts nothing. */
export async function peekAttempts(db: Db, key: string, limit: Limit, now: Instant): Promise<number> {
  const keys = limit.windows.map((window) => getKey(key, limit, window))
  const rows = await db
    .select({ key: rateLimits.key, count: rateLimits.count, endsAt: rateLimits.windowEndsAt })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.windowEndsAt, new Date(now))))
  const counted = limit.windows.map((window) => {
    const row = rows.find((candidate) => candidate.key === getKey(key, limit, window))
    return row ? { count: row.count + 1, endsAt: row.endsAt.getTime() } : { count: 1, endsAt: now }
  })
  return waitFor(limit, counted, now)
}

function waitFor(limit: Limit, counted: readonly Counted[], now: Instant): number {
  for (const [index, { count, endsAt }] of counted.entries()) {
    const most = limit.windows[index]?.most ?? 0
    if (count > most) return Math.max(1, Math.ceil((endsAt - now) / 1000))
  }
  return 0
}

/** How many attempts a window has seen, this one included, and when it ends. */
type Counted = { count: number; endsAt: Instant }

/** Far above every limit; keeps the column from running over. */
export const HIGHEST_COUNT = 1_000_000_000

/**
 * Counts one attempt in one statement for all windows of a limit, each a row of its own: a window counts only what the
 * shorter one before it let through. Rows are locked in the same order by everybody, so no two attempts wait for each
 * other in a ring. Resolves with the windows it counted in. (security RL4)
 */
function countAttempt(db: Db, key: string, limit: Limit, now: Instant): Promise<Counted[]> {
  const values = limit.windows.flatMap((window, index): [string, string | number][] => [
    [`key${index}`, getKey(key, limit, window)],
    [`end${index}`, momentsOf(window, now).end],
    [`most${index}`, window.most],
  ])
  const asked = { ...Object.fromEntries(values), now: new Date(now).toISOString() }
  return countIn(db, String(limit.windows.length)).execute(asked)
}

/** The same for limits of so many windows. */
const countIn = prepared((db, windows: string) => {
  const steps = Array.from({ length: Number(windows) }, (_, index) => {
    const before = sql`from ${step(index - 1)} where count <= ${sql.placeholder(`most${index - 1}`)}`
    const moments = { now: sql.placeholder('now'), end: sql.placeholder(`end${index}`) }
    return countWindow(sql.placeholder(`key${index}`), moments, index === 0 ? undefined : before)
  })
  const counts = steps.map((_, index) => sql`select ${sql.raw(String(index))} as step, * from ${step(index)}`)
  return db
    .with(...steps.map((counted, index) => db.$with(nameOfStep(index), {}).as(counted)))
    .select({ count: sql<number>`count`, endsAt: sql`ends`.mapWith(Number) })
    .from(sql`(${sql.join(counts, sql` union all `)}) as counted`)
    .orderBy(sql`step`)
}, 'count attempt')

/** The text of an instant, or the placeholder for it in a prepared statement. */
type InstantText = string | Placeholder

/** Now, and the end of a window that begins now. */
export function momentsOf({ seconds }: Window, now: Instant): { now: string; end: string } {
  return { now: new Date(now).toISOString(), end: new Date(now + seconds * 1000).toISOString() }
}

/** The insert or update of one window, for use within `with … as`. Where the window is over, a new one begins. */
export function countWindow(
  rowKey: string | Placeholder,
  { now, end }: { now: InstantText; end: InstantText },
  condition: SQL = sql``,
): SQL {
  const isOver = sql`r.window_ends_at <= ${now}::timestamptz`
  return sql`
    insert into rate_limits as r (key, count, window_ends_at)
    select ${rowKey}, 1, ${end}::timestamptz ${condition}
    on conflict (key) do update set
      count = case when ${isOver} then 1 else least(r.count + 1, ${sql.raw(String(HIGHEST_COUNT))}) end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else r.window_ends_at end
    returning r.count, extract(epoch from r.window_ends_at) * 1000 as ends`
}

const nameOfStep = (index: number) => `step_${index}`

/** The part of a statement that counts in this window of a limit, by its name. */
export const step = (index: number): SQL => sql.raw(nameOfStep(index))

export function timestamp(at: Instant): SQL {
  return sql`${new Date(at).toISOString()}::timestamptz`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
export function getRows(result: unknown): Record<string, unknown>[] {
  const { rows } = result as { rows: Record<string, unknown>[] }
  return rows
}
