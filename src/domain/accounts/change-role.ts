import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Role } from '#src/contract/viewer.ts'
import { type Actor, recordAudit } from '#src/domain/audit/audit.ts'
import { endSessions } from './sessions-of.ts'

type RoleChange = { userId: string; role: Role }

/**
 * Gives a role. Owners alone may, and nobody to themselves. Whoever gets one signs in anew. Throws `forbidden`, or
 * `not_found` for an account that is not there, or whose address nobody has confirmed: such a registration may vanish again.
 * (design 8: roles, security AZ6, SE3)
 */
export async function grantRole(db: Db, { userId, role }: RoleChange, actor: Actor): Promise<void> {
  if (userId === actor.id) throw new Failure('forbidden', 'Nobody can give a role to themselves.')
  await db.transaction(async (tx) => {
    await requireOwner(tx, actor.id)
    await requireAccount(tx, userId)
    const granted = await tx
      .insert(userRoles)
      .values({ userId, role, grantedBy: actor.id })
      .onConflictDoNothing()
      .returning({ role: userRoles.role })
    if (granted.length === 0) return
    await endSessions(tx, userId)
    await recordAudit(tx, actor, { action: 'role.grant', subjectType: 'account', subjectId: userId, after: { role } })
  })
}

/**
 * Takes a role away; the person is signed out everywhere. Owners alone may, of themselves too, but never the last one.
 * Throws `forbidden`, or `conflict` for the last owner. (security AZ6, SE5)
 */
export async function revokeRole(db: Db, { userId, role }: RoleChange, actor: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwner(tx, actor.id)
    if (role === 'owner') await requireAnotherOwner(tx, userId)
    const revoked = await tx
      .delete(userRoles)
      .where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
      .returning({ role: userRoles.role })
    if (revoked.length === 0) return
    await endSessions(tx, userId)
    await recordAudit(tx, actor, { action: 'role.revoke', subjectType: 'account', subjectId: userId, before: { role } })
  })
}

/**
 * Throws `conflict` if nobody else would be an owner without this one. Holds every owner's row until the transaction ends,
 * so that two who go at the same time do not both see the other stay.
 */
export async function requireAnotherOwner(tx: Db, userId: string): Promise<void> {
  const owners = await lockOwners(tx)
  if (owners.includes(userId) && owners.length === 1) {
    throw new Failure('conflict', 'The last owner has to stay. Make somebody else an owner first.')
  }
}

async function requireOwner(tx: Db, actorId: string): Promise<void> {
  if (!(await lockOwners(tx)).includes(actorId)) throw new Failure('forbidden', 'Only owners may change roles.')
}

async function lockOwners(tx: Db): Promise<string[]> {
  const rows = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'owner'))
    .orderBy(userRoles.userId)
    .for('update')
  return rows.map((row) => row.userId)
}

async function requireAccount(tx: Db, userId: string): Promise<void> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt), isNotNull(users.emailConfirmedAt))
  const found = await tx.select({ id: users.id }).from(users).where(isThere)
  if (found.length === 0) throw new Failure('not_found', 'There is no such account.')
}
