import { and, gt, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Counted, countAttempt, keyOf } from './count-attempt.ts'
import { type Limit, waitSentence } from './limits.ts'
import { memoryOf, takeInMemory } from './memory.ts'

/** Hears why the database could not count. The attempt is counted in this process instead. */
export type OnFault = (fault: unknown) => void

/**
 * Counts one attempt under `key`, such as a caller's address key, and throws `rate_limited` past the limit, with the
 * seconds to wait and a sentence that says them. Where the database cannot count, this process does, with the same
 * limit. Give it the pool, not a transaction: what is counted must stay counted. (security RL4, RL8)
 */
export async function takeAttempt(db: Db, key: string, limit: Limit, now: Instant, onFault?: OnFault): Promise<void> {
  const wait = await secondsToWait(db, key, limit, now, onFault)
  if (wait > 0) throw new Failure('rate_limited', waitSentence(limit, wait), { retryAfter: wait })
}

/** The same for callers that decide for themselves: 0 if the attempt is within the limit, else the seconds to wait. */
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
    onFault?.(fault)
    return takeInMemory(memoryOf(db), key, limit, now)
  }
}

/** How long somebody would have to wait who tried now. Counts nothing. */
export async function peekAttempts(db: Db, key: string, limit: Limit, now: Instant): Promise<number> {
  const keys = limit.windows.map((window) => keyOf(key, limit, window))
  const rows = await db
    .select({ key: rateLimits.key, count: rateLimits.count, endsAt: rateLimits.windowEndsAt })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.windowEndsAt, new Date(now))))
  const counted = limit.windows.map((window) => {
    const row = rows.find((candidate) => candidate.key === keyOf(key, limit, window))
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
