import { and, between, eq, gt, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { analyticsDays, analyticsHours, analyticsVisits } from '#db/schema/analytics.ts'
import { LETTER_ACTS, REGISTER_PLACES } from '#src/contract/analytics.ts'
import {
  type ActRow,
  type FilterName,
  NO_VALUE,
  type ReportTable,
  TABLES,
  type TableRow,
} from '#src/contract/analytics-report.ts'
import { SUMS } from './read-days.ts'
import type { ImportedValue } from './read-imported.ts'
import { COLUMNS, isOfScope, type Scope, visitsIn } from './read-scope.ts'

type OwnValue = Omit<TableRow, 'imported'> & { name: string }

/** The tables whose values are in every row of visits, and those that `analytics_days` has too, in fewer rows. */
const OF_VISITS = ['source', 'campaign', 'country', 'device', 'entry'] as const
const BY_DAY = ['utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser', 'exit'] as const

/** The visits by what they can be filtered by: all these tables in one pass. */
async function readVisitValues(db: Db, scope: Scope, tables: readonly (keyof typeof COLUMNS)[], where?: SQL) {
  const columns = tables.map((table) => COLUMNS[table])
  const named = tables.map((table) => sql`when grouping(${COLUMNS[table]}) = 0 then ${sql.raw(`'${table}'`)}`)
  const sets = columns.map((column) => sql`(${column})`)
  const rows = await db
    .select({
      name: sql<string>`case ${sql.join(named, sql` `)} end`,
      value: sql<string>`coalesce(${sql.join(columns, sql`, `)})`,
      ...SUMS,
    })
    .from(analyticsVisits)
    .where(and(visitsIn(scope), where))
    .groupBy(sql`grouping sets (${sql.join(sets, sql`, `)})`)
  return rows.map(({ seconds: _seconds, ...row }): OwnValue => row)
}

/** The pages of visits that were filtered, of the days on which they are known. */
async function readPageValues(db: Db, scope: Scope): Promise<OwnValue[]> {
  const rows = await db
    .select({ value: analyticsVisits.page, ...SUMS })
    .from(analyticsVisits)
    .where(and(visitsIn(scope, { page: gt(analyticsVisits.page, '') }), isDetailed(scope)))
    .groupBy(analyticsVisits.page)
  return rows.map(({ value, visits, views }) => ({
    ...{ name: 'page', value, visits, views },
    // How long a page was read is not known, nor whether it was the only one.
    ...{ bounces: null, register: null },
  }))
}

function isDetailed({ detailedFrom }: Scope): SQL | undefined {
  return detailedFrom === null ? undefined : gte(analyticsVisits.day, detailedFrom)
}

/** Without a filter, the tables of `analytics_days`. */
async function readDayValues(db: Db, scope: Scope): Promise<OwnValue[]> {
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
        inArray(dimension, [...BY_DAY, 'page']),
        between(day, scope.span.from, scope.span.to),
        isOfScope(scope),
      ),
    )
    .groupBy(dimension, value)
  return rows.map((row) => ({ ...row, register: null }))
}

/** With one, the same tables of the visits that fit. A visit without a campaign's value is in none of its rows. */
async function readFilteredValues(db: Db, scope: Scope): Promise<OwnValue[]> {
  const values = await readVisitValues(db, scope, BY_DAY, isDetailed(scope))
  return [
    ...values.filter(({ name, value }) => value !== '' || !name.startsWith('utm_')),
    ...(await readPageValues(db, scope)),
  ]
}

/** What `dimension` of an import is called among the tables. */
const tableOf = (dimension: string) => (dimension === 'utm_campaign' ? 'campaign' : dimension)
const namesOf = <T extends object>(words: T) => Object.keys(words) as (keyof T & string)[]

/** What a table sorts by: visits, or views where it has no visits; imported ones too. */
const sizeOf = ({ visits, views, imported }: TableRow) =>
  (visits ?? views ?? 0) + (imported ? (imported.visits ?? imported.views ?? 0) : 0)

/** Every table of the report, each with its `most` largest rows. */
export async function readTables(
  db: Db,
  scope: Scope,
  { imported, most }: { imported: readonly ImportedValue[]; most: number },
): Promise<ReportTable[]> {
  const isFiltered = scope.filters.length > 0
  const own = [
    ...(await readVisitValues(db, scope, OF_VISITS)),
    ...(isFiltered ? await readFilteredValues(db, scope) : await readDayValues(db, scope)),
  ]
  return namesOf(TABLES).map((name) => {
    const rows = merge(
      own.filter((row) => row.name === name),
      imported.filter((row) => tableOf(row.dimension) === name),
    )
    return { name, rows: rows.slice(0, most), total: rows.length }
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

/** What visitors did on pages beside viewing them; nothing if a filter is in use that the hours do not know. */
export async function readActs(db: Db, scope: Scope): Promise<ActRow[]> {
  const { day, kind, place, eventSlug, source, pagePath, n } = analyticsHours
  const known: Partial<Record<FilterName, PgColumn>> = { source, page: pagePath }
  if (scope.filters.some(([name]) => !known[name])) return []
  const wanted = scope.filters.map(([name, value]) => known[name] && eq(known[name], value === NO_VALUE ? '' : value))
  const rows = await db
    .select({ kind, place, count: sql<number>`sum(${n})::int` })
    .from(analyticsHours)
    .where(
      and(
        between(day, scope.span.from, scope.span.to),
        inArray(kind, namesOf(ACTS)),
        scope.slugs.length > 0 ? inArray(eventSlug, scope.slugs) : undefined,
        ...wanted,
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
