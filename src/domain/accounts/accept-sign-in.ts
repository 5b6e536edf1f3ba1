import { and, eq, exists, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { signInNoticed } from '../outbox/templates/sign-in-letters.ts'

/**
 * Completes a sign-in whose password was right: forgets failures and stores `freshHash` if there is one. False if the
 * password has changed in the meantime, or if wrong passwords checked at the same time have locked the account; then
 * no one may sign in. (security AN1, RL2, SE5)
 */
export async function acceptSignIn(
  tx: Db,
  userId: string,
  { verifiedHash, freshHash, now }: { verifiedHash: string; freshHash: string | undefined; now: Instant },
): Promise<boolean> {
  const isOpen = or(isNull(users.lockedUntil), lte(users.lockedUntil, new Date(now)))
  const accepted = await tx
    .update(users)
    .set({ failedSignIns: 0, lockedUntil: null, passwordHash: freshHash ?? verifiedHash })
    .where(
      and(
        eq(users.id, userId),
        eq(users.passwordHash, verifiedHash),
        isNull(users.deletedAt),
        isNull(users.passwordExpiredAt),
        isOpen,
      ),
    )
    .returning({ id: users.id })
  return accepted.length === 1
}

const DAY = 86_400_000
/** After this long, a device counts as new: attempts are kept no longer. */
const REMEMBERED = 90 * DAY

/**
 * Mails the owner of an account about a sign-in from a device it was not used on in the last 90 days, except the very first
 * one. Call it before the sign-in itself is recorded, in the same transaction. (decision 0022)
 */
export async function noticeNewDevice(
  tx: Db,
  { userId, device }: { userId: string; device: string },
  { site, now }: { site: LetterSite; now: Instant },
): Promise<void> {
  const since = new Date(now - REMEMBERED)
  const [user] = await tx
    .select({
      email: users.email,
      isYoung: sql<boolean>`${gte(users.createdAt, since)}`,
      wasHere: wasHere(tx, userId, since),
      knowsDevice: wasHere(tx, userId, since, device),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!user || user.knowsDevice || (user.isYoung && !user.wasHere)) return
  await enqueueMail(tx, { to: user.email, ...signInNoticed(site, { device, at: now }) })
}

/** Whether there was a sign-in to this account since then, on this device or on any: by open sessions or recorded attempts. */
function wasHere(tx: Db, userId: string, since: Date, device?: string): SQL<boolean> {
  const isDevice = (column: typeof sessions.device | typeof authAttempts.device) =>
    device === undefined ? undefined : eq(column, device)
  const open = and(eq(sessions.userId, userId), gte(sessions.startedAt, since), isDevice(sessions.device))
  // A correct password without the second factor is stored with a reason, because it did not open a session.
  const isEntry = and(eq(authAttempts.isSuccess, true), isNull(authAttempts.reason))
  const entered = and(
    eq(authAttempts.userId, userId),
    isEntry,
    gte(authAttempts.at, since),
    isDevice(authAttempts.device),
  )
  const one = { one: sql`1` }
  return sql<boolean>`${or(
    exists(tx.select(one).from(sessions).where(open)),
    exists(tx.select(one).from(authAttempts).where(entered)),
  )}`
}
