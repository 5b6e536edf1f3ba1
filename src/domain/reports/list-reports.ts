import { and, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesBefore, placeOf, type TimePlace } from '#db/keyset.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { ReportCounts, ReportLine, reportFilter } from '#src/contract/report-admin.ts'
import { findReports } from './find-reports.ts'
import { FEW_NEWEST_FIRST, NEWEST_FIRST, selectLines, toLine } from './report-columns.ts'

const { id, createdAt, status, reportType, mergedIntoId } = eventReports

/** What a list of reports is narrowed to. */
export type ReportFilter = { [Name in keyof typeof reportFilter]?: z.output<(typeof reportFilter)[Name]> }

/** Reports, the newest first, each with its reporter's profile. Those merged into another stay out unless asked for. (product 7) */
export async function listReports(
  db: Db,
  { limit, after, ...filter }: ReportFilter & PageQuery<TimePlace>,
): Promise<Page<ReportLine>> {
  const rows = await pageOfReports(db, await toReportSelection(db, filter), { limit: limit + 1, after })
  return toPage(rows, { limit, toItem: toLine, placeOf: (row) => [row.micros, row.id] })
}

/** The next so many of them. */
function pageOfReports(db: Db, { where, order }: ReportSelection, { limit, after }: PageQuery<TimePlace>) {
  return selectLines(db)
    .where(and(where, comesNext(after)))
    .orderBy(...order)
    .limit(limit)
}

/** What stands behind a place in the list. */
export function comesNext(after: TimePlace | undefined): SQL | undefined {
  return after && comesBefore([createdAt, id], placeOf(after))
}

/** A filter as a question has it. */
export type ReportSelection = { where: SQL | undefined; order: SQL[] }

/** The filter as a condition; the words are looked up for it. */
export async function toReportSelection(db: Db, filter: ReportFilter): Promise<ReportSelection> {
  const found = filter.q ? await findReports(db, filter.q) : undefined
  const where = and(
    filter.status === 'merged' ? isNotNull(mergedIntoId) : isNull(mergedIntoId),
    filter.status === undefined || filter.status === 'merged' ? undefined : eq(status, filter.status),
    filter.type && eq(reportType, filter.type),
    found?.where,
  )
  return { where, order: found?.areFew ? FEW_NEWEST_FIRST : NEWEST_FIRST }
}

/** How many stand where. Each index is read, no row. */
export async function countReports(db: Db): Promise<ReportCounts> {
  const rows = await db
    .select({ status, count: count() })
    .from(eventReports)
    .where(isNull(mergedIntoId))
    .groupBy(status)
  const merged = await db.$count(eventReports, isNotNull(mergedIntoId))
  const none = { unverified: 0, open: 0, in_progress: 0, resolved: 0, dismissed: 0, merged }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}
