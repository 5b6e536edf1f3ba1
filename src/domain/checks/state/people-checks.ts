import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authFactors, profiles, sessions, userRoles, users } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { LIVE_KINDS } from '#src/contract/emergency.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enumerate, formatDuration, plural } from '#src/contract/plural.ts'
import type { LiveLinks } from '#src/contract/security-overview.ts'
import { isBannedAt } from '../../accounts/person.ts'
import { countLiveLinks, endsByItself } from '../../links/live-links.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const DAY = 86_400_000
const LONGEST_ABSENCE = 90 * DAY
/** So many failures a day are noise whatever the week was like. */
const FEW_FAILURES = 50
const UNUSUAL = 3
const ALARMING = 10

const shared = { group: 'state', every: 'round', retries: 0, blips: 0 } as const

/** Who has power over the site, and what opens it without a password. */
export const PEOPLE_CHECKS: readonly Check[] = [
  { ...shared, key: 'state.owners', title: 'Owners', mend: '/admin/users', run: countOwners },
  {
    ...shared,
    key: 'state.factors',
    title: 'Second factors of administrators',
    mend: '/admin/users',
    run: findUnprotected,
  },
  { ...shared, key: 'state.dormant', title: 'Administrators who stay away', mend: '/admin/users', run: findDormant },
  { ...shared, key: 'state.links', title: 'Live links and tokens', mend: '/admin/security', run: judgeLinks },
  { ...shared, key: 'state.attempts', title: 'Failed sign-ins', mend: '/admin/security', run: compareAttempts },
]

async function countOwners({ db, now }: CheckContext): Promise<Finding> {
  const owners = (await readPowerful(db, now)).filter(({ roles }) => roles.includes('owner')).length
  const evidence = { owners }
  if (owners >= 2) return { state: 'pass', said: `There are ${owners} owners.`, evidence }
  if (owners === 0) return { state: 'fail', said: 'There is no owner. `npm run owner` makes one.', evidence }
  return {
    state: 'warn',
    said: 'There is one owner. If that account is lost, no one can open a closed site.',
    evidence,
  }
}

async function findUnprotected({ db, now }: CheckContext): Promise<Finding> {
  const people = (await readPowerful(db, now)).filter(({ hasFactor }) => !hasFactor)
  const evidence = { usernames: people.map(({ username }) => username) }
  if (people.length === 0)
    return { state: 'pass', said: 'Every owner and administrator has a second factor.', evidence }
  const said = `${namesOf(people)} can change the site with a password alone.`
  return { state: people.some(({ roles }) => roles.includes('owner')) ? 'fail' : 'warn', said, evidence }
}

async function findDormant({ db, now }: CheckContext): Promise<Finding> {
  const people = (await readPowerful(db, now)).filter(({ seenAt }) => seenAt + LONGEST_ABSENCE < now)
  const evidence = { usernames: people.map(({ username }) => username) }
  if (people.length === 0)
    return { state: 'pass', said: 'Every owner and administrator was here in the last 90 days.', evidence }
  return { state: 'warn', said: `No sign-in for 90 days, but still with a role: ${namesOf(people)}.`, evidence }
}

type Powerful = { username: string; roles: string; hasFactor: boolean; seenAt: Instant }

/** Owners and administrators who can sign in. `seenAt` is at least when their newest role was given. */
async function readPowerful(db: Db, now: Instant): Promise<Powerful[]> {
  const roles = sql<string>`string_agg(${userRoles.role}, ',')`
  const hasFactor = sql<boolean>`exists(select 1 from ${authFactors} f where f.user_id = ${users.id} and f.status = 'verified'
    and (${users.factorsExpiredAt} is null or f.created_at > ${users.factorsExpiredAt}))`
  const lastSession = sql`(select max(s.last_seen_at) from ${sessions} s where s.user_id = ${users.id})`
  const lastSignIn = sql`(select max(a.at) from ${authAttempts} a where a.user_id = ${users.id}::text and a.is_success)`
  const seenAt = sql<number>`floor(extract(epoch from greatest(max(${userRoles.createdAt}), ${lastSession}, ${lastSignIn})) * 1000)::float8`
  const rows = await db
    .select({ id: users.id, username: profiles.username, roles, hasFactor, seenAt })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(and(inArray(userRoles.role, ['owner', 'admin']), isNull(users.deletedAt), sql`not ${isBannedAt(now)}`))
    .groupBy(users.id, profiles.username)
    .orderBy(profiles.username)
  return rows.map((row) => ({ ...row, username: row.username ?? row.id }))
}

function namesOf(people: readonly Powerful[]): string {
  const named = people.slice(0, 3).map(({ username }) => username)
  return enumerate(people.length > 3 ? [...named, `${people.length - 3} more`] : named)
}

/** A link that goes on working after its life is a fault; one that goes on with its event, or a calendar that nobody loads, is only old. */
async function judgeLinks({ db, now }: CheckContext): Promise<Finding> {
  const live = await countLiveLinks(db, now)
  const overdue = live.filter((links) => links.overdue > 0)
  const evidence = {
    live: Object.fromEntries(live.map(({ purpose, count }) => [purpose, count])),
    overdue: Object.fromEntries(overdue.map((links) => [links.purpose, links.overdue])),
  }
  const total = live.reduce((sum, { count }) => sum + count, 0)
  if (overdue.length === 0) {
    const said = `${plural(total, 'link, calendar address or session works', 'links, calendar addresses and sessions work')} without a password, none of them for too long.`
    return { state: 'pass', said, evidence }
  }
  const said = `These have worked for too long: ${enumerate(overdue.map(nameLinks))}.`
  return {
    state: overdue.some(({ limit, purpose }) => limit === 0 || endsByItself(purpose)) ? 'fail' : 'warn',
    said,
    evidence,
  }
}

function nameLinks({ purpose, overdue, limit }: LiveLinks): string {
  const name = new Map<string, string>(Object.entries(LIVE_KINDS)).get(purpose) ?? 'a kind of link that is not known'
  if (limit === 0) return `${overdue} of ${name}`
  const age =
    purpose === 'calendar-feed' ? `not loaded for ${formatDuration(limit)}` : `older than ${formatDuration(limit)}`
  return `${overdue} of “${name}” (${age})`
}

/** Compares a day with the days of the week before it. */
async function compareAttempts({ db, now }: CheckContext): Promise<Finding> {
  const failed = and(eq(authAttempts.isSuccess, false), eq(authAttempts.attemptType, 'signin'))
  const countBetween = (from: Instant, until: Instant) =>
    db.$count(authAttempts, and(failed, sql`${authAttempts.at} > ${at(from)}`, sql`${authAttempts.at} <= ${at(until)}`))
  const today = await countBetween(now - DAY, now)
  const usual = Math.round((await countBetween(now - 8 * DAY, now - DAY)) / 7)
  const evidence = { today, usual }
  const said = `${plural(today, 'sign-in')} failed in the last 24 hours; ${usual} a day is usual.`
  const isNoise = today < FEW_FAILURES || today < usual * UNUSUAL
  if (isNoise) return { state: 'pass', said, evidence }
  return { state: today >= Math.max(FEW_FAILURES, usual) * ALARMING ? 'fail' : 'warn', said, evidence }
}

function at(instant: Instant) {
  return sql`${new Date(instant).toISOString()}::timestamptz`
}
