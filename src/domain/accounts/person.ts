import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Ranked, rankRefusal } from '#src/contract/rank.ts'
import { type NoAdmin, ROLES, type Role, type Viewer } from '#src/contract/viewer.ts'
import type { CommandContext } from '../command-context.ts'
import { hasLiveFactor } from '../factors/list-factors.ts'

/** Of a row of `users`: the hash that a password is compared with; null for an expired one, which opens nothing. (decision 0051) */
export const usableHash: SQL<string | null> = sql<
  string | null
>`case when ${users.passwordExpiredAt} is null then ${users.passwordHash} end`

/** What sign-in decides on. Instants as the database has them. */
export type Credentials = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'passwordHash' | 'emailConfirmedAt' | 'lockedUntil'
> & {
  isBanned: boolean
  roles: Role[]
}

/** The facts that a new password is checked against. */
export type PasswordOwner = { email: string; username: string; roles: Role[]; hasVerifiedFactor: boolean }

/** The time of a question: an instant, or the placeholder for its text in a prepared statement. */
type Moment = Instant | Placeholder

/** Columns of `users` and `profiles` that make a person, for a query that joins the two and leaves deleted accounts out. */
export const personColumns = (now: Moment) => ({
  email: users.email,
  username: profiles.username,
  approval: profiles.approval,
  roles: rolesOfUser(),
  isBanned: isBannedAt(now),
})

type PersonRow = Pick<typeof users.$inferSelect, 'email'> & {
  username: string | null
  approval: Viewer['approval'] | null
  roles: string | null
  isBanned: boolean
}

/** A person from such a row; undefined for a banned person. */
export function toPerson(id: string, row: PersonRow): Omit<Viewer, 'aal'> | undefined {
  if (row.isBanned) return undefined
  const { email, username, approval } = row
  const roles = toRoles(row.roles)
  return { id, email, username, roles, isAdmin: roles.length > 0, approval: approval ?? 'pending' }
}

/** The person behind an account as the site knows them; undefined for one that is deleted or banned. (security SE5) */
export async function readPerson(db: Db, userId: string, now: Instant): Promise<Omit<Viewer, 'aal'> | undefined> {
  const [row] = await db
    .select(personColumns(now))
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row && toPerson(userId, row)
}

/** The account of an address by its key, whatever its state. */
export async function readCredentials(db: Db, emailKey: string, now: Instant): Promise<Credentials | undefined> {
  const { id, email, emailConfirmedAt, lockedUntil } = users
  const [row] = await db
    .select({
      id,
      email,
      passwordHash: usableHash,
      emailConfirmedAt,
      lockedUntil,
      isBanned: isBannedAt(now),
      roles: rolesOfUser(),
    })
    .from(users)
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
  return row && { ...row, roles: toRoles(row.roles) }
}

/** The account that is about to get a new password; undefined for a deleted one. */
export async function readPasswordOwner(tx: Db, userId: string): Promise<PasswordOwner | undefined> {
  const [row] = await tx
    .select({
      email: users.email,
      username: profiles.username,
      roles: rolesOfUser(),
      hasVerifiedFactor: hasLiveFactor,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row && { ...row, username: row.username ?? '', roles: toRoles(row.roles) }
}

// Drizzle leaves a table's name off its columns in a query of one table, so inside a subquery they are spelled out.

/** Comma-separated, since the two drivers read arrays differently. */
export function rolesOfUser(): SQL<string | null> {
  return sql<string | null>`(select string_agg(r.role, ',') from ${userRoles} r where r.user_id = ${users}.id)`
}

/** The roles of such a list, the highest first. */
export function toRoles(list: string | null): Role[] {
  const names = list?.split(',') ?? []
  return ROLES.filter((role) => names.includes(role))
}

/** Whether the account of a row of `users` is banned. */
export function isBannedAt(now: Moment): SQL<boolean> {
  const moment = typeof now === 'number' ? new Date(now).toISOString() : now
  return sql<boolean>`exists(select 1 from ${bans} b where b.subject_type = 'user' and b.subject = ${users}.id::text
    and b.lifted_at is null and (b.expires_at is null or b.expires_at > ${moment}::timestamptz))`
}

/** Roles that may do what admins may. (product 6) */
const ADMINS: readonly Role[] = ['owner', 'admin']

/** Whether the person with this id may do what admins may: holds such a role, and is neither banned nor deleted. */
export function isAdminAt(id: SQL, now: Instant): SQL<boolean> {
  return sql<boolean>`exists(select 1 from ${users} join ${userRoles} r on r.user_id = ${users}.id
    where ${users}.id = ${id} and ${users}.deleted_at is null and ${inArray(sql`r.role`, ADMINS)} and not ${isBannedAt(now)})`
}

/** Of each of these ids that is an account: its name, and whether it may do what admins may, as `isAdminAt` sees it. */
export async function readAdmins(
  db: Db,
  ids: string[],
  now: Instant,
): Promise<Map<string, { username: string | null; fault: NoAdmin | null }>> {
  const rows = await db
    .select({ id: users.id, deletedAt: users.deletedAt, ...personColumns(now) })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, { username: row.username, fault: getFault(row) }]))
}

function getFault(row: Pick<PersonRow, 'roles' | 'isBanned'> & { deletedAt: Date | null }): NoAdmin | null {
  if (row.deletedAt) return 'deleted'
  if (row.isBanned) return 'banned'
  return toRoles(row.roles).some((role) => ADMINS.includes(role)) ? null : 'no role'
}

/** A person's account, locked. */
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
  const [locked] = await tx.select({ roles: rolesOfUser() }).from(users).where(eq(users.id, userId))
  return {
    id: userId,
    email: row.email,
    isConfirmed: row.confirmedAt !== null,
    roles: toRoles(locked?.roles ?? null),
  }
}

/**
 * The actor, with the roles they have now and not when they signed in. Throws `forbidden` if they are banned or
 * deleted. (security SE8)
 */
export async function actingPerson(tx: Db, { actor, now }: Pick<CommandContext, 'actor' | 'now'>): Promise<Ranked> {
  const person = await readPerson(tx, actor.id, now)
  if (!person) throw new Failure('forbidden', 'Your account can no longer do this.')
  return person
}

/** Locks an account that the actor may act on. Throws `not_found`, and `forbidden` with the reason. */
export async function lockSubject(
  tx: Db,
  userId: string,
  context: Pick<CommandContext, 'actor' | 'now'>,
  refusalOf = rankRefusal,
): Promise<LockedPerson> {
  const locked = await lockPerson(tx, userId)
  if (!locked) throw new Failure('not_found', NOT_FOUND.account)
  const refusal = refusalOf(await actingPerson(tx, context), locked)
  if (refusal !== null) throw new Failure('forbidden', refusal)
  return locked
}
