import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { TimePlace } from '#db/keyset.ts'
import { profiles } from '#db/schema/accounts.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { type CsvCell, csvLine, firstRowsOnly } from '#src/contract/csv.ts'
import { comesNext, lineColumns, type ReportFilter, type ReportSelection, toReportSelection } from './list-reports.ts'

const PAGE = 500
/** Rows a file has at most; it says so in its last line if there are more. */
const MOST_ROWS = 100_000

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

/**
 * Reports as CSV, newest first, in pieces of 500 rows, so that no more is ever held. It ends after `most` rows, and says so
 * in a line of its own if there are more. (security XS2)
 */
export async function* reportCsv(db: Db, filter: ReportFilter, most = MOST_ROWS): AsyncGenerator<string> {
  const narrowed = await toReportSelection(db, filter)
  let head = csvLine(COLUMNS.map(([name]) => name))
  let after: TimePlace | undefined
  for (let left = most; left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left)
    const rows = await nextRows(db, narrowed, { limit, after })
    yield head + rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join('')
    const last = rows.at(-1)
    if (rows.length < limit || !last) return
    head = ''
    after = [last.micros, last.id]
  }
  const [next] = await nextRows(db, narrowed, { limit: 1, after })
  if (next)
    yield csvLine([
      `${firstRowsOnly(most)} Filter the list to export the reports up to ${next.createdAt.toISOString()}.`,
    ])
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
