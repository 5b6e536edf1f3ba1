import type { Instant } from './instant.ts'
import { enumerate, plural } from './plural.ts'
import type { AddressBan, BanInForce } from './user.ts'
import type { Role } from './viewer.ts'

/** What became of an attempt: let in, wrong, or turned away by a limit or a ban before anything was looked at. */
export const OUTCOMES = ['succeeded', 'failed', 'refused'] as const
export type AttemptOutcome = (typeof OUTCOMES)[number]
export type AttemptCounts = Record<AttemptOutcome, number>

/** How many are usual: the median of the same hours of earlier days or weeks, and the range around it. */
export type UsualRange = { median: number; low: number; high: number }

/** One bar of a chart: what happened from `from` on, and how many failures are usual at that time. */
export type AttemptBar = { from: Instant; counts: AttemptCounts; usual: UsualRange }

/** The attempts of a stretch of time that ends now. */
export type AttemptSpan = { counts: AttemptCounts; usual: Record<AttemptOutcome, UsualRange>; bars: AttemptBar[] }

/** An account that takes no password or no code for a while. */
export type AccountLock = {
  userId: string
  username: string
  roles: Role[]
  what: 'passwords' | 'codes'
  failures: number
  until: Instant
}

/** One open session of a person with a role. */
export type AdminSession = {
  handle: string
  device: string
  startedAt: Instant
  lastSeenAt: Instant
  /** 2 once a second factor was shown in it. */
  aal: 1 | 2
  isCurrent: boolean
}

/** A person with a role: when they got it and by whom, their second factor, and where they are signed in. */
export type RoleHolder = {
  id: string
  username: string
  roles: Role[]
  /** The first second factor that still counts; null without one. */
  factorSince: Instant | null
  /** When the newest of their roles was given, and by whom. */
  grantedAt: Instant
  grantedBy: string
  sessions: AdminSession[]
}

/**
 * Links of one purpose that still work. Private calendar addresses and sessions of the vendor portal are purposes too. `overdue` are
 * those that are older than `limit`, in milliseconds.
 */
export type LiveLinks = { purpose: string; count: number; oldest: Instant; limit: number; overdue: number }

/** A preview of an event that was shared with people without an account. */
export type SharedPreview = {
  id: string
  eventId: string
  eventName: string
  note: string
  by: string
  createdAt: Instant
  expiresAt: Instant
}

/** The first of a list, and how many there are in all. */
export type Counted<Item> = { items: Item[]; total: number }

/** How the checks of the security test ended the last time each of them ran. */
export type TestSummary = { pass: number; warn: number; fail: number; unknown: number; lastRunAt: Instant }

/** The answer of `GET /api/admin/security`. */
export type SecurityOverview = {
  at: Instant
  day: AttemptSpan
  week: AttemptSpan
  locks: AccountLock[]
  /** Bans of IP addresses and of people that are in force, the latest first. */
  addressBans: AddressBan[]
  bannedPeople: { id: string; username: string; ban: BanInForce }[]
  /** True if more are in force than are listed. */
  hasMoreBans: boolean
  holders: RoleHolder[]
  links: LiveLinks[]
  previews: Counted<SharedPreview>
  /** The newest entry of the audit log; null for an empty log. */
  auditHead: { id: number; at: Instant; hash: string } | null
  /** When the security test last found the whole log intact; null if it never did. */
  auditVerifiedAt: Instant | null
  /** Null before the security test first ran. */
  test: TestSummary | null
}

/** A rule that bans an address: after so many failures within so many hours, for so many hours. */
export type BanRule = { failures: number; within: number; hours: number }

/** The least and the most of each part of a rule that can be tried. */
const BAN_RULE_RANGES = {
  failures: [5, 1000],
  within: [1, 24],
  hours: [1, 168],
} as const satisfies Record<keyof BanRule, readonly [least: number, most: number]>

/** What is wrong with a part of a rule as somebody typed it; undefined if nothing is. */
export function ruleFault(part: keyof BanRule, typed: string): string | undefined {
  const [least, most] = BAN_RULE_RANGES[part]
  const isWhole = /^\d{1,4}$/.test(typed)
  const isWithin = isWhole && Number(typed) >= least && Number(typed) <= most
  return isWithin ? undefined : `Enter a whole number from ${least} to ${most}`
}

/** What such a rule would have done to the attempts of the last seven days. */
export type BanTrial = {
  rule: BanRule
  /** The rule in force. */
  inForce: BanRule
  addresses: number
  bans: number
  /** Attempts that would have met a ban. */
  keptOut: number
  /** Those of them that came from accounts which signed in from the same address that week, and how many accounts these are. */
  keptOutOfPeople: number
  people: number
  /** True if only the addresses with the most failures were tried. */
  isPartial: boolean
}

/** Something on this screen that needs a person, and which part of the screen shows it. */
export type Concern = { part: 'attempts' | 'locks' | 'sessions' | 'factors' | 'test'; sentence: string }

const DAY = 86_400_000
/** A session of a person with a role that nobody used for so long is more likely forgotten than needed. */
const IDLE = 7 * DAY
/** Names that a sentence lists. */
const MOST_NAMES = 3

type Judged = Pick<SecurityOverview, 'at' | 'day' | 'locks' | 'holders' | 'test'>

/** What needs a person, the most urgent first. Pure: everything it knows is on the screen. */
export function getConcerns(overview: Judged): Concern[] {
  return [
    ...judgeTest(overview),
    ...judgeAttempts(overview),
    ...judgeLocks(overview),
    ...judgeFactors(overview),
    ...judgeSessions(overview),
  ]
}

/** `Nothing needs your attention.`, `1 thing needs your attention.`, `2 things need your attention.` */
export function concernSentence(concerns: readonly Concern[]): string {
  if (concerns.length === 0) return 'Nothing needs your attention.'
  return `${plural(concerns.length, 'thing')} ${concerns.length === 1 ? 'needs' : 'need'} your attention.`
}

/** True if more happened than is usual at this time. */
export function isUnusual(count: number, { high }: UsualRange): boolean {
  return count > high
}

function judgeTest({ test }: Judged): Concern[] {
  if (!test || test.fail === 0) return []
  const count = `${plural(test.fail, 'check')} of the security test ${test.fail === 1 ? 'fails' : 'fail'}.`
  return [{ part: 'test', sentence: count }]
}

const UNUSUAL: Record<'failed' | 'refused', string> = {
  failed: 'failed attempts',
  refused: 'attempts turned away by a limit or a ban',
}

function judgeAttempts({ day: { counts, usual } }: Judged): Concern[] {
  return (['failed', 'refused'] as const)
    .filter((outcome) => isUnusual(counts[outcome], usual[outcome]))
    .map((outcome) => ({
      part: 'attempts',
      sentence: `There were ${counts[outcome].toLocaleString('en-US')} ${UNUSUAL[outcome]} in the last 24 hours. Up to ${usual[outcome].high.toLocaleString('en-US')} are usual.`,
    }))
}

function judgeLocks({ locks }: Judged): Concern[] {
  const names = new Set(locks.filter(({ roles }) => roles.length > 0).map(({ username }) => username))
  if (names.size === 0) return []
  const [have, are] = names.size === 1 ? ['has', 'is'] : ['have', 'are']
  const sentence = `${listNames([...names])} ${have} a role and ${are} locked after too many wrong passwords or codes.`
  return [{ part: 'locks', sentence }]
}

function judgeFactors({ holders }: Judged): Concern[] {
  const without = holders.filter(({ factorSince }) => factorSince === null)
  if (without.length === 0) return []
  const names = listNames(without.map(({ username }) => username))
  const have = without.length === 1 ? 'has' : 'have'
  return [{ part: 'factors', sentence: `${names} ${have} a role and no second factor.` }]
}

function judgeSessions({ holders, at }: Judged): Concern[] {
  const idle = holders.flatMap(({ sessions }) => sessions).filter(({ lastSeenAt }) => lastSeenAt <= at - IDLE)
  if (idle.length === 0) return []
  const have = idle.length === 1 ? 'has' : 'have'
  return [
    {
      part: 'sessions',
      sentence: `${plural(idle.length, 'session')} of people with a role ${have} not been used for a week.`,
    },
  ]
}

function listNames(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return enumerate(rest > 0 ? [...names.slice(0, MOST_NAMES), `${rest} more`] : names)
}
