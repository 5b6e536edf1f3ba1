import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Ranked, rankRefusal } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import type { CommandContext } from '../command-context.ts'
import { readPerson, rolesOfUser, toRoles } from './read-person.ts'

/** Somebody's account, held. */
type LockedPerson = { id: string; email: string; isConfirmed: boolean; roles: Role[] }

/**
 * Holds an account's row until the transaction ends; undefined for one that is not there or deleted. The roles are read once
 * it is held: a statement that waits for the row still sees the roles from before.
 */
export async function lockPerson(tx: Db, userId: string): Promise<LockedPerson | undefined> {
  const [row] = await tx
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  if (!row) return undefined
  const [held] = await tx.select({ roles: rolesOfUser() }).from(users).where(eq(users.id, userId))
  return {
    id: userId,
    email: row.email,
    isConfirmed: row.confirmedAt !== null,
    roles: toRoles(held?.roles ?? null),
  }
}

/** Who acts, with the roles they have now and not when they were let in. Throws `forbidden` for who is banned or gone. (security SE8) */
export async function actingPerson(tx: Db, { actor, now }: Pick<CommandContext, 'actor' | 'now'>): Promise<Ranked> {
  const person = await readPerson(tx, actor.id, now)
  if (!person) throw new Failure('forbidden', 'Your account can no longer do this.')
  return person
}

/**
 * Holds the account of somebody the actor may act on. Throws `not_found` where there is none, `forbidden` with why they may
 * not.
 */
export async function lockSubject(
  tx: Db,
  userId: string,
  context: Pick<CommandContext, 'actor' | 'now'>,
  refusalOf = rankRefusal,
): Promise<LockedPerson> {
  const held = await lockPerson(tx, userId)
  if (!held) throw new Failure('not_found', 'Account not found.')
  const refusal = refusalOf(await actingPerson(tx, context), held)
  if (refusal !== null) throw new Failure('forbidden', refusal)
  return held
}
