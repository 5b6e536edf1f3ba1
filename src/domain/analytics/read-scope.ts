import { and, between, desc, eq, gte, inArray, isNotNull, isNull, lt, max, min, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, union } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsRollups, analyticsVisits } from '#db/schema/analytics.ts'
import { eventConfig, eventSlugRedirects } from '#db/schema/events.ts'
import { type AnalyticsQuery, filtersOf } from '#src/contract/analytics-query.ts'
import { type EventChoice, type FilterName, NO_VALUE, type Span } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { ROLLUP_VERSION } from './rollup-statement.ts'

/** What a report reads: the days, the event by all slugs that it has had, and the filters. */
export type Scope = {
  span: Span
  eventId: string | null
  /** Empty for the whole site. */
  slugs: string[]
  filters: [FilterName, string][]
  /** The first day whose visits are known by page, exit page, browser and UTM field; null if those of all days are. */
  detailedFrom: PlainDay | null
}

/** The column of each filter, which is that of the table of the same name. */
export const COLUMNS: Readonly<Record<FilterName, PgColumn>> = {
  ...{ source: analyticsVisits.source, campaign: analyticsVisits.campaign, country: analyticsVisits.country },
  ...{ device: analyticsVisits.device, entry: analyticsVisits.entry },
  ...{ page: analyticsVisits.page, exit: analyticsVisits.exit, browser: analyticsVisits.browser },
  ...{ utm_source: analyticsVisits.utmSource, utm_medium: analyticsVisits.utmMedium },
  ...{ utm_content: analyticsVisits.utmContent, utm_term: analyticsVisits.utmTerm },
}
const KNOWN_OF_ALL_DAYS: readonly FilterName[] = ['source', 'campaign', 'country', 'device', 'entry']

/** Throws nothing for an event that is gone: it then has no slug, and no figures. */
export async function readScope(db: Db, query: AnalyticsQuery, span: Span): Promise<Scope> {
  const eventId = query.event ?? null
  const slugs = eventId === null ? [] : ((await readSlugs(db, [eventId])).get(eventId) ?? ['(gone)'])
  return { span, eventId, slugs, filters: filtersOf(query), detailedFrom: await readDetailedFrom(db) }
}

/** The day after the last one that an earlier version of the rollups has made. Its rows are gone, or it will be made again soon. */
async function readDetailedFrom(db: Db): Promise<PlainDay | null> {
  const { day, version } = analyticsRollups
  const [row] = await db
    .select({ day: max(day) })
    .from(analyticsRollups)
    .where(lt(version, ROLLUP_VERSION))
  return row?.day ? addDays(row.day, 1) : null
}

/** From which day on what is asked for is known, as far as the filters limit that. */
export function knownFrom({ filters, detailedFrom }: Scope): PlainDay | null {
  return filters.every(([name]) => KNOWN_OF_ALL_DAYS.includes(name)) ? null : detailedFrom
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

type Rows = {
  /** Which events the rows are about; without it, those of the scope. */
  slug?: SQL | undefined
  /** Which pages; without it, the one that is filtered by, else all of them together. */
  page?: SQL | undefined
}

/** The visits of a scope: those of the whole site are in rows without a slug, and those of all pages in rows without a page. */
export function visitsIn(scope: Scope, { slug, page }: Rows = {}): SQL | undefined {
  const { span, slugs, filters } = scope
  const from = knownFrom(scope)
  const wanted = filters.map(([name, value]) => eq(COLUMNS[name], value === NO_VALUE ? '' : value))
  const isOfPage = filters.some(([name]) => name === 'page') ? undefined : (page ?? eq(analyticsVisits.page, ''))
  return and(
    between(analyticsVisits.day, span.from, span.to),
    from === null ? undefined : gte(analyticsVisits.day, from),
    slug ?? (slugs.length > 0 ? inArray(analyticsVisits.eventSlug, slugs) : eq(analyticsVisits.eventSlug, '')),
    isOfPage,
    ...wanted,
  )
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
      .where(
        and(between(analyticsVisits.day, from, to), eq(analyticsVisits.eventSlug, ''), eq(analyticsVisits.page, '')),
      ),
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
