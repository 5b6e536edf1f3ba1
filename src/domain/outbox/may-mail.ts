import { createHash } from 'node:crypto'
import { and, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOST_A_DAY = 5

/**
 * Whether a public form may have a mail sent to this address: at most one in 60 seconds and five in any 24 hours, over all
 * forms together. A `true` is counted, in the caller's transaction: ask it once, right before `enqueueMail`. Forms that ask
 * for the same address at the same time wait for each other. (security OB6)
 */
export async function mayMail(tx: Db, recipient: string, now: Instant): Promise<boolean> {
  const keys = keysOf(recipient)
  if (!(await take(tx, keys.minute, now, MINUTE))) return false
  const used = await tx
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, keys.day), gt(rateLimits.windowEndsAt, new Date(now))))
  const free = keys.day.find((key) => used.every((slot) => slot.key !== key))
  return free !== undefined && take(tx, free, now, DAY)
}

/** Five places for a day each: whoever finds one free makes the sixth mail wait until the first is a day old. */
function keysOf(recipient: string): { minute: string; day: string[] } {
  const hash = createHash('sha256').update(recipient.trim().toLowerCase()).digest('base64url')
  return {
    minute: `mail-minute:${hash}`,
    day: Array.from({ length: MOST_A_DAY }, (_, place) => `mail-day:${hash}:${place}`),
  }
}

/** True if the place was free; then it is taken for `span` milliseconds. One statement, so that nobody slips in between. */
async function take(tx: Db, key: string, now: Instant, span: number): Promise<boolean> {
  const windowEndsAt = new Date(now + span)
  const taken = await tx
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { count: sql`1`, windowEndsAt },
      setWhere: lte(rateLimits.windowEndsAt, new Date(now)),
    })
    .returning({ key: rateLimits.key })
  return taken.length === 1
}
