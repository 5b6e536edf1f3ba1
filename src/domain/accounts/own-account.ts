import { randomBytes } from 'node:crypto'
import { and, eq, exists, isNull, sql } from 'drizzle-orm'
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
import { figureWishes } from '#db/schema/figure-wishes.ts'
import type { AccountAnswer, ProfileInput } from '#src/contract/account.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { purgeAuthorLater } from '#src/domain/page-purges/page-purges.ts'
import type { CommandContext } from '../command-context.ts'
import { countRecoveryCodes, listFactors } from '../factors/list-factors.ts'
import { forgetReader } from '../forum-notices/notice-rows.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { accountDeleted } from '../outbox/templates/account-letters.ts'
import { unlinkReporter } from '../reports/read-own-reports.ts'
import { pendingEmail } from './change-email.ts'
import { requireAnotherOwner } from './change-role.ts'
import { endSessions } from './end-sessions.ts'
import { usableHash } from './person.ts'
import { orNameTaken, refuseSiteName, requireFreeName, requireNotReserved } from './usernames.ts'

/** What a person's own account page shows. Throws `not_found` for a deleted account. */
export async function readAccount(db: Db, { id, roles }: Viewer, now: Instant): Promise<AccountAnswer> {
  const { email, createdAt } = users
  const { username, fullName, approval, approvalReason } = profiles
  const google = and(eq(oauthAccounts.userId, users.id), eq(oauthAccounts.provider, 'google'))
  const [row] = await db
    .select({
      person: { email, passwordHash: usableHash, createdAt },
      profile: { username, fullName, approval, approvalReason },
      hasGoogle: sql<boolean>`${exists(db.select({ id: oauthAccounts.userId }).from(oauthAccounts).where(google))}`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!row) throw new Failure('not_found', NOT_FOUND.account)
  const { person, profile, hasGoogle } = row
  return {
    email: person.email,
    newEmail: await pendingEmail(db, id, now),
    username: profile?.username ?? '',
    fullName: profile?.fullName ?? null,
    roles,
    approval: profile?.approval ?? 'pending',
    approvalReason: profile?.approvalReason ?? null,
    registeredAt: person.createdAt.getTime(),
    hasPassword: person.passwordHash !== null,
    hasGoogle,
    factors: await listFactors(db, id),
    recoveryCodesLeft: await countRecoveryCodes(db, id),
  }
}

/**
 * Changes a person's own profile; fields left out stay. The full name is kept out of the audit log, which never
 * forgets. Throws `conflict` for a name that is taken, or resembles a taken name or the site's own, and `not_found` for
 * a deleted account, which never gets personal data again.
 */
export async function updateProfile(
  db: Db,
  userId: string,
  input: ProfileInput,
  { actor, site }: Pick<CommandContext, 'actor' | 'site'>,
): Promise<void> {
  const update = async (tx: Db) => {
    const [before] = await tx
      .select({ username: profiles.username, fullName: profiles.fullName })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update')
    if (!before) throw new Failure('not_found', NOT_FOUND.account)
    const { username = before.username, fullName = before.fullName } = input
    const fields = [username !== before.username && 'username', fullName !== before.fullName && 'fullName'].filter(
      (field) => field !== false,
    )
    if (fields.length === 0) return
    if (username !== before.username) refuseSiteName(username, site.siteName)
    await requireFreeName(tx, username, userId)
    await requireNotReserved(tx, username, userId)
    await tx
      .update(profiles)
      .set({ username, usernameKey: usernameKey(username), fullName })
      .where(eq(profiles.id, userId))
    if (username !== before.username) await purgeAuthorLater(tx, userId)
    await recordAudit(tx, actor, {
      action: 'account.update-profile',
      subjectType: 'account',
      subjectId: userId,
      before: { username: before.username },
      after: { username, fields },
    })
  }
  await orNameTaken(() => db.transaction(update))
}

/**
 * Removes the person from an account: address, password, names, factors, roles, links and sessions. The row stays, without
 * personal data, so that replies keep their place; the address is free for a new account. Throws `conflict` for the
 * last owner, `not_found` for a deleted account. (security AZ6, SE5)
 */
export async function deleteAccount(db: Db, userId: string, { actor, site, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAnotherOwner(tx, userId, now)
    const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
    const [person] = await tx.select({ email: users.email }).from(users).where(isThere).for('update')
    if (!person) throw new Failure('not_found', NOT_FOUND.account)
    await enqueueMail(tx, { to: person.email, ...accountDeleted(site, { at: now }) })
    await emptyAccount(tx, userId, new Date(now))
    await unlinkReporter(tx, userId)
    await forgetReader(tx, userId)
    await purgeAuthorLater(tx, userId)
    const sessionsEnded = await endSessions(tx, userId)
    for (const table of [
      authFactors,
      factorChallenges,
      figureWishes,
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

/** The placeholder of an address contains no @, so that it cannot be typed. */
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
