import { and, between, eq, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsDays } from '#db/schema/analytics.ts'
import { analyticsImports, analyticsPeriods } from '#db/schema/analytics-imports.ts'
import type { ImportService } from '#src/contract/analytics-import.ts'
import type { PeriodTotal, Span } from '#src/contract/analytics-report.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { isOfScope, type Scope } from './read-scope.ts'

export type ImportedTotal = { visitors: number | null; visits: number | null; views: number | null }
export type ImportedValue = { dimension: string; value: string; visits: number | null; views: number | null }

/** The days of finished imports in a period that have no figures of our own. */
function importedIn(scope: Scope, ownDays: readonly PlainDay[]): SQL | undefined {
  return and(
    between(analyticsDays.day, scope.span.from, scope.span.to),
    isNotNull(analyticsDays.importId),
    isOfScope(scope),
    ownDays.length > 0 ? notInArray(analyticsDays.day, [...ownDays]) : undefined,
  )
}

/**
 * Imported rows, where two services tell of the same dimension of a day only those of the service that was imported first: their
 * figures are not of the same kind and would count a visit twice.
 */
function told(db: Db, where: SQL | undefined) {
  const { day, dimension, value, visitors, visits, views } = analyticsDays
  const { kind, createdAt, id, state } = analyticsImports
  return db
    .select({
      ...{ day, dimension, value, visitors, visits, views, kind },
      chosen:
        sql<string>`first_value(${kind}) over (partition by ${day}, ${dimension} order by ${createdAt}, ${id})`.as(
          'chosen',
        ),
    })
    .from(analyticsDays)
    .innerJoin(analyticsImports, eq(id, analyticsDays.importId))
    .where(and(where, eq(state, 'done')))
    .as('told')
}

/** The imported total of each day, and the services that it is from. */
export async function readImportedDays(db: Db, scope: Scope, ownDays: readonly PlainDay[]) {
  const rows = told(db, and(importedIn(scope, ownDays), eq(analyticsDays.dimension, 'total')))
  const days = await db
    .select({
      day: rows.day,
      kind: rows.kind,
      visitors: sql<number | null>`sum(${rows.visitors})::int`,
      visits: sql<number | null>`sum(${rows.visits})::int`,
      views: sql<number | null>`sum(${rows.views})::int`,
    })
    .from(rows)
    .where(eq(rows.kind, rows.chosen))
    .groupBy(rows.day, rows.kind)
  return {
    services: [...new Set(days.map(({ kind }): ImportService => kind))].toSorted(),
    days: new Map(
      days.map(({ day, visitors, visits, views }): [PlainDay, ImportedTotal] => [day, { visitors, visits, views }]),
    ),
  }
}

/** The imported figures of each value of each dimension. Visitors are left out, since they are of several days. */
export async function readImportedValues(db: Db, scope: Scope, ownDays: readonly PlainDay[]): Promise<ImportedValue[]> {
  const rows = told(db, importedIn(scope, ownDays))
  return db
    .select({
      dimension: rows.dimension,
      value: rows.value,
      visits: sql<number | null>`sum(${rows.visits})::int`,
      views: sql<number | null>`sum(${rows.views})::int`,
    })
    .from(rows)
    .where(and(eq(rows.kind, rows.chosen), sql`${rows.dimension} <> 'total'`))
    .groupBy(rows.dimension, rows.value)
}

/** Rows of one import that are shown. */
const MOST_ROWS = 10

/** Totals of imports without days, those that touch the period: the largest rows of each. */
export async function readPeriods(db: Db, { from, to }: Span): Promise<PeriodTotal[]> {
  const { importId, fromDay, toDay, dimension, value, visitors, visits, views } = analyticsPeriods
  const { kind, fileName } = analyticsImports
  const ranked = db
    .select({
      ...{ importId, kind, fileName, fromDay, toDay, dimension, value, visitors, visits, views },
      place:
        sql<number>`row_number() over (partition by ${importId} order by ${views} desc nulls last, ${visits} desc nulls last, ${value})`.as(
          'place',
        ),
    })
    .from(analyticsPeriods)
    .innerJoin(analyticsImports, eq(analyticsImports.id, importId))
    .where(and(sql`${fromDay} <= ${to}`, sql`${toDay} >= ${from}`, inArray(analyticsImports.state, ['done'])))
    .as('ranked')
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${MOST_ROWS}`)
    .orderBy(ranked.fromDay, ranked.importId, ranked.place)
  return rows.map(({ kind: service, fromDay: first, toDay: last, place: _place, ...row }) => ({
    service,
    from: first,
    to: last,
    ...row,
  }))
}
