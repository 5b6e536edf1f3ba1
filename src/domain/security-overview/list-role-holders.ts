import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { toMillis } from '#db/keyset.ts'
import { authFactors, profiles, sessions, userRoles, users } from '#db/schema/accounts.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getRank } from '#src/contract/rank.ts'
import type { AdminSession, RoleHolder } from '#src/contract/security-overview.ts'
import { rolesOfUser, toRoles } from '../accounts/person.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'

/** Far more than any site has; keeps the answer bounded. */
const MOST_HOLDERS = 500
const MOST_SESSIONS = 1_000

type Reader = { now: Instant; sessionId: string | null }

/** Everybody with a role, the highest first: their second factor, who gave the role, and their open sessions. */
export async function listRoleHolders(db: Db, reader: Reader): Promise<RoleHolder[]> {
  const rows = await selectHolders(db)
  const bySession = await listSessions(
    db,
    rows.map(({ id }) => id),
    reader,
  )
  const names = await readUsernames(
    db,
    rows.map(({ grantedBy }) => grantedBy),
  )
  return rows
    .map(({ roles, grantedAt, grantedBy, ...row }) => ({
      ...row,
      roles: toRoles(roles),
      grantedAt: grantedAt ?? 0,
      grantedBy: actorName(names, grantedBy),
      sessions: bySession.get(row.id) ?? [],
    }))
    .sort((one, other) => getRank(other.roles) - getRank(one.roles) || one.username.localeCompare(other.username))
}

/** A factor from before the moment at which all of them were declared void counts as none. */
function selectHolders(db: Db) {
  const newest = (column: 'granted_by' | 'created_at') => sql`(select r.${sql.raw(column)} from ${userRoles} r
    where r.user_id = ${users}.id order by r.created_at desc, r.role limit 1)`
  const factorSince = sql`(select min(f.created_at) from ${authFactors} f where f.user_id = ${users}.id
    and f.status = 'verified' and f.created_at >= coalesce(${users}.factors_expired_at, '-infinity'))`
  const withRole = db.select({ id: userRoles.userId }).from(userRoles)
  return db
    .select({
      id: users.id,
      username: profiles.username,
      roles: rolesOfUser(),
      factorSince: toMillis(factorSince),
      grantedAt: toMillis(newest('created_at')),
      grantedBy: sql<string>`${newest('granted_by')}`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(inArray(users.id, withRole), isNull(users.deletedAt)))
    .orderBy(desc(users.createdAt), users.id)
    .limit(MOST_HOLDERS)
}

/** Their open sessions by person, the latest used first. */
async function listSessions(
  db: Db,
  people: string[],
  { now, sessionId }: Reader,
): Promise<Map<string, AdminSession[]>> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.userId, people), gt(sessions.expiresAt, new Date(now))))
    .orderBy(desc(sessions.lastSeenAt), sessions.handle)
    .limit(MOST_SESSIONS)
  const byPerson = new Map<string, AdminSession[]>()
  for (const { id, userId, handle, device, startedAt, lastSeenAt, aal } of rows) {
    const own = byPerson.get(userId) ?? []
    const times = { startedAt: startedAt.getTime(), lastSeenAt: lastSeenAt.getTime() }
    own.push({ handle, device, ...times, aal: aal === 2 ? 2 : 1, isCurrent: id === sessionId })
    byPerson.set(userId, own)
  }
  return byPerson
}
