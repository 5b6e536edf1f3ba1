import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { countLinks, issueLink, LINK_LIVES } from '#src/domain/links/link.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { codesLocked } from '../outbox/templates/sign-in-letters.ts'
import { areCodesLocked, FAILURES_TO_LOCK, noteCodeFailure } from '../security/lock.ts'

/**
 * Locks an account's row until the transaction ends: answers for one account are checked one after another, so that
 * parallel guesses cannot run ahead of the lock that counts them. Undefined for a deleted account. (security AN7)
 */
export async function lockAccount(
  tx: Db,
  userId: string,
  now: Instant,
): Promise<{ email: string; isConfirmed: boolean; isLocked: boolean } | undefined> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
  const [row] = await tx
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt, codesLockedUntil: users.codesLockedUntil })
    .from(users)
    .where(isThere)
    .for('update')
  return row && { email: row.email, isConfirmed: row.confirmedAt !== null, isLocked: areCodesLocked(row, now) }
}

/** The lock at which its owner is notified: one may be caused by a wrong clock, two in a row hardly. */
const MAIL_AT = 2 * FAILURES_TO_LOCK

/**
 * Counts one wrong code. At the second lock in a row, and again at later ones, the owner gets a mail with a link that
 * ends it. There is one link a day: an attacker who reads the owner's mail too must not get new guesses with it.
 */
export async function noteWrongCode(
  tx: Db,
  { userId, email }: { userId: string; email: string },
  { actor, site, now }: CommandContext,
): Promise<void> {
  const lock = await noteCodeFailure(tx, userId, now)
  if (!lock || lock.failures < MAIL_AT) return
  const link = { purpose: 'end-code-lock', subjectId: userId } as const
  const mayLink = (await countLinks(tx, link, now - LINK_LIVES[link.purpose])) === 0
  if (lock.failures > MAIL_AT && !mayLink) return
  // After the #, where no server, log or referrer sees it. (security TL6)
  const path = mayLink ? `/auth#unlock=${await issueLink(tx, link, now)}` : undefined
  await enqueueMail(tx, { to: email, ...codesLocked(site, { ...lock, path }) })
  const entry = { action: 'account.lock-codes', subjectType: 'account', subjectId: userId }
  await recordAudit(tx, actor, { ...entry, after: { failures: lock.failures } })
}
