import { and, between, desc, eq, inArray, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { type AnalyticsQuery, filtersOf } from '#src/contract/analytics-query.ts'
import { type EventChoice, type FilterName, NO_VALUE, type Span } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'

/** What a report reads: the days, the event by all slugs that it has had, and the filters. */
export type Scope = {
  span: Span
  eventId: string | null
  /** Empty for the whole site. */
  slugs: string[]
  filters: [FilterName, string][]
}

/** Throws nothing for an event that is gone: it then has no slug, and no figures. */
export async function readScope(db: Db, query: AnalyticsQuery, span: Span): Promise<Scope> {
  const eventId = query.event ?? null
  const slugs = eventId === null ? [] : ((await readSlugs(db, [eventId])).get(eventId) ?? ['(gone)'])
  return { span, eventId, slugs, filters: filtersOf(query) }
}

/** All slugs that these events have and have had. */
export async function readSlugs(db: Db, eventIds: readonly string[]): Promise<Map<string, string[]>> {
  if (eventIds.length === 0) return new Map()
  const { id, eventSlug } = eventConfig
  const { eventId, oldSlug } = eventSlugRedirects
  const rows = await union(
    db
      .select({ id, slug: eventSlug })
      .from(eventConfig)
      .where(inArray(id, [...eventIds])),
    db
      .select({ id: eventId, slug: oldSlug })
      .from(eventSlugRedirects)
      .where(inArray(eventId, [...eventIds])),
  )
  const byEvent = Map.groupBy(rows, (row) => row.id)
  return new Map([...byEvent].map(([event, own]) => [event, own.map(({ slug }) => slug)]))
}

/** The visits of a scope: those of the whole site are in rows without a slug, unless `isOf` says which rows are meant. */
export function visitsIn({ span, slugs, filters }: Scope, isOf?: SQL): SQL | undefined {
  const { day, eventSlug } = analyticsVisits
  const wanted = filters.map(([name, value]) => eq(analyticsVisits[name], value === NO_VALUE ? '' : value))
  const ofSlug = isOf ?? (slugs.length > 0 ? inArray(eventSlug, slugs) : eq(eventSlug, ''))
  return and(between(day, span.from, span.to), ofSlug, ...wanted)
}

/** The slug of rows by one dimension. */
export function isOfScope({ slugs }: Scope): SQL | undefined {
  return slugs.length > 0 ? inArray(analyticsDays.eventSlug, slugs) : eq(analyticsDays.eventSlug, '')
}

/** Rows of our own from before visits were counted: views of a day. */
export const isOldTotal = and(isNull(analyticsDays.importId), eq(analyticsDays.dimension, 'total'))

/** The days that have figures of our own, whatever event or filter is asked for. On these, imported figures are left out. */
export async function readOwnDays(db: Db, { from, to }: Span): Promise<PlainDay[]> {
  const rows = await union(
    db
      .select({ day: analyticsVisits.day })
      .from(analyticsVisits)
      .where(and(between(analyticsVisits.day, from, to), eq(analyticsVisits.eventSlug, ''))),
    db
      .select({ day: analyticsDays.day })
      .from(analyticsDays)
      .where(and(between(analyticsDays.day, from, to), eq(analyticsDays.eventSlug, ''), isOldTotal)),
  )
  return rows.map(({ day }) => day)
}

/** The first day on which visits were counted; null before the first visit. */
export async function readSince(db: Db): Promise<PlainDay | null> {
  const [row] = await db.select({ day: min(analyticsVisits.day) }).from(analyticsVisits)
  return row?.day ?? null
}

/** True if there are figures of any day: our own, or imported ones. */
export async function hasAnyFigures(db: Db): Promise<boolean> {
  const [row] = await db
    .select({
      has: sql<boolean>`exists (select 1 from ${analyticsVisits}) or exists (select 1 from ${analyticsDays})`,
    })
    .from(sql`(select 1) one`)
  return row?.has ?? false
}

/** So many events can be chosen from. */
const MOST_EVENTS = 60

/** The events that were ever published, the latest date first. */
export async function listEvents(db: Db): Promise<EventChoice[]> {
  const { id, eventName, eventDate, publishedAt } = eventConfig
  return db
    .select({ id, name: eventName, date: eventDate })
    .from(eventConfig)
    .where(isNotNull(publishedAt))
    .orderBy(sql`${desc(eventDate)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(MOST_EVENTS)
}
