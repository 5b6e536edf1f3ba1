import { and, between, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsHours, analyticsVisits } from '#db/schema/analytics.ts'
import { LETTER_ACTS, REGISTER_PLACES } from '#src/contract/analytics.ts'
import {
  type ActRow,
  FILTERS,
  type FilterName,
  NO_VALUE,
  type ReportTable,
  TABLES,
  type TableRow,
} from '#src/contract/analytics-report.ts'
import { SUMS } from './read-days.ts'
import type { ImportedValue } from './read-imported.ts'
import { isOfScope, type Scope, visitsIn } from './read-scope.ts'

type OwnValue = Omit<TableRow, 'imported'> & { name: string }

/** The visits by what they can be filtered by: all five tables in one pass. */
async function readVisitValues(db: Db, scope: Scope): Promise<OwnValue[]> {
  const { source, campaign, country, device, entry } = analyticsVisits
  const name = sql<string>`case when grouping(${source}) = 0 then 'source' when grouping(${campaign}) = 0 then 'campaign'
    when grouping(${country}) = 0 then 'country' when grouping(${device}) = 0 then 'device' else 'entry' end`
  const rows = await db
    .select({ name, value: sql<string>`coalesce(${source}, ${campaign}, ${country}, ${device}, ${entry})`, ...SUMS })
    .from(analyticsVisits)
    .where(visitsIn(scope))
    .groupBy(sql`grouping sets ((${source}), (${campaign}), (${country}), (${device}), (${entry}))`)
  return rows.map(({ seconds: _seconds, ...row }) => row)
}

/** The tables that have rows of their own by day and dimension. */
const BY_DAY = ['utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser', 'exit', 'page'] as const

async function readDayValues(db: Db, scope: Scope): Promise<OwnValue[]> {
  if (scope.filters.length > 0) return []
  const { day, dimension, value, visits, views, bounces, importId } = analyticsDays
  const rows = await db
    .select({
      name: dimension,
      value,
      visits: sql<number | null>`sum(${visits})::int`,
      views: sql<number | null>`sum(${views})::int`,
      bounces: sql<number | null>`sum(${bounces})::int`,
    })
    .from(analyticsDays)
    .where(
      and(
        isNull(importId),
        inArray(dimension, [...BY_DAY]),
        between(day, scope.span.from, scope.span.to),
        isOfScope(scope),
      ),
    )
    .groupBy(dimension, value)
  return rows.map((row) => ({ ...row, register: null }))
}

/** What `dimension` of an import is called among the tables. */
const tableOf = (dimension: string) => (dimension === 'utm_campaign' ? 'campaign' : dimension)
const namesOf = <T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]
const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name)

/** What a table sorts by: visits, or views where it has no visits; imported ones too. */
const sizeOf = ({ visits, views, imported }: TableRow) =>
  (visits ?? views ?? 0) + (imported ? (imported.visits ?? imported.views ?? 0) : 0)

/** Every table of the report, each with its `most` largest rows. */
export async function readTables(
  db: Db,
  scope: Scope,
  { imported, most }: { imported: readonly ImportedValue[]; most: number },
): Promise<ReportTable[]> {
  const own = [...(await readVisitValues(db, scope)), ...(await readDayValues(db, scope))]
  return namesOf(TABLES).map((name) => {
    const rows = merge(
      own.filter((row) => row.name === name),
      imported.filter((row) => tableOf(row.dimension) === name),
    )
    const ignores = isFilter(name) ? [] : scope.filters.map(([filter]) => filter)
    return { name, rows: rows.slice(0, most), total: rows.length, ignores }
  })
}

function merge(own: readonly OwnValue[], imported: readonly ImportedValue[]): TableRow[] {
  const told = new Map(imported.map(({ value, visits, views }) => [value, { visits, views }]))
  const known = new Set(own.map(({ value }) => value))
  const ours = own.map(({ name: _name, ...row }): TableRow => ({ ...row, imported: told.get(row.value) ?? null }))
  const theirs = [...told]
    .filter(([value]) => !known.has(value))
    .map(
      ([value, figures]): TableRow => ({
        ...{ value, visits: null, views: null, bounces: null, register: null },
        imported: figures,
      }),
    )
  return [...ours, ...theirs].toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.value.localeCompare(b.value))
}

const ACTS: Readonly<Record<string, { words: string; places?: Readonly<Record<string, string>> }>> = {
  register: { words: 'Registration pressed', places: REGISTER_PLACES },
  letter: { words: 'Letter', places: LETTER_ACTS },
  agenda: { words: 'Agenda in view' },
}

/** What visitors did on pages beside viewing them; null if a filter is in use that the hours do not know. */
export async function readActs(db: Db, scope: Scope): Promise<ActRow[]> {
  if (scope.filters.some(([name]) => name !== 'source')) return []
  const { day, kind, place, eventSlug, source, n } = analyticsHours
  const sources = scope.filters.map(([, value]) => (value === NO_VALUE ? '' : value))
  const rows = await db
    .select({ kind, place, count: sql<number>`sum(${n})::int` })
    .from(analyticsHours)
    .where(
      and(
        between(day, scope.span.from, scope.span.to),
        inArray(kind, namesOf(ACTS)),
        scope.slugs.length > 0 ? inArray(eventSlug, scope.slugs) : undefined,
        sources.length > 0 ? inArray(source, sources) : undefined,
      ),
    )
    .groupBy(kind, place)
  return rows
    .map((row) => ({ label: sayAct(row), count: row.count }))
    .toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label))
}

function sayAct({ kind, place }: { kind: string; place: string }): string {
  const { words = kind, places } = ACTS[kind] ?? {}
  const where = places?.[place]
  return where ? `${words}: ${where.toLowerCase()}` : words
}
