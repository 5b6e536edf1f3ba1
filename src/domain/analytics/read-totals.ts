import { and, between, desc, eq, gte, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { analyticsLeftOut, analyticsRollups } from '#db/schema/analytics.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { shopPayments } from '#db/schema/shop-payments.ts'
import { LEFT_OUT } from '#src/contract/analytics.ts'
import type { ActRow, AnalyticsReport, PartnerFigures, Span } from '#src/contract/analytics-report.ts'
import { instantsOf } from './read-marks.ts'
import type { Scope } from './read-scope.ts'

const MOST_PARTNERS = 100

/** How the logo of each vendor did, the one that was pressed most first. */
export async function readPartners(db: Db, { span, eventId }: Scope): Promise<PartnerFigures[]> {
  const { vendorId, day, shown, clicked, registered } = vendorHitDays
  const pressed = sql<number>`sum(${clicked})::int`
  return db
    .select({
      vendorId,
      name: vendorLibrary.vendorName,
      shown: sql<number>`sum(${shown})::int`,
      pressed,
      registered: sql<number>`sum(${registered})::int`,
    })
    .from(vendorHitDays)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .where(and(between(day, span.from, span.to), eventId === null ? undefined : eq(vendorHitDays.eventId, eventId)))
    .groupBy(vendorId, vendorLibrary.id)
    .orderBy(desc(pressed), vendorLibrary.vendorName)
    .limit(MOST_PARTNERS)
}

/** Topics, replies and new members of a period; null without any. */
export async function readForum(db: Db, span: Span): Promise<AnalyticsReport['forum']> {
  const [begin, end] = instantsOf(span)
  const { number, createdAt, state } = forumPosts
  const [posts] = await db
    .select({
      topics: sql<number>`(count(*) filter (where ${number} = 1))::int`,
      replies: sql<number>`(count(*) filter (where ${number} > 1))::int`,
    })
    .from(forumPosts)
    .where(and(eq(state, 'shown'), gte(createdAt, begin), lt(createdAt, end)))
  const isNew = and(gte(users.createdAt, begin), lt(users.createdAt, end), isNull(users.deletedAt))
  const totals = { topics: posts?.topics ?? 0, replies: posts?.replies ?? 0, members: await db.$count(users, isNew) }
  return totals.topics + totals.replies + totals.members === 0 ? null : totals
}

/** The orders that were placed in a period, without those that came to nothing, and what was paid of them and kept; null without any. */
export async function readShop(db: Db, span: Span): Promise<AnalyticsReport['shop']> {
  const [begin, end] = instantsOf(span)
  const { id, placedAt, state } = shopOrders
  const { orderId, amountCents, refundedCents } = shopPayments
  const orders = db
    .select({ id })
    .from(shopOrders)
    .where(
      and(
        gte(placedAt, begin),
        lt(placedAt, end),
        inArray(state, ['awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short', 'refunded']),
      ),
    )
    .as('placed')
  const [row] = await db
    .select({
      orders: sql<number>`count(distinct ${orders.id})::int`,
      paidCents: sql<number>`coalesce(sum(${amountCents} - ${refundedCents}), 0)::float8`,
    })
    .from(orders)
    .leftJoin(shopPayments, and(eq(orderId, orders.id), eq(shopPayments.state, 'paid')))
  return row && row.orders > 0 ? row : null
}

/** What was not counted in a period, by reason. */
export async function readLeftOut(db: Db, { from, to }: Span): Promise<ActRow[]> {
  const { day, reason, count } = analyticsLeftOut
  const rows = await db
    .select({ reason, count: sql<number>`sum(${count})::int` })
    .from(analyticsLeftOut)
    .where(between(day, from, to))
    .groupBy(reason)
  return rows.map((row) => ({ label: LEFT_OUT[row.reason], count: row.count })).toSorted((a, b) => b.count - a.count)
}

/** Recounts of one night are that close together. */
const ONE_NIGHT = 12 * 3_600_000

/** When the figures were last brought up to date, and what the last recount found. */
export async function readFreshness(db: Db): Promise<Pick<AnalyticsReport, 'rolledUpAt' | 'recount'>> {
  const { rolledUpAt, recountedAt, differences } = analyticsRollups
  const [row] = await db.select({ rolledUpAt: max(rolledUpAt), recountedAt: max(recountedAt) }).from(analyticsRollups)
  const at = row?.recountedAt
  if (!at) return { rolledUpAt: row?.rolledUpAt?.getTime() ?? null, recount: null }
  const [night] = await db
    .select({ days: sql<number>`count(*)::int`, differences: sql<number>`coalesce(sum(${differences}), 0)::int` })
    .from(analyticsRollups)
    .where(and(isNotNull(recountedAt), gte(recountedAt, new Date(at.getTime() - ONE_NIGHT))))
  return {
    rolledUpAt: row?.rolledUpAt?.getTime() ?? null,
    recount: { at: at.getTime(), days: night?.days ?? 0, differences: night?.differences ?? 0 },
  }
}
