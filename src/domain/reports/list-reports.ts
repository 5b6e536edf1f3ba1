import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import { matchesWords } from '#db/search.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import type { ReportCounts, ReportLine, reportFilter } from '#src/contract/report-admin.ts'

const { id, createdAt, status, reportType, title, description, reporterEmail, mergedIntoId } = eventReports

export const lineColumns = {
  id,
  reportType: eventReports.reportType,
  title: eventReports.title,
  status: eventReports.status,
  reporterEmail: eventReports.reporterEmail,
  profileId: profiles.id,
  username: profiles.username,
  fullName: profiles.fullName,
  mergedIntoId: eventReports.mergedIntoId,
  // The tables' names are spelled out: inside a subquery nothing else tells the columns apart.
  duplicateCount: sql<number>`(select count(*)::int from ${eventReports} d where d.merged_into_id = ${eventReports}.id)`,
  noteCount: sql<number>`(select count(*)::int from ${reportNotes} n where n.report_id = ${eventReports}.id)`,
  promotedToWishId: eventReports.promotedToWishId,
  createdAt,
  updatedAt: eventReports.updatedAt,
  version: eventReports.version,
  micros: toMicros(createdAt),
}

/** Newest first, spelled as the indexes on `event_reports` have it. */
export const NEWEST_FIRST: SQL[] = [sql`${createdAt} desc nulls last`, sql`${id} desc nulls last`]

/** The same order, spelled as no index has it: what is few is fetched and sorted, and not met by walking through all. */
const FEW_NEWEST_FIRST: SQL[] = [sql`(${createdAt}, ${id}) desc`]

/** The query for lines of reports with their reporters' profiles, to be filtered and ordered. (product 7) */
export function selectLines(db: Db) {
  return db
    .select(lineColumns)
    .from(eventReports)
    .leftJoin(profiles, eq(profiles.id, eventReports.reporterUserId))
    .$dynamic()
}

type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

export function toLine({ profileId, username, fullName, micros: _micros, ...row }: LineRow): ReportLine {
  const reporter = profileId === null || username === null ? null : { id: profileId, username, fullName }
  return { ...row, reporter, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() }
}

/** The filters of a list of reports. */
export type ReportFilter = { [Name in keyof typeof reportFilter]?: z.output<(typeof reportFilter)[Name]> }

/** Reports, the newest first, each with its reporter's profile. Those merged into another stay out unless asked for. (product 7) */
export async function listReports(
  db: Db,
  { limit, after, ...filter }: ReportFilter & PageQuery<TimePlace>,
): Promise<Page<ReportLine>> {
  const rows = await pageOfReports(db, await toReportSelection(db, filter), { limit: limit + 1, after })
  return toPage(rows, { limit, toItem: toLine, getPlace: (row) => [row.micros, row.id] })
}

/** The next page of them. */
function pageOfReports(db: Db, { where, order }: ReportSelection, { limit, after }: PageQuery<TimePlace>) {
  return selectLines(db)
    .where(and(where, comesNext(after)))
    .orderBy(...order)
    .limit(limit)
}

/** The condition for rows after a position in the list. */
export function comesNext(after: TimePlace | undefined): SQL | undefined {
  return after && comesBefore([createdAt, id], getPlace(after))
}

/** A filter as the query takes it. */
export type ReportSelection = { where: SQL | undefined; order: SQL[] }

/** The filter as a condition, with its words looked up. */
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

/** The number of reports in each status. Reads only indexes. */
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

/** The columns of the search index, in its order. */
export const SEARCHED = [title, description, reporterEmail]

/** More than this are so many that the first of them are met soon by walking through the newest. */
const MANY = 2_000

/** Which reports have the words of a search. Where they are few they are fetched one by one, and not looked for in a list. */
type ReportMatch = { where: SQL; areFew: boolean }

/**
 * Looks the words up in their index before anything else is asked. PostgreSQL cannot tell how many have a beginning of a
 * word: where it expects many and there are none, it would read everybody's words. Undefined without words.
 */
async function findReports(db: Db, q: string): Promise<ReportMatch | undefined> {
  const match = matchesWords(SEARCHED, q)
  if (!match) return undefined
  const found = idsIn(await db.execute(sql`${foundBy(db, match)} limit ${MANY + 1}`))
  const areFew = found.length <= MANY
  return { where: areFew ? inArray(id, found) : match, areFew }
}

/** Materialized, it is planned for all of them, by the index; it is read only as far as it is asked for. */
function foundBy(db: Db, match: SQL): SQL {
  return sql`with found as materialized (${db.select({ id }).from(eventReports).where(match).getSQL()}) select id from found`
}

/** Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`. */
function idsIn(answer: unknown): string[] {
  return (answer as { rows: { id: string }[] }).rows.map((row) => row.id)
}
