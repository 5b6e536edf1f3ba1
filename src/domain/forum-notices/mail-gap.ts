import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'

/** Between two mails to one reader at least so long, in milliseconds: a lively topic fills no mailbox. */
const MAIL_GAP = 10 * 60_000

/** Takes the turn of a mail to somebody, in the caller's transaction; when it comes too soon, resolves with when it may go. */
export async function takeMailTurn(tx: Db, userId: string, now: Instant): Promise<Instant | null> {
  const { key, count, windowEndsAt } = rateLimits
  const name = `forum-mail:${userId}`
  const turn = { count: 1, windowEndsAt: new Date(now + MAIL_GAP) }
  const isOver = lte(windowEndsAt, new Date(now))
  const taken = await tx
    .insert(rateLimits)
    .values({ key: name, ...turn })
    .onConflictDoUpdate({ target: key, set: { ...turn, count: sql`${count} + 1` }, setWhere: isOver })
    .returning({ key })
  if (taken.length > 0) return null
  const [last] = await tx.select({ windowEndsAt }).from(rateLimits).where(eq(key, name))
  return last?.windowEndsAt.getTime() ?? now + MAIL_GAP
}
