import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter, comesBefore, getPlace, type TimePlace } from '#db/keyset.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { bans } from '#db/schema/security.ts'
import { matchesWords } from '#db/search.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toCursor } from '#src/contract/page.ts'
import type { Approval, UserCounts, UserLine, UserState } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { countBannedUsers } from '../security/list-bans.ts'
import { NEWEST_FIRST, selectUsers, toUserLines } from './read-user.ts'

/** Which users a list shows. */
export type UsersQuery = PageQuery<TimePlace> & {
  /** Beginnings of words of the names, or of the address. Text without words matches everyone. */
  q?: string | undefined
  approval?: Approval | undefined
  role?: Role | undefined
  state?: UserState | undefined
}

/**
 * Users, the newest first; those who wait for a decision the other way round, who waits longest first. Without a state,
 * deleted accounts are left out, and of those who wait also those whose address is not confirmed: nothing can be decided
 * about them yet.
 */
export async function listUsers(db: Db, ask: UsersQuery, now: Instant): Promise<Page<UserLine>> {
  const rows = await usersQuery(db, ask, now, ask.q ? await matchUsers(db, ask.q) : undefined)
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  const micros = last && (ask.approval === undefined ? last.userMicros : last.profileMicros)
  return {
    items: await toUserLines(db, shown, now),
    nextCursor: last && micros !== undefined && rows.length > ask.limit ? toCursor([micros, last.id]) : null,
  }
}

/** The question such a page asks, for one row more than it shows. `found` is what `lookUp` found of its words. */
export function usersQuery(db: Db, ask: UsersQuery, now: Instant, found?: UserMatch) {
  const { after, limit, approval } = ask
  const byProfile = [profiles.createdAt, profiles.id]
  const isQueue = approval === 'pending'
  const comes = isQueue ? comesAfter : comesBefore
  const from = after && comes(approval === undefined ? [users.createdAt, users.id] : byProfile, getPlace(after))
  const order = approval === undefined ? NEWEST_FIRST : byProfile.map((column) => (isQueue ? asc : desc)(column))
  const wanted = and(...getFilters(db, ask, now), from)
  return selectUsers(db)
    .where(found ? inArray(users.id, foundIds(db, found, { wanted, order, limit: limit + 1 })) : wanted)
    .orderBy(...order)
    .limit(limit + 1)
}

function getFilters(db: Db, { approval, role, state }: UsersQuery, now: Instant): (SQL | undefined)[] {
  return [
    isInState(db, state, now),
    approval && eq(profiles.approval, approval),
    approval === 'pending' && state === undefined ? isNotNull(users.emailConfirmedAt) : undefined,
    role && inArray(users.id, db.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, role))),
  ]
}

function isInState(db: Db, state: UserState | undefined, now: Instant): SQL | undefined {
  if (state === 'deleted') return isNotNull(users.deletedAt)
  if (state === 'unconfirmed') return and(isNull(users.deletedAt), isNull(users.emailConfirmedAt))
  return and(isNull(users.deletedAt), state === 'banned' ? inArray(users.id, bannedIds(db, now)) : undefined)
}

/** Subjects of other bans are no ids; whichever is looked at first, none of them is read as one. */
function bannedIds(db: Db, now: Instant) {
  const id = sql<string>`case when ${bans.subjectType} = 'user' then ${bans.subject}::uuid end`
  const moment = sql`${new Date(now).toISOString()}::timestamptz`
  const isInForce = sql`${bans.liftedAt} is null and (${bans.expiresAt} is null or ${bans.expiresAt} > ${moment})`
  return db
    .select({ id })
    .from(bans)
    .where(and(eq(bans.subjectType, 'user'), isInForce))
}

type First = { wanted: SQL | undefined; order: SQL[]; limit: number }

/** The first so many by name and the first so many by address, since no index answers both at once. */
function foundIds(db: Db, { byName, byAddress }: UserMatch, { wanted, order, limit }: First) {
  const first = (match: SQL) =>
    db
      .select({ id: users.id })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(and(match, wanted))
      .orderBy(...order)
      .limit(limit)
  return first(byName).union(first(byAddress))
}

/** How many wait for a person, and how many there are of what is rare. */
export async function countUsers(db: Db, now: Instant): Promise<UserCounts> {
  const isUnconfirmed = and(isNull(users.deletedAt), isNull(users.emailConfirmedAt))
  return {
    pending: await countPending(db),
    unconfirmed: await db.$count(users, isUnconfirmed),
    banned: await countBannedUsers(db, now),
  }
}

/**
 * The address is confirmed and the account is still there. The few who wait are looked up one by one; joined, the database
 * may read everybody for it.
 */
export const canBeDecided = sql`(select ${users.emailConfirmedAt} is not null and ${users.deletedAt} is null from ${users}
  where ${eq(users.id, profiles.id)})`

/** How many registrations can be decided. */
export async function countPending(db: Db): Promise<number> {
  const [row] = await db
    .select({ pending: count() })
    .from(profiles)
    .where(and(eq(profiles.approval, 'pending'), canBeDecided))
  return row?.pending ?? 0
}

/** The people whose names or email address contain the words of a search. */
type UserMatch = { byName: SQL; byAddress: SQL }

/** More than this are so many that the first of them are met soon by walking through the newest. */
const MANY = 2_000

/**
 * Looks the words up in their indexes before anything else is asked. PostgreSQL cannot tell how many have a beginning of a
 * word: where it expects many and there are none, it would read everybody's words. Undefined without words.
 */
export async function matchUsers(db: Db, q: string): Promise<UserMatch | undefined> {
  const asked = userMatchQueries(db, q)
  if (!asked) return undefined
  const named = idsIn(await db.execute(asked.named))
  const addressed = idsIn(await db.execute(asked.addressed))
  return {
    byName: named.length > MANY ? asked.byName : inArray(users.id, named),
    byAddress: addressed.length > MANY ? asked.byAddress : inArray(users.id, addressed),
  }
}

/** The two questions it asks, and what each looks for. */
export function userMatchQueries(db: Db, q: string) {
  const byName = matchesWords([profiles.username, profiles.fullName], q)
  const byAddress = matchesWords([users.email], q)
  if (!byName || !byAddress) return undefined
  const named = limitToFew(db.select({ id: profiles.id }).from(profiles).where(byName).getSQL())
  const addressed = limitToFew(db.select({ id: users.id }).from(users).where(byAddress).getSQL())
  return { byName, byAddress, named, addressed }
}

/** Materialized, it is planned for all of them, by the index; it is read only as far as it is asked for. */
function limitToFew(query: SQL): SQL {
  return sql`with found as materialized (${query}) select id from found limit ${MANY + 1}`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
function idsIn(answer: unknown): string[] {
  return (answer as { rows: { id: string }[] }).rows.map(({ id }) => id)
}
