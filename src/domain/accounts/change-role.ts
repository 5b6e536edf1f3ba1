import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, factorChallenges, recoveryCodes, userRoles, users } from '#db/schema/accounts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { RANK_SENTENCE, resetRefusal } from '#src/contract/rank.ts'
import { LAST_OWNER } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { purgeAuthorLater } from '#src/domain/page-purges/page-purges.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { factorsReset } from '../outbox/templates/sign-in-letters.ts'
import { endSessions } from './end-sessions.ts'
import { isBannedAt, lockSubject } from './person.ts'

type RoleChange = { userId: string; role: Role }

/**
 * Assigns a role. Only owners may, and not to themselves. Its new holder has to sign in again. Their present
 * password is not checked, because only its hash is known: their next one needs 15 characters, or 8 beside a second
 * factor. Throws `forbidden`, `conflict` for a banned person, or `not_found` for an account that does not exist or has
 * no confirmed address, because such a registration may vanish again. (architecture 8: roles, passwords, security AZ6,
 * SE3)
 */
export async function grantRole(db: Db, { userId, role }: RoleChange, actor: Actor, now: Instant): Promise<void> {
  if (userId === actor.id) throw new Failure('forbidden', RANK_SENTENCE.ownRole)
  await db.transaction(async (tx) => {
    await requireOwner(tx, actor.id, now)
    await requireAccount(tx, userId, now)
    const granted = await tx
      .insert(userRoles)
      .values({ userId, role, grantedBy: actor.id })
      .onConflictDoNothing()
      .returning({ role: userRoles.role })
    if (granted.length === 0) return
    await endSessions(tx, userId)
    await purgeAuthorLater(tx, userId)
    await recordAudit(tx, actor, { action: 'role.grant', subjectType: 'account', subjectId: userId, after: { role } })
  })
}

/**
 * Takes a role away; the person is signed out everywhere. Owners alone may, of themselves too, but never the last one.
 * Throws `forbidden`, or `conflict` for the last owner. (security AZ6, SE5)
 */
export async function revokeRole(db: Db, { userId, role }: RoleChange, actor: Actor, now: Instant): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwner(tx, actor.id, now)
    if (role === 'owner') await requireAnotherOwner(tx, userId, now)
    const revoked = await tx
      .delete(userRoles)
      .where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
      .returning({ role: userRoles.role })
    if (revoked.length === 0) return
    await endSessions(tx, userId)
    await purgeAuthorLater(tx, userId)
    await recordAudit(tx, actor, { action: 'role.revoke', subjectType: 'account', subjectId: userId, before: { role } })
  })
}

/**
 * Throws `conflict` if no other owner would be left who can act: banned and deleted ones cannot.
 * Holds every owner's row until the transaction ends, so that two who go at the same time do not both see the other stay.
 * (security AZ6)
 */
export async function requireAnotherOwner(tx: Db, userId: string, now: Instant): Promise<void> {
  const { all, able } = await lockOwners(tx, now)
  if (!all.includes(userId) || able.some((id) => id !== userId)) return
  throw new Failure('conflict', LAST_OWNER)
}

/** Throws `forbidden` unless this person is an owner who can act. Holds every owner's row until the transaction ends. */
export async function requireOwner(tx: Db, actorId: string, now: Instant): Promise<void> {
  const { able } = await lockOwners(tx, now)
  if (!able.includes(actorId)) throw new Failure('forbidden', RANK_SENTENCE.ownersAssign)
}

/**
 * All owners, and those of them who can act. The rows are locked first, so that a ban by the previous holder of the
 * lock counts.
 */
async function lockOwners(tx: Db, now: Instant): Promise<{ all: string[]; able: string[] }> {
  const rows = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'owner'))
    .orderBy(userRoles.userId)
    .for('update')
  const all = rows.map((row) => row.userId)
  const owners = await tx
    .select({ id: users.id, isBanned: isBannedAt(now) })
    .from(users)
    .where(and(inArray(users.id, all), isNull(users.deletedAt)))
  return { all, able: owners.filter(({ isBanned }) => !isBanned).map(({ id }) => id) }
}

async function requireAccount(tx: Db, userId: string, now: Instant): Promise<void> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt), isNotNull(users.emailConfirmedAt))
  const [found] = await tx
    .select({ isBanned: isBannedAt(now) })
    .from(users)
    .where(isThere)
  if (!found) throw new Failure('not_found', NOT_FOUND.account)
  if (found.isBanned) throw new Failure('conflict', 'This account is banned. Lift the ban first.')
}

/**
 * Removes every second factor, passkey and recovery code of a person who has lost them, signs them out everywhere and
 * notifies them by mail. Does nothing if there is nothing to remove. `aal` is the level of the session that asks.
 * Throws `not_found`, and `forbidden` if the account has a role and the actor is not an owner with a second factor.
 * (architecture 8, security AZ6)
 */
export async function resetFactors(
  db: Db,
  { userId, aal }: { userId: string; aal: 1 | 2 },
  { actor, site, now }: CommandContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { email } = await lockSubject(tx, userId, { actor, now }, (person, subject) =>
      resetRefusal({ ...person, aal }, subject),
    )
    const removed = await tx
      .delete(authFactors)
      .where(eq(authFactors.userId, userId))
      .returning({ factorType: authFactors.factorType, friendlyName: authFactors.friendlyName })
    const codes = await tx
      .delete(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId))
      .returning({ userId: recoveryCodes.userId })
    if (removed.length + codes.length === 0) return
    await tx.delete(factorChallenges).where(eq(factorChallenges.userId, userId))
    await tx.update(users).set({ failedCodes: 0, codesLockedUntil: null }).where(eq(users.id, userId))
    const sessionsEnded = await endSessions(tx, userId)
    await enqueueMail(tx, { to: email, ...factorsReset(site, { at: now }) })
    const entry = { action: 'account.reset-factors', subjectType: 'account', subjectId: userId }
    const before = { factors: removed, recoveryCodeCount: codes.length }
    await recordAudit(tx, actor, { ...entry, before, after: { sessionsEnded } })
  })
}
