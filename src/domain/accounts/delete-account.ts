import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  authFactors,
  factorChallenges,
  knownDevices,
  linkTokens,
  oauthAccounts,
  profiles,
  recoveryCodes,
  usernameHolds,
  userRoles,
  users,
} from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { purgeAuthorLater } from '#src/domain/page-purges/page-purge.ts'
import type { CommandContext } from '../command-context.ts'
import { forgetReader } from '../forum-notices/forget-reader.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { accountDeleted } from '../outbox/templates/account-deleted.ts'
import { unlinkReporter } from '../reports/unlink-reporter.ts'
import { requireAnotherOwner } from './change-role.ts'
import { endSessions } from './sessions-of.ts'

/**
 * Takes the person out of an account: address, password, names, factors, roles, links and sessions. The row stays, without
 * anybody in it, so that what others answered to stays; the address is free for a new account. Throws `conflict` for the
 * last owner, `not_found` for an account that is gone. (security AZ6, SE5)
 */
export async function deleteAccount(db: Db, userId: string, { actor, site, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAnotherOwner(tx, userId, now)
    const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
    const [person] = await tx.select({ email: users.email }).from(users).where(isThere).for('update')
    if (!person) throw new Failure('not_found', 'Account not found.')
    await enqueueMail(tx, { to: person.email, ...accountDeleted(site, { at: now }) })
    await emptyAccount(tx, userId, new Date(now))
    await unlinkReporter(tx, userId)
    await forgetReader(tx, userId)
    await purgeAuthorLater(tx, userId)
    const sessionsEnded = await endSessions(tx, userId)
    for (const table of [
      authFactors,
      factorChallenges,
      knownDevices,
      recoveryCodes,
      oauthAccounts,
      userRoles,
      usernameHolds,
    ])
      await tx.delete(table).where(eq(table.userId, userId))
    await tx.delete(linkTokens).where(eq(linkTokens.subjectId, userId))
    const entry = { action: 'account.delete', subjectType: 'account', subjectId: userId }
    await recordAudit(tx, actor, { ...entry, after: { sessionsEnded } })
  })
}

/** What stands in place of an address has no @ in it, so that nobody ever types it. */
async function emptyAccount(tx: Db, userId: string, deletedAt: Date): Promise<void> {
  const nobody = `deleted:${userId}`
  await tx
    .update(users)
    .set({
      email: nobody,
      emailKey: nobody,
      passwordHash: null,
      emailConfirmedAt: null,
      failedSignIns: 0,
      lockedUntil: null,
      failedCodes: 0,
      codesLockedUntil: null,
      deletedAt,
    })
    .where(eq(users.id, userId))
  const username = `deleted-${randomBytes(7).toString('hex')}`
  const unnamed = { username, usernameKey: usernameKey(username), fullName: null, approvalReason: null }
  await tx.update(profiles).set(unnamed).where(eq(profiles.id, userId))
}
