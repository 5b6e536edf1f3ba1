import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { TimePlace } from '#db/keyset.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { type CsvCell, csvFile, MOST_CSV, type MostCsv } from '#src/contract/csv.ts'
import { comesNext, lineColumns, type ReportFilter, type ReportSelection, toReportSelection } from './list-reports.ts'

type Row = Awaited<ReturnType<typeof nextRows>>[number]

const COLUMNS = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt.toISOString()],
  ['report_type', ({ reportType }) => reportType],
  ['status', ({ status }) => status],
  ['title', ({ title }) => title],
  ['description', ({ description }) => description],
  ['reporter_email', ({ reporterEmail }) => reporterEmail],
  ['reporter_username', ({ username }) => username],
  ['reporter_full_name', ({ fullName }) => fullName],
  ['verified_at', ({ verifiedAt }) => verifiedAt?.toISOString() ?? null],
  ['answer', ({ answer }) => answer],
  ['merged_into_id', ({ mergedIntoId }) => mergedIntoId],
  ['duplicates', ({ duplicateCount }) => duplicateCount],
  ['promoted_to_wish_id', ({ promotedToWishId }) => promotedToWishId],
  ['promoted_at', ({ promotedAt }) => promotedAt?.toISOString() ?? null],
  ['updated_at', ({ updatedAt }) => updatedAt.toISOString()],
] as const satisfies [string, (row: Row) => CsvCell][]

/** Reports as CSV, newest first. (security XS2) */
export async function* reportCsv(db: Db, filter: ReportFilter, most: MostCsv = MOST_CSV): AsyncGenerator<string> {
  const selection = await toReportSelection(db, filter)
  yield* csvFile<Row>({
    columns: COLUMNS,
    read: (limit, last) => nextRows(db, selection, { limit, after: last && [last.micros, last.id] }),
    howToContinue: ({ createdAt }) => `Filter the list to export the reports up to ${createdAt.toISOString()}.`,
    most,
  })
}

function nextRows(
  db: Db,
  { where, order }: ReportSelection,
  { limit, after }: { limit: number; after: TimePlace | undefined },
) {
  const { description, answer, verifiedAt, promotedAt, reporterUserId } = eventReports
  return db
    .select({ ...lineColumns, description, answer, verifiedAt, promotedAt })
    .from(eventReports)
    .leftJoin(profiles, eq(profiles.id, reporterUserId))
    .where(and(where, comesNext(after)))
    .orderBy(...order)
    .limit(limit)
}
