import { and, asc, desc, eq, inArray, lt, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsHours, analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorHitDays } from '#db/schema/partners.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { EventConfig } from '#src/contract/event.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { addDays, dayIn, startOfDayAfter } from '#src/contract/wall-clock.ts'
import { readCompleteUntil, readFirstDay, slugsOfEvents } from './read-week-figures.ts'

/** What happened on the page of an event. All but views and the peak are numbers of visits. */
export type EventMeasures = {
  views: number
  /** The most visitors on one day. */
  peak: number
  visits: number
  agenda: number
  letter: number
  register: number
}

/** How an event went, up to two days after it. */
export type EventOutcome = {
  /** Up to when the figures are complete; null if nothing was ever counted. */
  upTo: Instant | null
  own: EventMeasures
  /** The first day with the most visitors. */
  peakDay: PlainDay | null
  /** The average of earlier events, up to two days after each; null if there is none to compare with. */
  earlier: { events: number; average: EventMeasures } | null
  /** Where visitors came from who pressed registration; empty for those who came directly. */
  sources: { source: string; presses: number }[]
  partners: { name: string; shown: number; pressed: number }[]
}

/** An event counts up to so many days after it, wherever it is compared. */
const DAYS_AFTER = 2
/** An event is compared with only if statistics began so many days before it. */
const DAYS_KNOWN = 30
const MOST_EARLIER = 10
const MOST_SOURCES = 5
const MOST_PARTNERS = 20

/** How an event went, beside the latest earlier ones. Reads only the rollups. */
export async function readEventOutcome(db: Db, event: EventConfig, now: Instant): Promise<EventOutcome> {
  const { id, eventDate } = event
  const last = addDays(eventDate, DAYS_AFTER)
  const today = dayIn(STATISTICS_ZONE, now)
  const end = last < today ? startOfDayAfter(last, STATISTICS_ZONE) : now
  const earlier = await readEarlier(db, event)
  const measured = await measure(db, [id, ...earlier])
  const { peakDay, ...own } = measured.get(id) ?? NOTHING
  const others = earlier.map((one) => measured.get(one) ?? NOTHING)
  return {
    upTo: await readCompleteUntil(db, addDays(eventDate, -1), end),
    own,
    peakDay,
    earlier: others.length === 0 ? null : { events: others.length, average: average(others) },
    sources: await readSources(db, id, last),
    partners: await readPartners(db, id, last),
  }
}

type Measured = EventMeasures & { peakDay: PlainDay | null }
const NOTHING: Measured = { views: 0, peak: 0, visits: 0, agenda: 0, letter: 0, register: 0, peakDay: null }

function average(all: readonly EventMeasures[]): EventMeasures {
  const of = (field: keyof EventMeasures) => all.reduce((sum, one) => sum + one[field], 0) / all.length
  return {
    ...{ views: of('views'), peak: of('peak'), visits: of('visits') },
    ...{ agenda: of('agenda'), letter: of('letter'), register: of('register') },
  }
}

/** The latest events before this one that took place, and whose statistics are known. */
async function readEarlier(db: Db, { eventDate: before }: EventConfig): Promise<string[]> {
  const first = await readFirstDay(db)
  if (first === undefined) return []
  const { id, eventDate, isPublished, status } = eventConfig
  const isKnown = sql`${eventDate} >= ${addDays(first, DAYS_KNOWN)}`
  const rows = await db
    .select({ id })
    .from(eventConfig)
    .where(and(isPublished, inArray(status, ['scheduled', 'moved']), lt(eventDate, before), isKnown))
    .orderBy(desc(eventDate), asc(id))
    .limit(MOST_EARLIER)
  return rows.map((row) => row.id)
}

/** Up to two days after the event of the row. */
const isInTime = (day: AnyPgColumn) => sql`${day} <= ${eventConfig.eventDate} + ${DAYS_AFTER}::int`

/** What happened on the pages of these events, under every address that they had. An event without visits is not in it. */
async function measure(db: Db, ids: readonly string[]): Promise<Map<string, Measured>> {
  const { day, eventSlug, page, ...sums } = analyticsVisits
  const { id } = eventConfig
  const slugs = slugsOfEvents(db)
  const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::int`
  const days = db
    .select({
      ...{ id, day, visitors: sum(sums.visitors).as('visitors'), visits: sum(sums.visits).as('visits') },
      ...{ agenda: sum(sums.agenda).as('agenda'), letter: sum(sums.letter).as('letter') },
      register: sum(sums.register).as('register'),
    })
    .from(eventConfig)
    .innerJoin(slugs, eq(slugs.eventId, id))
    .innerJoin(analyticsVisits, and(eq(eventSlug, slugs.slug), eq(page, ''), isInTime(day)))
    .where(inArray(id, [...ids]))
    .groupBy(id, day)
    .as('days')
  const total = (column: SQLWrapper) => sql<number>`sum(${column})::int`
  const rows = await db
    .select({
      ...{ id: days.id, peak: sql<number>`max(${days.visitors})::int`, visits: total(days.visits) },
      ...{ agenda: total(days.agenda), letter: total(days.letter), register: total(days.register) },
      peakDay: sql<string>`((array_agg(${days.day} order by ${days.visitors} desc, ${days.day}))[1])::text`,
    })
    .from(days)
    .groupBy(days.id)
  const views = await countViews(db, ids)
  return new Map(rows.map(({ id: eventId, ...row }) => [eventId, { ...row, views: views.get(eventId) ?? 0 }]))
}

async function countViews(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { day, eventSlug, kind, n } = analyticsHours
  const { id } = eventConfig
  const slugs = slugsOfEvents(db)
  const rows = await db
    .select({ id, views: sql<number>`sum(${n})::int` })
    .from(eventConfig)
    .innerJoin(slugs, eq(slugs.eventId, id))
    .innerJoin(analyticsHours, and(eq(eventSlug, slugs.slug), eq(kind, 'view'), isInTime(day)))
    .where(inArray(id, [...ids]))
    .groupBy(id)
  return new Map(rows.map((row) => [row.id, row.views]))
}

function readSources(db: Db, eventId: string, last: PlainDay) {
  const { day, eventSlug, kind, source, n } = analyticsHours
  const presses = sql<number>`sum(${n})::int`
  const slugs = slugsOfEvents(db)
  return db
    .select({ source, presses })
    .from(slugs)
    .innerJoin(analyticsHours, and(eq(eventSlug, slugs.slug), eq(kind, 'register'), lte(day, last)))
    .where(eq(slugs.eventId, eventId))
    .groupBy(source)
    .orderBy(desc(presses), source)
    .limit(MOST_SOURCES)
}

function readPartners(db: Db, id: string, last: PlainDay) {
  const { day, eventId, vendorId, shown, clicked } = vendorHitDays
  const { vendorName: name } = vendorLibrary
  const total = (column: AnyPgColumn) => sql<number>`sum(${column})::int`
  return db
    .select({ name, shown: total(shown), pressed: total(clicked) })
    .from(vendorHitDays)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .where(and(eq(eventId, id), lte(day, last)))
    .groupBy(vendorLibrary.id)
    .orderBy(desc(total(clicked)), desc(total(shown)), name)
    .limit(MOST_PARTNERS)
}
