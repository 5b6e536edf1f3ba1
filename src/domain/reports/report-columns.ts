import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { microsOf } from '#db/keyset.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import type { ReportLine } from '#src/contract/report-admin.ts'

const { createdAt, id } = eventReports

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
  micros: microsOf(createdAt),
}

/** Newest first, spelled as the indexes on `event_reports` have it. */
export const NEWEST_FIRST: SQL[] = [sql`${createdAt} desc nulls last`, sql`${id} desc nulls last`]

/** The same order, spelled as no index has it: what is few is fetched and sorted, and not met by walking through all. */
export const FEW_NEWEST_FIRST: SQL[] = [sql`(${createdAt}, ${id}) desc`]

/** The question for lines of reports with their reporters' profiles, to be narrowed and ordered. (product 7) */
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
