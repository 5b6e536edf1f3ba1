import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsLeftOut, analyticsRollups } from '#db/schema/analytics.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { addDays, dayIn, startOfDayAfter } from '#src/contract/wall-clock.ts'
import { countDay, type Known, type ViewRow } from '#src/domain/analytics/count-day.ts'
import { ROLLUP_VERSION } from '#src/domain/analytics/rollup-statement.ts'
import { drawDay, type SeenEvent } from './draw-visits.ts'

/** Days for which the demo has visits, and the last of them for which it has their rows too. */
const DAYS = 302
const WITH_ROWS = 58
const HOUR = 3_600_000

type DrawnDay = { day: PlainDay; rows: ViewRow[] }

/**
 * Adds visits to the demo, counted back from `now`, in its transaction. Its events and partners come before. All figures are what
 * `countDay` makes of the rows, which are stored for as long as rows are kept.
 */
export async function addDemoVisits(tx: Db, now: Instant): Promise<void> {
  const { events, known } = await readSeen(tx)
  const today = dayIn(STATISTICS_ZONE, now)
  const days = Array.from({ length: DAYS }, (_, ago): DrawnDay & { ago: number } => {
    const day = addDays(today, -ago)
    return { ago, day, rows: drawDay(day, ago, { events, now }) }
  })
  await storeRollups(tx, days, known)
  const latest = days.filter(({ ago }) => ago < WITH_ROWS)
  await storeRows(tx, latest)
  await tx.insert(analyticsRollups).values(
    latest.map(({ day, rows }) => {
      const rolledUpAt = new Date(Math.min(now, startOfDayAfter(day, STATISTICS_ZONE) + 2 * HOUR))
      return { day, rows: rows.length, rolledUpAt, version: ROLLUP_VERSION }
    }),
  )
  await tx.insert(analyticsLeftOut).values(
    latest.flatMap(({ day, ago, rows }) => [
      { day, reason: 'bot' as const, count: 9 + ((ago * 37) % 23) },
      { day, reason: 'opted_out' as const, count: Math.floor(rows.length / 40) },
      { day, reason: 'administrator' as const, count: (ago * 5) % 7 },
    ]),
  )
}

async function readSeen(tx: Db): Promise<{ events: SeenEvent[]; known: Known }> {
  const { id, eventSlug, eventDate, publishedAt, status } = eventConfig
  const rows = await tx
    .select({ id, slug: eventSlug, day: eventDate, publishedAt, status })
    .from(eventConfig)
    .where(eq(eventConfig.isPublished, true))
    .orderBy(eventDate)
  const partners = await tx
    .select({ eventId: eventVendors.eventId, vendorId: eventVendors.vendorLibraryId })
    .from(eventVendors)
    .where(eq(eventVendors.isActive, true))
    .orderBy(eventVendors.displayOrder)
  const events = rows.map(({ id: eventId, slug, day, publishedAt: at, status: state }) => ({
    ...{ slug, day, announcedAt: at?.getTime() ?? Number.POSITIVE_INFINITY, isCancelled: state === 'cancelled' },
    vendors: partners.filter((one) => one.eventId === eventId).map(({ vendorId }) => vendorId),
  }))
  return {
    events,
    known: {
      events: new Map(rows.map((row) => [row.slug, row.id])),
      vendors: new Set(partners.map(({ vendorId }) => vendorId)),
    },
  }
}

async function storeRollups(tx: Db, days: readonly DrawnDay[], known: Known): Promise<void> {
  const counts = days.map(({ day, rows }) => ({ day, count: countDay(day, rows, known) }))
  for (const [table, part] of [
    ['analytics_hours', 'hours'],
    ['analytics_visits', 'visits'],
    ['analytics_days', 'days'],
    ['vendor_hit_days', 'hits'],
  ] as const) {
    await copyInto(
      tx,
      table,
      counts.flatMap(({ day, count }) => count[part].map((row) => ({ day, ...row }))),
    )
  }
}

async function storeRows(tx: Db, days: readonly DrawnDay[]): Promise<void> {
  const rows = days.flatMap(({ day, rows: drawn }) =>
    drawn.map(({ micros, visitorKey, ...row }) => ({
      ...{ day, ...row, visitorKey: `\\x${visitorKey}` },
      createdAt: new Date(micros / 1000),
    })),
  )
  await copyInto(tx, 'analytics_page_views', rows)
}

/** Stores rows of one shape by one statement, whose values are one text: with a value for each column this would take seconds. */
async function copyInto(tx: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const named = Object.keys(first).map(
    (name) => [name, name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)] as const,
  )
  const columns = sql.raw(named.map(([, column]) => column).join(', '))
  const values = rows.map((row) => {
    const fields = new Map(Object.entries(row))
    return Object.fromEntries(named.map(([name, column]) => [column, fields.get(name) ?? null]))
  })
  const into = sql.identifier(table)
  await tx.execute(sql`insert into ${into} (${columns})
    select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(values)}::json)`)
}
