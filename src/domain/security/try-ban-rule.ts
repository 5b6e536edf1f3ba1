import { and, desc, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authAttempts } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { BanRule, BanTrial } from '#src/contract/security-overview.ts'
import { isSeen } from './attempt-spans.ts'
import { FAILURES, isNeverBanned } from './lock.ts'
import { SHARED_TIMES } from './shared-address.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

/** What `noteFailureAt` does now: the first ban lasts an hour. (security RL7) */
export const BAN_RULE: BanRule = { failures: 40, within: FAILURES.windows[0].seconds / 3600, hours: 1 }
/** A ban doubles up to a day, or stays as long as the first one where that is longer. */
const LONGEST_HOURS = 24
/** An address is shared where this many accounts signed in within the week before. */
const SHARED_BY = 3

/** What is known of an attempt. `isFailure` is what the rule counts; an attempt that a limit turned away is neither. */
export type TriedAttempt = { at: Instant; isFailure: boolean; isSuccess: boolean; userId: string | null }

type Outcome = Pick<BanTrial, 'addresses' | 'bans' | 'keptOut' | 'keptOutOfPeople' | 'people'>

/**
 * What a rule would have done to the attempts since `start`, which come in the order of time for each address. Those
 * before `start` only tell whether an address was shared. Pure. Follows `noteFailureAt`: a window opens with the first
 * failure and ends at a fixed time, every so many failures in it ban, ten times as many at a shared address, and each
 * further ban of the week lasts twice as long. An attempt during a ban is kept out and counts as nothing else.
 */
export function tryBanRule(
  rule: BanRule,
  attempts: ReadonlyMap<string, readonly TriedAttempt[]>,
  start: Instant,
): Outcome {
  const total: Outcome = { addresses: 0, bans: 0, keptOut: 0, keptOutOfPeople: 0, people: 0 }
  const people = new Set<string>()
  for (const [address, all] of attempts) {
    if (isNeverBanned(address)) continue
    const { bans, keptOut } = tryAt(rule, all, start)
    const own = new Set(
      all.flatMap(({ isSuccess, userId, at }) => (isSuccess && userId && at >= start ? [userId] : [])),
    )
    const ofPeople = keptOut.filter(({ userId }) => userId !== null && own.has(userId))
    total.addresses += bans > 0 ? 1 : 0
    total.bans += bans
    total.keptOut += keptOut.length
    total.keptOutOfPeople += ofPeople.length
    for (const { userId } of ofPeople) if (userId) people.add(userId)
  }
  return { ...total, people: people.size }
}

function tryAt(rule: BanRule, attempts: readonly TriedAttempt[], start: Instant) {
  const keptOut: TriedAttempt[] = []
  const signedIn = new Map<string, Instant>()
  let [bans, count, windowEnd, bannedUntil] = [0, 0, -Infinity, -Infinity]
  for (const attempt of attempts) {
    const { at, isFailure, isSuccess, userId } = attempt
    if (at >= start && at < bannedUntil) {
      keptOut.push(attempt)
      continue
    }
    if (isSuccess && userId) signedIn.set(userId, at)
    if (!isFailure || at < start) continue
    if (at >= windowEnd) [count, windowEnd] = [0, at + rule.within * HOUR]
    count += 1
    if (count % rule.failures !== 0) continue
    if (isSharedAt(signedIn, at) && count % (rule.failures * SHARED_TIMES) !== 0) continue
    bannedUntil = at + getHours(rule, bans) * HOUR
    bans += 1
  }
  return { bans, keptOut }
}

function isSharedAt(signedIn: ReadonlyMap<string, Instant>, now: Instant): boolean {
  let people = 0
  for (const at of signedIn.values()) if (at > now - WEEK) people += 1
  return people >= SHARED_BY
}

/** How long the next ban lasts after so many before it, in hours. */
function getHours({ hours }: BanRule, before: number): number {
  return Math.min(Math.max(LONGEST_HOURS, hours), hours * 2 ** Math.min(before, 10))
}

/** Addresses that are tried, those with the most failures, and rows that are read of them: what one answer has time for. */
const MOST_ADDRESSES = 500
const MOST_ATTEMPTS = 50_000

/**
 * What a rule would have done to the attempts of the last seven days. An attempt that met a ban at the time counts as a
 * failure, since nothing was looked at; one that met a limit does not, since it would have met it all the same.
 */
export async function readBanTrial(db: Db, rule: BanRule, now: Instant): Promise<BanTrial> {
  const start = now - WEEK
  const found = await findAddresses(db, rule, now)
  const addresses = found.slice(0, MOST_ADDRESSES)
  const rows = addresses.length === 0 ? [] : await readAttempts(db, addresses, now)
  const attempts = new Map<string, TriedAttempt[]>()
  for (const { address, at, ...attempt } of rows.slice(0, MOST_ATTEMPTS).reverse()) {
    const own = attempts.get(address) ?? []
    own.push({ ...attempt, at: at.getTime() })
    attempts.set(address, own)
  }
  const isPartial = found.length > MOST_ADDRESSES || rows.length > MOST_ATTEMPTS
  return { rule, inForce: BAN_RULE, ...tryBanRule(rule, attempts, start), isPartial }
}

const { address, at, id, isSuccess, reason, userId } = authAttempts
const isFailure = sql<boolean>`(not ${isSuccess} and ${or(isNull(reason), ne(reason, 'rate limited'))})`

/** The addresses that failed often enough to be banned at all. One walk along the index by time. */
async function findAddresses(db: Db, rule: BanRule, now: Instant): Promise<string[]> {
  const failures = sql`count(*) filter (where ${isFailure})`
  const rows = await db
    .select({ address })
    .from(authAttempts)
    .where(and(gt(at, new Date(now - WEEK)), lte(at, new Date(now)), isSeen))
    .groupBy(address)
    .having(sql`${failures} >= ${rule.failures}`)
    .orderBy(sql`${failures} desc`, address)
    .limit(MOST_ADDRESSES + 1)
  return rows.map((row) => row.address)
}

/** Their attempts of two weeks, the latest first, so that the oldest are left out where there are too many. */
function readAttempts(db: Db, addresses: string[], now: Instant) {
  return db
    .select({ address, at, isFailure, isSuccess, userId })
    .from(authAttempts)
    .where(and(inArray(address, addresses), gt(at, new Date(now - 2 * WEEK)), lte(at, new Date(now)), isSeen))
    .orderBy(desc(at), desc(id))
    .limit(MOST_ATTEMPTS + 1)
}
