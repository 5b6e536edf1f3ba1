import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueMail, type LetterSite, signInNoticed } from '#src/domain/outbox/outbox.ts'

const DAY = 86_400_000
/** A device not seen for longer is a new one: that is how long attempts are kept. */
const REMEMBERED = 90 * DAY

/**
 * Mails the owner of an account about a sign-in from a device it was not used on in the last 90 days, except the very first
 * one. Ask it before the sign-in itself is written down, in the same transaction.
 */
export async function noticeNewDevice(
  tx: Db,
  { userId, device }: { userId: string; device: string },
  { site, now }: { site: LetterSite; now: Instant },
): Promise<void> {
  const since = new Date(now - REMEMBERED)
  const [user] = await tx
    .select({ email: users.email, since: users.createdAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!user) return
  const devices = await devicesOf(tx, userId, since)
  const isFirst = devices.length === 0 && user.since > since
  if (isFirst || devices.includes(device)) return
  await enqueueMail(tx, { to: user.email, ...signInNoticed(site, { device, at: now }) })
}

/** Where this account was signed in to since then, by sessions that stand and by the record of the door. */
async function devicesOf(tx: Db, userId: string, since: Date): Promise<string[]> {
  const open = tx
    .select({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gte(sessions.startedAt, since)))
  // A right password that still owed a second factor has a reason: nobody came in with it.
  const isEntry = and(eq(authAttempts.isSuccess, true), isNull(authAttempts.reason))
  const entered = tx
    .select({ device: sql<string>`coalesce(${authAttempts.device}, '')` })
    .from(authAttempts)
    .where(and(eq(authAttempts.userId, userId), isEntry, gte(authAttempts.at, since)))
  const rows = await open.union(entered)
  return rows.map((row) => row.device)
}
