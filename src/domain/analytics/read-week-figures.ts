import { and, asc, between, desc, eq, gte, inArray, lte, min, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsHours, analyticsLeftOut, analyticsRollups, analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { type LeftOut, STATISTICS_ZONE } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { addDays, dayIn, daysBetween, startOfDayAfter } from '#src/contract/wall-clock.ts'

/** Visitors are an average of the days, because visitors of two days never add up. */
type Totals = { visitors: number; visits: number; views: number }

/** The figures of a week from Monday to Sunday, on the clock of the statistics. */
export type WeekFigures = {
  from: PlainDay
  to: PlainDay
  /** Up to when the figures are complete, at most to the end of the week; null if nothing was ever counted since it began. */
  upTo: Instant | null
  isWhole: boolean
  now: Totals
  /** Of the week before; null if nothing was counted then yet. */
  before: Totals | null
  /** The five with the most visits; empty for visitors who came directly. */
  sources: { source: string; visits: number }[]
  pages: { path: string; views: number }[]
  events: UpcomingEvent[]
  leftOut: { reason: LeftOut; count: number }[]
}

/** How often registration was pressed for an event that is ahead, by the end of the week and within it. */
type UpcomingEvent = { name: string; days: number; presses: number; inWeek: number }

const WEEK = 7
/** Sources and pages. */
const MOST = 5
const MOST_EVENTS = 10

/** The last week that is over at `now`. Reads only the rollups. */
export async function readWeekFigures(db: Db, now: Instant): Promise<WeekFigures> {
  const today = dayIn(STATISTICS_ZONE, now)
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % WEEK
  const from = addDays(today, -weekday - WEEK)
  const to = addDays(from, WEEK - 1)
  const upTo = await readCompleteUntil(db, from, startOfDayAfter(to, STATISTICS_ZONE))
  return {
    ...{ from, to, upTo, isWhole: upTo === startOfDayAfter(to, STATISTICS_ZONE) },
    ...(await readTotals(db, from, to)),
    sources: await readSources(db, from, to),
    pages: await readPages(db, from, to),
    events: await readUpcoming(db, { from, to, today }),
    leftOut: await readLeftOut(db, from, to),
  }
}

/** Each rollup includes all that had arrived when it was made. `end` where one was made later than that; null where there is none. */
export async function readCompleteUntil(db: Db, from: PlainDay, end: Instant): Promise<Instant | null> {
  const { day, rolledUpAt } = analyticsRollups
  const [latest] = await db
    .select({ at: rolledUpAt })
    .from(analyticsRollups)
    .where(gte(day, from))
    .orderBy(desc(rolledUpAt))
    .limit(1)
  return latest ? Math.min(end, latest.at.getTime()) : null
}

/** Each visit once. */
const ALL_VISITS = and(eq(analyticsVisits.eventSlug, ''), eq(analyticsVisits.page, ''))

/** The first day with visits; undefined before there is any. */
export async function readFirstDay(db: Db): Promise<PlainDay | undefined> {
  const [row] = await db
    .select({ first: min(analyticsVisits.day) })
    .from(analyticsVisits)
    .where(ALL_VISITS)
  return row?.first ?? undefined
}

async function readTotals(db: Db, from: PlainDay, to: PlainDay) {
  const { day, visitors, visits, views } = analyticsVisits
  const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::int`
  const isNow = sql<boolean>`${day} >= ${from}`
  const begin = addDays(from, -WEEK)
  const rows = await db
    .select({ isNow, visitors: sum(visitors), visits: sum(visits), views: sum(views) })
    .from(analyticsVisits)
    .where(and(ALL_VISITS, between(day, begin, to)))
    .groupBy(sql`1`)
  const first = (await readFirstDay(db)) ?? from
  const average = (is: boolean, since: PlainDay): Totals => {
    const row = rows.find((one) => one.isNow === is)
    const total = row ?? { visitors: 0, visits: 0, views: 0 }
    const days = countDays(first > since ? first : since, addDays(since, WEEK - 1))
    return { visitors: total.visitors / days, visits: total.visits, views: total.views }
  }
  return { now: average(true, from), before: first >= from ? null : average(false, begin) }
}

/** With both of them. */
function countDays(from: PlainDay, to: PlainDay): number {
  return Math.max(1, daysBetween(from, to) + 1)
}

function readSources(db: Db, from: PlainDay, to: PlainDay) {
  const { day, source, visits } = analyticsVisits
  const total = sql<number>`sum(${visits})::int`
  return db
    .select({ source, visits: total })
    .from(analyticsVisits)
    .where(and(ALL_VISITS, between(day, from, to)))
    .groupBy(source)
    .orderBy(desc(total), source)
    .limit(MOST)
}

function readPages(db: Db, from: PlainDay, to: PlainDay) {
  const { day, kind, pagePath: path, n } = analyticsHours
  const total = sql<number>`sum(${n})::int`
  return db
    .select({ path, views: total })
    .from(analyticsHours)
    .where(and(eq(kind, 'view'), between(day, from, to)))
    .groupBy(path)
    .orderBy(desc(total), path)
    .limit(MOST)
}

type Week = { from: PlainDay; to: PlainDay; today: PlainDay }

/** The next published events that take place. */
async function readUpcoming(db: Db, { from, to, today }: Week): Promise<UpcomingEvent[]> {
  const { id, eventName: name, eventDate, isPublished, status } = eventConfig
  const { day, eventSlug, kind, n } = analyticsHours
  const count = (since: SQL) => sql<number>`coalesce(sum(${n}) filter (where ${since}), 0)::int`
  const presses = { presses: count(sql`true`), inWeek: count(sql`${day} >= ${from}`) }
  const slugs = slugsOfEvents(db)
  const rows = await db
    .select({ name, eventDate, ...presses })
    .from(eventConfig)
    .leftJoin(slugs, eq(slugs.eventId, id))
    .leftJoin(analyticsHours, and(eq(eventSlug, slugs.slug), eq(kind, 'register'), lte(day, to)))
    .where(and(isPublished, inArray(status, ['scheduled', 'moved']), gte(eventDate, today)))
    .groupBy(id)
    .orderBy(asc(eventDate), asc(id))
    .limit(MOST_EVENTS)
  return rows.map(({ eventDate: date, ...row }) => ({ ...row, days: Math.max(0, daysBetween(today, date)) }))
}

/** Every address that the page of an event has or had, with the id of the event, as a subquery. */
export function slugsOfEvents(db: Db) {
  const { oldSlug, eventId } = eventSlugRedirects
  return db
    .select({ slug: eventConfig.eventSlug, eventId: eventConfig.id })
    .from(eventConfig)
    .unionAll(db.select({ slug: oldSlug, eventId }).from(eventSlugRedirects))
    .as('slugs')
}

function readLeftOut(db: Db, from: PlainDay, to: PlainDay) {
  const { day, reason, count } = analyticsLeftOut
  const total = sql<number>`sum(${count})::int`
  return db
    .select({ reason, count: total })
    .from(analyticsLeftOut)
    .where(between(day, from, to))
    .groupBy(reason)
    .orderBy(desc(total), reason)
}
