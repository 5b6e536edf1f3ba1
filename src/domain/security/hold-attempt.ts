import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getKey, type Limit } from './limits.ts'
import { getMemory, holdInMemory } from './memory.ts'
import { forShared } from './shared-address.ts'
import { getRows, HIGHEST_COUNT, type OnFault, step, timestamp } from './take-attempt.ts'

/** An attempt that is being judged. */
export type Hold = {
  /** Says what came of it, once: a failure stays counted, anything else is as if it had never been. */
  settle: (isFailure: boolean) => Promise<void>
}

type Attempt = {
  key: string
  limit: Limit
  /** Whether the limit of a shared address holds; asked only where the ordinary one is used up. */
  isShared: () => Promise<boolean>
  now: Instant
  onFault?: OnFault | undefined
}

/** Milliseconds between looks for a free place, half as much again by chance: some nine seconds in all. */
const PAUSES = [30, 60, 120, 240, ...Array<number>(14).fill(400)]
/** Callers of one key who wait for a place in one process; the others are asked to come back. */
const MOST_WAITING = 60

/**
 * Begins an attempt of which only a failure counts. While it is judged it holds a place within the limit, so that at no time
 * more are being judged than may fail. An attempt that finds all places held waits for one: forty people with the right password come
 * in one after another. Resolves with the hold, or with the seconds to wait. Where the database cannot count, this process
 * does. (security RL1, RL4, RL8)
 */
export async function holdAttempt(db: Db, attempt: Attempt): Promise<Hold | { wait: number }> {
  try {
    return await holdInDatabase(db, attempt)
  } catch (fault) {
    attempt.onFault?.(fault)
    return holdInMemory(getMemory(db), attempt)
  }
}

async function holdInDatabase(db: Db, attempt: Attempt): Promise<Hold | { wait: number }> {
  const { key, isShared, now } = attempt
  const first = await takePlaces(db, attempt)
  if (first) return toHold(db, first, attempt)
  const { waiting } = getMemory(db)
  let { limit } = attempt
  for (const pause of PAUSES) {
    // Those who came in while others waited may have shown that the address is shared.
    if (limit === attempt.limit && (await isShared())) limit = forShared(limit)
    const wait = await secondsUntilRoom(db, { key, limit, now })
    const others = waiting.get(key) ?? 0
    if (wait > 0 || others >= MOST_WAITING) return { wait: Math.max(1, wait) }
    waiting.set(key, others + 1)
    await sleep(pause + randomInt(pause))
    const left = (waiting.get(key) ?? 1) - 1
    if (left > 0) waiting.set(key, left)
    else waiting.delete(key)
    const places = await takePlaces(db, { key, limit, now })
    if (places) return toHold(db, places, attempt)
  }
  return { wait: 1 }
}

/** A place in the row of one window; the row is another window once its end is another one. */
type Place = { key: string; endsAt: Instant }

/**
 * Takes a place in every window, or in none: undefined if one is full of failures and places held. One statement for all
 * windows; rows are locked from the shortest window on by everybody.
 */
async function takePlaces(
  db: Db,
  { key, limit, now }: Pick<Attempt, 'key' | 'limit' | 'now'>,
): Promise<Place[] | undefined> {
  const moment = timestamp(now)
  const steps = limit.windows.map((window, index) => {
    const isOver = sql`r.window_ends_at <= ${moment}`
    return sql`${step(index)} as (
      insert into rate_limits as r (key, count, held, window_ends_at)
      select ${getKey(key, limit, window)}, 0, 1, ${timestamp(now + window.seconds * 1000)}
      ${index === 0 ? sql`` : sql`from ${step(index - 1)}`}
      on conflict (key) do update set
        count = case when ${isOver} then 0 else r.count end,
        held = case when ${isOver} then 1 else r.held + 1 end,
        window_ends_at = case when ${isOver} then excluded.window_ends_at else r.window_ends_at end
      where ${isOver} or r.count + r.held < ${window.most}
      returning r.key, extract(epoch from r.window_ends_at) * 1000 as ends)`
  })
  const taken = limit.windows.map((_, index) => sql`select * from ${step(index)}`)
  const rows = getRows(await db.execute(sql`with ${sql.join(steps, sql`, `)} ${sql.join(taken, sql` union all `)}`))
  const places = rows.map((row) => ({ key: String(row.key), endsAt: Number(row.ends) }))
  if (places.length === limit.windows.length) return places
  if (places.length > 0) await giveBack(db, places, 0)
  return undefined
}

function toHold(db: Db, places: Place[], { onFault }: Attempt): Hold {
  return {
    // A place that cannot be given back stays taken until its window is over.
    settle: (isFailure) =>
      giveBack(db, places, isFailure ? 1 : 0).catch((fault: unknown) => {
        onFault?.(fault)
      }),
  }
}

/** Gives places back, and counts a failure in each. Locks the rows in the order in which they were taken. */
async function giveBack(db: Db, places: Place[], failures: 0 | 1): Promise<void> {
  const own = sql.join(
    places.map(({ key, endsAt }, index) => sql`(${key}, ${timestamp(endsAt)}, ${index}::int)`),
    sql`, `,
  )
  await db.execute(sql`with own as (
      select r.key from rate_limits r
      join (values ${own}) as place (key, ends, step) on place.key = r.key and place.ends = r.window_ends_at
      order by place.step for update of r)
    update rate_limits r
    set held = greatest(r.held - 1, 0), count = least(r.count + ${failures}::int, ${HIGHEST_COUNT}::int)
    from own where own.key = r.key`)
}

/** Seconds until a window that is full of failures is over; 0 where it is only full of places held. */
async function secondsUntilRoom(db: Db, { key, limit, now }: Pick<Attempt, 'key' | 'limit' | 'now'>): Promise<number> {
  const keys = limit.windows.map((window) => getKey(key, limit, window))
  const rows = await db
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.windowEndsAt, new Date(now))))
  const waits = limit.windows.map((window) => {
    const row = rows.find((candidate) => candidate.key === getKey(key, limit, window))
    return row && row.count >= window.most ? Math.ceil((row.windowEndsAt.getTime() - now) / 1000) : 0
  })
  return Math.max(...waits)
}
