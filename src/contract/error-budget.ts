/**
 * Whose answers are counted, with the words for it: one group for each function that people or providers call, and the probe that
 * the schedule sends. A function that only the product itself calls leaves heartbeats or builds instead.
 */
export const ROUTE_GROUPS = {
  admin: 'Admin area',
  analytics: 'Analytics',
  auth: 'Accounts',
  calendar: 'Private calendars',
  content: 'Content and change sets',
  forum: 'Forum actions',
  'forum-pages': 'Forum pages',
  'mail-hooks': 'Reports of mail providers',
  partners: 'Vendor portal and logistics',
  public: 'Public data',
  reports: 'Reports',
  shop: 'Shop',
  unsubscribe: 'Unsubscribe links',
  uploads: 'Images',
  probe: 'Test calls',
} as const
export type RouteGroup = keyof typeof ROUTE_GROUPS

/** Marks an answer that is refused because somebody has closed the site: that is no failure of the product. (decision 0050) */
export const CLOSED_HEADER = 'Site-Closed'

/** Answers in some stretch of time. `failed` are those of 500 and above, and those that never came. */
export type Calls = { ok: number; failed: number }

/** The share of answers that must not fail, over 30 days. */
export const OBJECTIVE = 0.999

/** `rate` is how many times too fast the budget is spent; `long` and `short` are minutes. */
export type BurnWindow = { rate: number; long: number; short: number }

const HOUR = 60
const DAY = 24 * HOUR

/**
 * The budget is burning when it is spent at a rate over both windows: the long one shows that it matters, the short one that
 * it still goes on. (Google, The Site Reliability Workbook, chapter 5)
 */
export const BURN_WINDOWS: readonly BurnWindow[] = [
  { rate: 14.4, long: HOUR, short: 5 },
  { rate: 6, long: 6 * HOUR, short: 30 },
  { rate: 1, long: 3 * DAY, short: 6 * HOUR },
]

/** The whole period of the budget, in minutes. */
export const BUDGET_PERIOD = 30 * DAY

/** Fewer failures are never an alarm: among few calls, one failure is a large share of them and means little. */
export const LEAST_FAILURES = 5

/** How many times faster than planned the budget was spent; 1 spends it in exactly 30 days. 0 without any calls. */
export function getBurnRate({ ok, failed }: Calls): number {
  const total = ok + failed
  return total === 0 ? 0 : failed / total / (1 - OBJECTIVE)
}

/** The fastest rate at which the budget burns now; null if it does not. `callsIn` gives the calls of the last so many minutes. */
export function findBurn(callsIn: (minutes: number) => Calls): BurnWindow | null {
  return (
    BURN_WINDOWS.find(({ rate, long, short }) => {
      const calls = callsIn(long)
      return calls.failed >= LEAST_FAILURES && getBurnRate(calls) >= rate && getBurnRate(callsIn(short)) >= rate
    }) ?? null
  )
}

/** The part of the budget of 30 days that is left: 1 is all of it, 0 and below none. */
export function getBudgetLeft(calls: Calls): number {
  return 1 - getBurnRate(calls)
}

/** A change should be live so many milliseconds after it was saved. */
export const FRESH_WITHIN = 3 * 60_000

/** The share of changes for which that should hold, over 30 days. */
export const FRESH_OBJECTIVE = 0.99

/** Changes of the last 30 days: how many there were, and how many took longer to go live or never did. */
export type Freshness = { changes: number; late: number }

/** False if more changes were late than the objective allows. A few late ones among few changes mean little. */
export function isFreshEnough({ changes, late }: Freshness): boolean {
  return late < LEAST_FAILURES || late <= changes * (1 - FRESH_OBJECTIVE)
}
