import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toMicros, toMillis } from '#db/keyset.ts'
import { authFactors, oauthAccounts, profiles, sessions, userRoles, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BanInForce, BanLine, UserLine, UserRecord } from '#src/contract/user.ts'
import { ROLES } from '#src/contract/viewer.ts'
import { actorName, readUsernames, type Usernames } from '../audit/actor-names.ts'
import { countRecoveryCodes, listFactors } from '../factors/list-factors.ts'
import { type BanRow, bansInForce, readBansOn } from '../security/list-bans.ts'
import { listSessions } from './end-sessions.ts'
import { GOOGLE } from './google-account.ts'
import { rolesOfUser, toRoles, usableHash } from './person.ts'

/** The position of a user in the list, by registration, and in the queue, by the age of the profile. */
const columns = {
  id: users.id,
  email: users.email,
  createdAt: users.createdAt,
  confirmedAt: users.emailConfirmedAt,
  deletedAt: users.deletedAt,
  username: profiles.username,
  fullName: profiles.fullName,
  approval: profiles.approval,
  approvalReason: profiles.approvalReason,
  roles: rolesOfUser(),
  // The tables' names are spelled out: inside a subquery nothing else tells the columns apart.
  factorCount: sql<number>`(select count(*)::int from ${authFactors} f
    where f.user_id = ${users}.id and f.status = 'verified'
    and f.created_at > coalesce(${users}.factors_expired_at, '-infinity'))`,
  lastSeenAt: toMillis(sql`greatest(
    (select max(s.last_seen_at) from ${sessions} s where s.user_id = ${users}.id),
    (select max(a.at) from ${authAttempts} a where a.user_id = ${users}.id::text and a.is_success))`),
  userMicros: toMicros(users.createdAt),
  profileMicros: toMicros(profiles.createdAt),
}

/** The query for lines of users, to be filtered and ordered. */
export function selectUsers(db: Db) {
  return db.select(columns).from(users).innerJoin(profiles, eq(profiles.id, users.id)).$dynamic()
}

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** Rows with their bans in force, in the shape of the API; one query for all. */
export async function toUserLines(db: Db, rows: readonly UserRow[], now: Instant): Promise<UserLine[]> {
  const inForce = await bansInForce(db, { subjectType: 'user', subjects: rows.map(({ id }) => id) }, now)
  const bans = new Map<string, BanInForce>()
  for (const { subject, reason, expiresAt } of inForce)
    if (!bans.has(subject)) bans.set(subject, { reason, until: expiresAt })
  return rows.map((row) => toUserLine(row, bans.get(row.id) ?? null))
}

function toUserLine(row: UserRow, ban: BanInForce | null): UserLine {
  const { id, username, fullName, approval, approvalReason, factorCount, lastSeenAt } = row
  const isDeleted = row.deletedAt !== null
  return {
    id,
    username,
    fullName,
    email: isDeleted ? null : row.email,
    approval,
    approvalReason,
    roles: toRoles(row.roles),
    ban,
    isConfirmed: row.confirmedAt !== null,
    isDeleted,
    factorCount,
    createdAt: row.createdAt.getTime(),
    lastSeenAt,
  }
}

/** Newest first, spelled as the index on `users` has it. */
export const NEWEST_FIRST: SQL[] = [sql`${users.createdAt} desc nulls last`, sql`${users.id} desc nulls last`]

const MOST_BANS = 20

/** The viewer: their own session is marked. */
type Reader = { now: Instant; sessionId: string | null }

/** A person with everything that can be decided about them. Throws `not_found`. */
export async function readUser(db: Db, id: string, { now, sessionId }: Reader): Promise<UserRecord> {
  const [row] = await selectUsers(db).where(eq(users.id, id))
  const [line] = row ? await toUserLines(db, [row], now) : []
  if (!line) throw new Failure('not_found', NOT_FOUND.account)
  const { decided, account } = await readStanding(db, id)
  const grants = await db.select().from(userRoles).where(eq(userRoles.userId, id))
  const bans = await readBansOn(db, 'user', id, MOST_BANS)
  const isGoogle = and(eq(oauthAccounts.userId, id), eq(oauthAccounts.provider, GOOGLE))
  const [google] = await db.select({ at: oauthAccounts.createdAt }).from(oauthAccounts).where(isGoogle)
  const actors = [decided.by, ...grants.map(({ grantedBy }) => grantedBy), ...bans.map(({ actor }) => actor)]
  const names = await readUsernames(db, actors)
  const isLocked = account.lockedUntil !== null && account.lockedUntil.getTime() > now
  return {
    ...line,
    approvalDecidedAt: decided.at?.getTime() ?? null,
    approvalDecidedBy: actorName(names, decided.by),
    grants: grants
      .map(({ role, grantedBy, createdAt }) => ({ role, by: actorName(names, grantedBy), at: createdAt.getTime() }))
      .sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role)),
    hasPassword: account.passwordHash !== null,
    lockedUntil: isLocked ? (account.lockedUntil?.getTime() ?? null) : null,
    factors: await listFactors(db, id),
    recoveryCodesLeft: await countRecoveryCodes(db, id),
    googleLinkedAt: google?.at.getTime() ?? null,
    sessions: await listSessions(db, id, sessionId, now),
    bans: bans.map((ban) => toBanLine(ban, names)),
  }
}

async function readStanding(db: Db, id: string) {
  const { lockedUntil } = users
  const [row] = await db
    .select({
      account: { passwordHash: usableHash, lockedUntil },
      decided: { at: profiles.approvalDecidedAt, by: profiles.approvalDecidedBy },
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.account)
  return row
}

/** A ban in the shape of the API. */
export function toBanLine({ id, reason, actor, createdAt, expiresAt, liftedAt }: BanRow, names: Usernames): BanLine {
  return {
    id,
    reason,
    by: actorName(names, actor),
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    liftedAt: liftedAt?.getTime() ?? null,
  }
}
