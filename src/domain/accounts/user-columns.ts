import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { microsOf, millisOf } from '#db/keyset.ts'
import { authFactors, profiles, sessions, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BanInForce, UserLine } from '#src/contract/user.ts'
import { bansInForce } from '../security/list-bans.ts'
import { rolesOfUser, toRoles } from './read-person.ts'

/** Where a user stands in the list by registration, and in the queue by the age of the profile. */
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
    where f.user_id = ${users}.id and f.status = 'verified')`,
  lastSeenAt: millisOf(sql`greatest(
    (select max(s.last_seen_at) from ${sessions} s where s.user_id = ${users}.id),
    (select max(a.at) from ${authAttempts} a where a.user_id = ${users}.id::text and a.is_success))`),
  userMicros: microsOf(users.createdAt),
  profileMicros: microsOf(profiles.createdAt),
}

/** The question for lines of users, to be narrowed and ordered. */
export function selectUsers(db: Db) {
  return db.select(columns).from(users).innerJoin(profiles, eq(profiles.id, users.id)).$dynamic()
}

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number]

/** Rows with the bans that are in force on them, as the wire has them; one query for all. */
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
