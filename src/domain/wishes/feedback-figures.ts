import { and, count, desc, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Feedback, FeedbackFigures, MonthOfReports, ShippedWish } from '#src/contract/wish.ts'
import { listShipped, MOST_SHIPPED } from './list-wishes.ts'

const MONTHS = 12
const WAITING = ['unverified', 'open', 'in_progress'] as const
const { createdAt, reportType, verifiedAt, resolvedAt, status, mergedIntoId } = eventReports

/** How many reports came in the last twelve months, how long they took, and how many wait now. */
async function readFeedbackFigures(db: Db, now: Instant): Promise<FeedbackFigures> {
  const months = monthsUntil(now)
  const since = new Date(`${months[0]}-01T00:00:00Z`)
  return {
    months: await countByMonth(db, months, since),
    resolved: await timeToResolve(db, since),
    waiting: await countWaiting(db),
  }
}

/** The months of the figures as `2026-11`, in UTC, the present one last. */
export function monthsUntil(now: Instant): string[] {
  const today = new Date(now)
  const first = (back: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
  return Array.from({ length: MONTHS }, (_, at) =>
    first(MONTHS - 1 - at)
      .toISOString()
      .slice(0, 7),
  )
}

async function countByMonth(db: Db, months: readonly string[], since: Date): Promise<MonthOfReports[]> {
  const month = sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM')`
  const rows = await db
    .select({ month, reportType, all: count(), verified: count(verifiedAt) })
    .from(eventReports)
    .where(gte(createdAt, since))
    .groupBy(sql`1`, reportType)
  return months.map((name) => {
    const own = rows.filter((row) => row.month === name)
    const of = (kind: (typeof own)[number]['reportType']) => own.find((row) => row.reportType === kind)?.all ?? 0
    const verified = own.reduce((sum, row) => sum + row.verified, 0)
    return { month: name, problem: of('problem'), improvement: of('improvement'), verified }
  })
}

async function timeToResolve(db: Db, since: Date): Promise<FeedbackFigures['resolved']> {
  const took = sql`greatest(extract(epoch from ${resolvedAt} - ${verifiedAt}), 0)`
  const median = sql<number | null>`round(percentile_cont(0.5) within group (order by ${took}) * 1000)::float8`
  const [row] = await db
    .select({ count: count(), median })
    .from(eventReports)
    .where(and(gte(resolvedAt, since), isNotNull(resolvedAt), isNotNull(verifiedAt)))
  return row ?? { count: 0, median: null }
}

async function countWaiting(db: Db): Promise<FeedbackFigures['waiting']> {
  const rows = await db
    .select({ status, waiting: count() })
    .from(eventReports)
    .where(and(isNull(mergedIntoId), inArray(status, [...WAITING])))
    .groupBy(status)
  const of = (name: (typeof WAITING)[number]) => rows.find((row) => row.status === name)?.waiting ?? 0
  return { unverified: of('unverified'), open: of('open'), in_progress: of('in_progress') }
}

/** Shipped wishes that visitors see and those that they do not, and the figures of reports. */
export async function readFeedback(db: Db, now: Instant): Promise<Feedback> {
  return {
    figures: await readFeedbackFigures(db, now),
    published: await listShipped(db, { isPublished: true }),
    unpublished: await listShipped(db, { isPublished: false }),
  }
}

/** What the feedback page shows under 'You asked, we did': shipped wishes made public, the latest first. */
export async function readShippedWishes(db: Db): Promise<ShippedWish[]> {
  const { id, title, publicTitle, publicText, shippedAt, status, isPublic } = adminWishes
  const rows = await db
    .select({ id, title, publicTitle, text: publicText, shippedAt })
    .from(adminWishes)
    .where(and(isPublic, sql`${status} = 'shipped'`))
    // Spelled as the index has it.
    .orderBy(sql`${desc(shippedAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_SHIPPED)
  return rows.map(({ id, title, publicTitle, text, shippedAt }) => ({
    id,
    title: publicTitle ?? title,
    text,
    shippedAt: shippedAt?.getTime() ?? 0,
  }))
}
