import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { endLinks } from '#src/domain/links/link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { passwordChanged } from '../outbox/templates/account-letters.ts'
import { endSessions } from './end-sessions.ts'
import { type PasswordOwner, readPasswordOwner, usableHash } from './person.ts'

/** A person who is about to change their own password, and what is compared with the current one. */
export type PasswordHolder = PasswordOwner & {
  /** Null for an account without a password, and for one that has expired. */
  passwordHash: string | null
  /** Of a password that has expired; it must not be chosen again. */
  expiredHash: string | null
  lockedUntil: Date | null
  /** When the address was confirmed; null before. */
  confirmedAt: Date | null
}

/**
 * Undefined for a deleted account and, if a session is given, once it has ended: a change ends it in the transaction that
 * replaces the password, so that no request sent beside it is compared with the new one and counted as wrong. (security RL2)
 */
export async function readPasswordHolder(
  db: Db,
  userId: string,
  sessionId?: string,
): Promise<PasswordHolder | undefined> {
  const { passwordHash: stored, passwordExpiredAt, lockedUntil, emailConfirmedAt: confirmedAt } = users
  const expiredHash = sql<string | null>`case when ${passwordExpiredAt} is not null then ${stored} end`
  const [row] = await db
    .select({ passwordHash: usableHash, expiredHash, lockedUntil, confirmedAt })
    .from(users)
    .where(and(eq(users.id, userId), sessionId === undefined ? undefined : inArray(users.id, ownerOf(db, sessionId))))
  const owner = row && (await readPasswordOwner(db, userId))
  return owner && { ...row, ...owner }
}

function ownerOf(db: Db, sessionId: string) {
  return db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.id, sessionId))
}

/**
 * Replaces the checked password with a new one. Ends every other session, and every reset and address change
 * that was requested before. False if the password has changed in the meantime. (security SE3, SE5)
 */
export async function replacePassword(
  tx: Db,
  userId: string,
  { verifiedHash, passwordHash }: { verifiedHash: string | null; passwordHash: string },
  { actor, site, now }: { actor: Actor; site: LetterSite; now: Instant },
): Promise<boolean> {
  const isSame = sql`${usableHash} is not distinct from ${verifiedHash}`
  const [user] = await tx
    .update(users)
    .set({ passwordHash, passwordExpiredAt: null, failedSignIns: 0, lockedUntil: null })
    .where(and(eq(users.id, userId), isSame, isNull(users.deletedAt)))
    .returning({ email: users.email })
  if (!user) return false
  await endAccess(tx, userId, now)
  await enqueueMail(tx, { to: user.email, ...passwordChanged(site, { at: now }) })
  await recordAudit(tx, actor, { action: 'account.change-password', subjectType: 'account', subjectId: userId })
  return true
}

/** Ends what the old password opened or requested; returns the number of sessions. */
export async function endAccess(tx: Db, userId: string, now: Instant): Promise<number> {
  for (const purpose of ['password-reset', 'end-code-lock', 'change-email'] as const)
    await endLinks(tx, { purpose, subjectId: userId }, now)
  return endSessions(tx, userId)
}
