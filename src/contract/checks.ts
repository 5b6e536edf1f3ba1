import type { Instant } from './instant.ts'
import { plural } from './plural.ts'
import { STATE_OF_SITE } from './site-mode.ts'

/** The screen that shows them. */
export const SECURITY_TEST = 'Security test'

/** What a check found. `unknown` means that it could not run, which is neither good nor bad news. */
export type CheckState = 'pass' | 'warn' | 'fail' | 'unknown'

/** The states in words, worst first. */
export const CHECK_STATE_LABELS = {
  fail: 'Failed',
  warn: 'Warning',
  unknown: 'Could not run',
  pass: 'Passed',
} as const satisfies Record<CheckState, string>

/** The groups of checks in the order in which they are shown. */
export const CHECK_GROUPS = {
  headers: 'Security headers',
  csp: 'Content security policy',
  cookies: 'Cookies',
  tls: 'Encrypted connection',
  routes: 'Access to routes',
  redirects: 'Redirects',
  limits: 'Rate limits',
  data: 'Private data',
  pages: 'Published pages',
  state: STATE_OF_SITE,
  mail: 'Sending of mail',
  clock: 'Clock',
} as const

export type CheckGroup = keyof typeof CHECK_GROUPS

/**
 * A check throws this when its means are missing: no TLS on this machine, the site does not answer. The message is one of our
 * own sentences and is shown to admins.
 */
export class CouldNotRun extends Error {
  override name = 'CouldNotRun'
}

/** Why a round of checks was run. */
export type CheckTrigger = 'asked' | 'daily' | 'deploy'

/** One round: a run of all checks that are due. */
export type CheckRound = {
  id: string
  trigger: CheckTrigger
  /** Who asked for it: a username, or `Scheduler`, `Command line`. */
  by: string
  requestedAt: Instant
  startedAt: Instant | null
  finishedAt: Instant | null
  /** The revision of the site that was live when the round began; null if it could not be read. */
  liveRevision: number | null
  /** How many checks found what, so far. */
  counts: Record<CheckState, number>
  /** How many checks belong to the round. */
  total: number
}

/** One run of one check in the history of it. */
export type CheckMark = { at: Instant; state: CheckState; said: string }

/** How the last run of a check compares with the run before it. */
export type CheckChange = 'new' | 'mended' | 'unchanged'

/** While a check is muted, its failures are recorded and not announced. */
export type CheckMute = { until: Instant; by: string; reason: string }

/** The last result of one check. */
export type CheckResult = {
  key: string
  group: CheckGroup
  title: string
  /** Where it is mended: an address of the admin area, or a heading of the documentation. */
  mend: string
  /** Null for a check that has not run yet. */
  state: CheckState | null
  said: string | null
  evidence: Record<string, unknown> | null
  at: Instant | null
  since: Instant | null
  /** Failures in a row, and how many of them are tolerated before they count. */
  blips: number
  tolerated: number
  change: CheckChange
  /** When the present failure was announced to the owners; null if it was not. */
  announcedAt: Instant | null
  mute: CheckMute | null
  /** The states of the last runs, oldest first. */
  history: Pick<CheckMark, 'at' | 'state'>[]
}

/** Everything the screen shows: the last round, whether it is under way or over, and every check. */
export type ChecksOverview = { round: CheckRound | null; checks: CheckResult[] }

/** So many runs in a row that could not run deserve attention by themselves. */
const UNKNOWN_IN_A_ROW = 3

/** How often in a row, up to now, a check could not run. */
export function countUnknown(history: readonly Pick<CheckMark, 'state'>[]): number {
  return history.length - 1 - history.findLastIndex(({ state }) => state !== 'unknown')
}

/**
 * True for a result that somebody should look at: a warning, a failure beyond what its check tolerates, and a check that could
 * not run time after time. A muted check needs nobody.
 */
export function needsAttention({
  state,
  mute,
  blips,
  tolerated,
  announcedAt,
  history,
}: Pick<CheckResult, 'state' | 'mute' | 'blips' | 'tolerated' | 'announcedAt' | 'history'>): boolean {
  if (mute !== null || state === null || state === 'pass') return false
  if (state === 'warn') return true
  if (announcedAt !== null) return true
  return state === 'fail' ? blips > tolerated : countUnknown(history) >= UNKNOWN_IN_A_ROW
}

/** The sentence on top: `2 of 31 checks need your attention; 3 could not run.` */
export function checksSentence(checks: readonly Parameters<typeof needsAttention>[0][]): string {
  const ran = checks.filter(({ state }) => state !== null)
  if (ran.length === 0) return 'The security test has not run yet.'
  const needed = ran.filter(needsAttention).length
  const unknown = ran.filter(({ state }) => state === 'unknown').length
  const muted = ran.filter(({ mute }) => mute !== null).length
  const rest = [unknown > 0 && `${unknown} could not run`, muted > 0 && `${muted} muted`].filter(
    (part) => part !== false,
  )
  const tail = rest.length > 0 ? `; ${rest.join(', ')}.` : '.'
  const all = plural(ran.length, 'check')
  if (needed > 0) return `${needed} of ${all} ${needed === 1 ? 'needs' : 'need'} your attention${tail}`
  // What could not run is no good news.
  if (unknown === ran.length) return ran.length === 1 ? 'The check could not run.' : `None of ${all} could run.`
  const passed = ran.filter(({ state }) => state === 'pass').length
  return passed === ran.length
    ? `All ${all} passed${tail}`
    : `Nothing needs your attention: ${passed} of ${all} passed${tail}`
}

/** How a run compares with the one before it. */
export function compareRuns(before: CheckState | undefined, now: CheckState): CheckChange {
  if (before === undefined || before === now) return 'unchanged'
  if (now !== 'pass') return 'new'
  return before === 'unknown' ? 'unchanged' : 'mended'
}
