import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { authAttempts } from '#db/schema/security.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type AttemptCounts, type AttemptSpan, OUTCOMES, type UsualRange } from '#src/contract/security-overview.ts'
import { getRows, timestamp } from './take-attempt.ts'

const HOUR = 3_600_000
const DAY_HOURS = 24
const WEEK_HOURS = 7 * DAY_HOURS
/** What is usual is read from so many weeks before. */
const WEEKS = 4
/** The present week and those before it. */
const READ_HOURS = (WEEKS + 1) * WEEK_HOURS
/** Fewer than this are never unusual: where little happens, one forgotten password is many times the usual. */
const FLOOR = 10

/** True for what the server itself saw: claims of browsers have types of their own. */
export const isSeen: SQL = sql`${authAttempts.attemptType} not like 'client:%'`

/** What happened in an hour, by how many hours ago it ended. */
type Hours = ReadonlyMap<number, AttemptCounts>

/**
 * The attempts of the last 24 hours and the last seven days, with what is usual at these hours. One statement along the
 * index by time, which groups five weeks of attempts into at most 840 hours.
 */
export async function readAttemptSpans(db: Db, now: Instant): Promise<{ day: AttemptSpan; week: AttemptSpan }> {
  const { at, isSuccess, reason } = authAttempts
  const moment = timestamp(now)
  const result = await db.execute(sql`
    select floor(extract(epoch from ${moment} - ${at}) / 3600)::int as ago,
      case when ${isSuccess} then 'succeeded' when ${reason} in ('banned', 'rate limited') then 'refused' else 'failed' end as outcome,
      count(*)::int as attempts
    from ${authAttempts}
    where ${at} > ${moment} - ${READ_HOURS} * interval '1 hour' and ${at} <= ${moment} and ${isSeen}
    group by 1, 2`)
  const hours = new Map<number, AttemptCounts>()
  for (const { ago, outcome, attempts } of getRows(result)) {
    const counts = hours.get(Number(ago)) ?? none()
    hours.set(Number(ago), { ...counts, [String(outcome)]: Number(attempts) })
  }
  return getSpans(hours, now)
}

/** The two spans out of the hours before `now`. Pure. */
export function getSpans(hours: Hours, now: Instant): { day: AttemptSpan; week: AttemptSpan } {
  return {
    day: toSpan(hours, { now, length: DAY_HOURS, bar: 1, period: DAY_HOURS }),
    week: toSpan(hours, { now, length: WEEK_HOURS, bar: DAY_HOURS, period: WEEK_HOURS }),
  }
}

/** All in hours. What is usual is what happened a whole number of periods earlier. */
type SpanShape = { now: Instant; length: number; bar: number; period: number }

function toSpan(hours: Hours, { now, length, bar, period }: SpanShape): AttemptSpan {
  const earlier = Array.from({ length: (WEEKS * WEEK_HOURS) / period }, (_, index) => (index + 1) * period)
  const bars = Array.from({ length: length / bar }, (_, index) => length - (index + 1) * bar)
  const past = earlier.map((ago) => sum(hours, ago, length))
  const usual = (outcome: keyof AttemptCounts) => getUsual(past.map((counts) => counts[outcome]))
  return {
    counts: sum(hours, 0, length),
    usual: { succeeded: usual('succeeded'), failed: usual('failed'), refused: usual('refused') },
    bars: bars.map((ago) => ({
      from: now - (ago + bar) * HOUR,
      counts: sum(hours, ago, bar),
      usual: getUsual(earlier.map((before) => countNotIn(sum(hours, ago + before, bar)))),
    })),
  }
}

/**
 * The median of these counts and the range around it: three times their spread to either side, which is the median
 * absolute deviation as a standard deviation, or what chance alone would make of such a count if that is more.
 */
export function getUsual(counts: readonly number[]): UsualRange {
  const median = getMedian(counts)
  const deviation = 1.4826 * getMedian(counts.map((count) => Math.abs(count - median)))
  const spread = 3 * Math.max(deviation, Math.sqrt(median))
  return {
    median,
    low: Math.max(0, Math.floor(median - spread)),
    high: Math.max(FLOOR, Math.ceil(median + spread)),
  }
}

function getMedian(counts: readonly number[]): number {
  const sorted = counts.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [below = 0, above = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (below + above) / 2
}

/** Attempts that were not let in. */
function countNotIn({ failed, refused }: AttemptCounts): number {
  return failed + refused
}

function sum(hours: Hours, from: number, length: number): AttemptCounts {
  const total = none()
  for (let ago = from; ago < from + length; ago += 1) {
    const counts = hours.get(ago)
    if (counts) for (const outcome of OUTCOMES) total[outcome] += counts[outcome]
  }
  return total
}

const none = (): AttemptCounts => ({ succeeded: 0, failed: 0, refused: 0 })
