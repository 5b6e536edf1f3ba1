import { and, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { calendarFeeds, logisticsPeople } from '#db/schema/logistics.ts'
import { vendorSessions } from '#db/schema/partners.ts'
import type { LiveKind } from '#src/contract/emergency.ts'
import { MOST_LINK_DAYS } from '#src/contract/event-preview.ts'
import type { Instant } from '#src/contract/instant.ts'
import { OPEN_DAYS } from '#src/contract/logistics.ts'
import type { LiveLinks } from '#src/contract/security-overview.ts'
import { ORDER_LINK_DAYS } from '#src/contract/shop-order.ts'
import { LONGEST_VENDOR_SESSION } from '#src/contract/vendor-portal.ts'
import { isAdminAt } from '../accounts/person.ts'
import { STATUS_LINK_LIFE } from '../reports/read-own-reports.ts'
import { LINK_LIVES, UNSUBSCRIBE_LIFE } from './link.ts'
import { isAlive } from './shared-link.ts'

const DAY = 86_400_000
/** A link that goes on with its event is looked at again after so long. */
const OF_EVENTS = 180 * DAY
/** A cancelled event opens for three more days; its row may be changed later. */
const OPEN_CANCELLED = 4 * DAY
/** A calendar address is judged by its last use: a program that has it asks every day. */
const UNUSED_FEED = 90 * DAY

/** The kinds that end by themselves, with their longest life: an older one that works is a fault. (security TL4) */
const FIXED = {
  ...LINK_LIVES,
  'event-preview': MOST_LINK_DAYS * DAY,
  'change-set-preview': MOST_LINK_DAYS * DAY,
  'report-status': STATUS_LINK_LIFE,
  unsubscribe: UNSUBSCRIBE_LIFE,
  'unsubscribe-kind': UNSUBSCRIBE_LIFE,
  'vendor-session': LONGEST_VENDOR_SESSION,
  'shop-order': ORDER_LINK_DAYS * DAY,
  'shop-purchasing': ORDER_LINK_DAYS * DAY,
} as const satisfies Partial<Record<LiveKind, number>>
/** How old what works may be, for each kind: the compiler misses a new one here. */
const LIMITS: Readonly<Record<LiveKind, number>> = {
  ...FIXED,
  logistics: OF_EVENTS,
  caterer: OF_EVENTS,
  'run-sheet': OF_EVENTS,
  'calendar-feed': UNUSED_FEED,
}

/** Whether links of a purpose end by themselves, whatever happens. */
export const endsByItself = (purpose: string): boolean => Object.hasOwn(FIXED, purpose)

/**
 * What works without a password, by what it is for: links, private calendar addresses, and sessions of the vendor portal. A link of a
 * purpose that is not known may have no age at all.
 */
export async function countLiveLinks(db: Db, now: Instant): Promise<LiveLinks[]> {
  const feedUsedAt = sql`coalesce(${calendarFeeds.lastFetchedAt}, ${calendarFeeds.createdAt})`
  const { purpose, createdAt } = linkTokens
  const limit = sql.join(
    Object.entries(LIMITS).map(([kind, span]) => sql`when ${kind} then ${moment(now - span)}`),
    sql` `,
  )
  const links = await db
    .select({ purpose, ...agesOf(createdAt, sql`${createdAt} < case ${purpose} ${limit} else 'infinity' end`) })
    .from(linkTokens)
    .leftJoin(
      logisticsPeople,
      // The id is compared as what it is, or its index could not be used.
      eq(logisticsPeople.id, sql`case when ${purpose} = 'logistics' then ${linkTokens.subjectId}::uuid end`),
    )
    .leftJoin(eventConfig, eq(eventConfig.id, eventOf))
    .where(and(isAlive(now), opensItsEvent(now)))
    .groupBy(purpose)
  const feeds = await db
    .select(agesOf(calendarFeeds.createdAt, sql`${feedUsedAt} < ${moment(now - UNUSED_FEED)}`))
    .from(calendarFeeds)
    .where(and(isNull(calendarFeeds.endedAt), isAdminAt(sql`${calendarFeeds.userId}`, now)))
  const { startedAt, expiresAt } = vendorSessions
  const isOpen = and(gt(expiresAt, new Date(now)), gt(startedAt, new Date(now - LONGEST_VENDOR_SESSION)))
  const sessions = await db.select(agesOf(startedAt, sql`false`)).from(vendorSessions).where(isOpen)
  return [
    ...links,
    ...feeds.map((row) => ({ ...row, purpose: 'calendar-feed' })),
    ...sessions.map((row) => ({ ...row, purpose: 'vendor-session' })),
  ]
    .flatMap(({ oldest, ...row }) => (oldest === null ? [] : [{ ...row, oldest, limit: limitOf(row.purpose) }]))
    .toSorted((a, b) => (a.purpose < b.purpose ? -1 : 1))
}

const limitOf = (purpose: string) => new Map<string, number>(Object.entries(LIMITS)).get(purpose) ?? 0

const moment = (at: Instant) => sql`${new Date(at).toISOString()}::timestamptz`

/** How many rows there are, the first moment of them, and for how many `isOverdue` holds. */
function agesOf(at: PgColumn, isOverdue: SQL) {
  return {
    count: count(),
    oldest: sql<number | null>`(extract(epoch from min(${at})) * 1000)::float8`,
    overdue: sql<number>`(count(*) filter (where ${isOverdue}))::int`,
  }
}

/** The event that a link goes on with. */
const eventOf = sql`case ${linkTokens.purpose} when 'logistics' then ${logisticsPeople.eventId}
  when 'caterer' then ${linkTokens.subjectId}::uuid when 'run-sheet' then ${linkTokens.subjectId}::uuid end`

/** Leaves out links whose event has been over or cancelled for so long that they open nothing anywhere on earth. (decision 0058) */
function opensItsEvent(now: Instant): SQL {
  const lastDay = moment(now - (OPEN_DAYS + 2) * DAY)
  const isHeld = sql`(${eventConfig.status} <> 'cancelled' or ${eventConfig.updatedAt} > ${moment(now - OPEN_CANCELLED)})`
  return sql`(${linkTokens.purpose} not in ('logistics', 'caterer', 'run-sheet')
    or (${isHeld} and ${eventConfig.eventDate}::date >= (${lastDay} at time zone 'UTC')::date))`
}
