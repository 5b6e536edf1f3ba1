import type { analyticsDays, analyticsHours, analyticsPageViews, analyticsVisits } from '#db/schema/analytics.ts'
import type { vendorHitDays } from '#db/schema/partners.ts'
import { MOST_VALUES, OTHER, STATISTICS_ZONE, VISIT_GAP } from '#src/contract/analytics.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { instantAt, startOfDayAfter } from '#src/contract/wall-clock.ts'

const HOUR = 3_600_000

/** A row of `analytics_page_views`, of which the moment is in microseconds and the key in hex. */
export type ViewRow = Omit<typeof analyticsPageViews.$inferSelect, 'day' | 'createdAt' | 'visitorKey'> & {
  micros: number
  visitorKey: string
}

/** The rollups of one day. */
export type DayCount = {
  hours: Omit<typeof analyticsHours.$inferSelect, 'day'>[]
  visits: Omit<typeof analyticsVisits.$inferSelect, 'day' | 'id'>[]
  days: Omit<typeof analyticsDays.$inferSelect, 'day' | 'id' | 'importId'>[]
  hits: Omit<typeof vendorHitDays.$inferSelect, 'day'>[]
}

/** Whose pages and logos the rows are about. */
export type Known = { events: ReadonlyMap<string, string>; vendors: ReadonlySet<string> }

/** A visit with the values that its first row has, the rare ones folded. */
type Visit = { rows: ViewRow[]; first: ViewRow; entry: string; exit: string; seconds: number; bounces: number }
type Tailed = (typeof TAILED)[number]
const TAILED = ['source', 'utmCampaign', 'utmSource', 'utmMedium', 'utmContent', 'utmTerm', 'browser'] as const
/** The dimensions of `analytics_days` by what they are of a visit. */
const TOLD = [
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_content', 'utmContent'],
  ['utm_term', 'utmTerm'],
  ['browser', 'browser'],
  ['exit', 'exit'],
] as const

/**
 * The rollups of a day, from its rows by visitor, moment and id: what `rollup-statement.ts` makes in SQL, said in another way, so that the
 * nightly recount and a property test can hold one against the other. (decision 0061)
 */
export function countDay(day: PlainDay, rows: readonly ViewRow[], known: Known): DayCount {
  const { visits, foldPage } = foldRare(toVisits(rows))
  const parts = toParts(visits)
  const pages = toPages(parts, foldPage)
  return {
    hours: countHours(day, visits),
    visits: countVisits([...parts, ...pages]),
    days: [...countDimensions(parts), ...countPages(pages)],
    hits: countHits(visits, known),
  }
}

/** Rows of one visitor without a pause of more than half an hour. */
function toVisits(rows: readonly ViewRow[]): Visit[] {
  const visits: ViewRow[][] = []
  let last: ViewRow | undefined
  for (const row of rows) {
    const goesOn = last?.visitorKey === row.visitorKey && row.micros - last.micros <= VISIT_GAP * 60_000_000
    if (goesOn) visits.at(-1)?.push(row)
    else visits.push([row])
    last = row
  }
  return visits.map(toVisit)
}

function toVisit(rows: ViewRow[]): Visit {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new RangeError('A visit has at least one row')
  const exit = rows.findLast(({ kind }) => kind === 'view') ?? last
  return {
    ...{ rows, first, entry: first.pagePath, exit: exit.pagePath },
    seconds: Math.floor((last.micros - first.micros) / 1_000_000),
    bounces: rows.length === 1 && first.kind === 'view' ? 1 : 0,
  }
}

/** The visits with `(other)` for values that are not among the most common ones, and what does so for a page. */
function foldRare(visits: readonly Visit[]): { visits: Visit[]; foldPage: (page: string) => string } {
  const folds = Object.fromEntries(TAILED.map((name) => [name, keepMost(visits.map(({ first }) => first[name]))]))
  const foldRow = (row: ViewRow): ViewRow => {
    const told = TAILED.map((name): [Tailed, string] => [name, folds[name]?.(row[name]) ?? row[name]])
    return { ...row, ...Object.fromEntries(told) }
  }
  const [foldEntry, foldExit] = [keepMost(visits.map(({ entry }) => entry)), keepMost(visits.map(({ exit }) => exit))]
  const views = visits.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'view'))
  return {
    visits: visits.map(({ first, entry, exit, ...visit }) => ({
      ...visit,
      ...{ first: foldRow(first), entry: foldEntry(entry), exit: foldExit(exit) },
    })),
    foldPage: keepMost(views.map(({ pagePath }) => pagePath)),
  }
}

/** What replaces a value that is not among the most common ones of these; of two as common ones, the first in the order of bytes counts. */
function keepMost(values: readonly string[]): (value: string) => string {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  if (counts.size <= MOST_VALUES) return (value) => value
  const ranked = [...counts].toSorted(
    ([a, one], [b, other]) => other - one || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  const kept = new Set(['', ...ranked.slice(0, MOST_VALUES).map(([value]) => value)])
  return (value) => (kept.has(value) ? value : OTHER)
}

/** What a visit did: altogether, under no slug, and about each event. With a page, its views are those of this page. */
type Part = { visit: Visit; slug: string; page: string; rows: ViewRow[]; views: number; visitors: number }

function toParts(visits: readonly Visit[]): Part[] {
  const seen = new Set<string>()
  return visits.flatMap((visit) =>
    [...new Set(['', ...visit.rows.map(({ eventSlug }) => eventSlug ?? '')])].map((slug) => {
      const rows = slug === '' ? visit.rows : visit.rows.filter(({ eventSlug }) => eventSlug === slug)
      const visitor = `${slug} ${visit.first.visitorKey}`
      const visitors = seen.has(visitor) ? 0 : 1
      seen.add(visitor)
      return { visit, slug, page: '', rows, visitors, views: countKind(rows, 'view') }
    }),
  )
}

/** Each part once more for each page that was viewed in it. A visitor counts once for each page. */
function toPages(parts: readonly Part[], foldPage: (page: string) => string): Part[] {
  const seen = new Set<string>()
  return parts.flatMap((part) => {
    const viewed = part.rows.filter(({ kind }) => kind === 'view').map(({ pagePath }) => foldPage(pagePath))
    return [...new Set(viewed)].map((page) => {
      const visitor = JSON.stringify([part.slug, page, part.visit.first.visitorKey])
      const visitors = seen.has(visitor) ? 0 : 1
      seen.add(visitor)
      return { ...part, page, visitors, views: viewed.filter((one) => one === page).length }
    })
  })
}

function countKind(rows: readonly ViewRow[], kind: ViewRow['kind']): number {
  return rows.filter((row) => row.kind === kind).length
}

function hasKind(rows: readonly ViewRow[], kind: ViewRow['kind']): number {
  return countKind(rows, kind) > 0 ? 1 : 0
}

function countHours(day: PlainDay, visits: readonly Visit[]): DayCount['hours'] {
  const first = instantAt(day, '00:00', STATISTICS_ZONE)
  const last = startOfDayAfter(day, STATISTICS_ZONE) - HOUR
  return addUp(
    visits.flatMap(({ rows, first: { source } }) => {
      const seen = new Set<string>()
      return rows.map(({ micros, pagePath, eventSlug, kind, place }) => {
        const hour = Math.max(first, Math.min(last, Math.floor(micros / 1000 / HOUR) * HOUR))
        const key = { hour: new Date(hour), pagePath, eventSlug: eventSlug ?? '', kind, place, source }
        const name = JSON.stringify(key)
        const visits = seen.has(name) ? 0 : 1
        seen.add(name)
        return [key, { n: 1, visits }] as const
      })
    }),
  )
}

function countVisits(parts: readonly Part[]): DayCount['visits'] {
  return addUp(
    parts.map(({ visit: { first, entry, exit, seconds, bounces }, slug, page, rows, views, visitors }) => {
      const {
        source,
        utmCampaign: campaign,
        utmSource,
        utmMedium,
        utmContent,
        utmTerm,
        country,
        device,
        browser,
      } = first
      const acts = {
        agenda: hasKind(rows, 'agenda'),
        letter: hasKind(rows, 'letter'),
        register: hasKind(rows, 'register'),
      }
      const names = { source, campaign, utmSource, utmMedium, utmContent, utmTerm, country, device, browser }
      const key = { eventSlug: slug, page, entry, exit, ...names }
      return [key, { visitors, visits: 1, views, seconds, bounces, ...acts }] as const
    }),
  )
}

/** What is read without a filter. A visit without a campaign's value is in none of its rows. */
function countDimensions(parts: readonly Part[]): DayCount['days'] {
  return addUp(
    parts.flatMap(({ visit, slug: eventSlug, views, visitors }) => {
      const { first, exit, seconds, bounces } = visit
      const figures = { visitors, visits: 1, views, seconds, bounces }
      return TOLD.map(([dimension, column]) => ({ dimension, value: column === 'exit' ? exit : first[column] }))
        .filter(({ dimension, value }) => value !== '' || !dimension.startsWith('utm_'))
        .map((told) => [{ eventSlug, ...told }, figures] as const)
    }),
  )
}

function countPages(pages: readonly Part[]): DayCount['days'] {
  return addUp(
    pages.map(({ slug: eventSlug, page: value, visitors, views }) => [
      { eventSlug, dimension: 'page' as const, value, seconds: null, bounces: null },
      { visitors, visits: 1, views },
    ]),
  )
}

/** A press of registration counts for each partner of the event whose logo was pressed before it in the same visit, once. */
function countHits(visits: readonly Visit[], { events, vendors }: Known): DayCount['hits'] {
  return addUp(
    visits.flatMap(({ rows }) => {
      const isCounted = new Set<string>()
      return rows.flatMap((row) => {
        const eventId = events.get(row.eventSlug ?? '')
        if (eventId === undefined || !vendors.has(row.place) || !row.kind.startsWith('partner_')) return []
        const isPress = row.kind === 'partner_pressed'
        const isFollowed = rows.some(
          ({ kind, eventSlug, micros }) =>
            kind === 'register' && events.get(eventSlug ?? '') === eventId && micros > row.micros,
        )
        const key = { eventId, vendorId: row.place }
        const name = JSON.stringify(key)
        const registered = isPress && isFollowed && !isCounted.has(name) ? 1 : 0
        if (registered) isCounted.add(name)
        return [[key, { shown: isPress ? 0 : 1, clicked: isPress ? 1 : 0, registered }] as const]
      })
    }),
  )
}

/** One row for each key, with the sums of its figures. */
function addUp<Key extends object, Figures extends Record<string, number>>(
  pairs: readonly (readonly [Key, Figures])[],
): (Key & Figures)[] {
  const rows = new Map<string, { key: Key; figures: Record<string, number> }>()
  for (const [key, figures] of pairs) {
    const name = JSON.stringify(key)
    const row = rows.get(name)
    if (!row) rows.set(name, { key, figures: { ...figures } })
    else for (const [field, count] of Object.entries(figures)) row.figures[field] = (row.figures[field] ?? 0) + count
  }
  return [...rows.values()].map(({ key, figures }) => ({ ...key, ...figures }) as Key & Figures)
}
