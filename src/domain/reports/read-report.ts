import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { adminWishes, eventReports, reportNotes } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { MOST_DUPLICATES_NAMED, MOST_NOTES, type ReportNote, type ReportRecord } from '#src/contract/report-admin.ts'
import { lineColumns, NEWEST_FIRST, toLine } from './list-reports.ts'

const survivors = alias(eventReports, 'survivors')

/** A report whole, with its notes; `askerId` tells which of them are the asker's own. Throws `not_found`. */
export async function readReport(db: Db, id: string, askerId: string): Promise<ReportRecord> {
  const [row] = await db
    .select({ line: lineColumns, ...more, wish: { ...wish }, mergedInto: { id: survivors.id, title: survivors.title } })
    .from(eventReports)
    .leftJoin(profiles, eq(profiles.id, eventReports.reporterUserId))
    .leftJoin(adminWishes, eq(adminWishes.id, eventReports.promotedToWishId))
    .leftJoin(survivors, eq(survivors.id, eventReports.mergedIntoId))
    .where(eq(eventReports.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.report)
  const { line, verifiedAt, promotedAt, ...rest } = row
  return {
    ...toLine(line),
    ...rest,
    verifiedAt: verifiedAt?.getTime() ?? null,
    promotedAt: promotedAt?.getTime() ?? null,
    duplicates: await listDuplicates(db, id),
    notes: await listNotes(db, id, askerId),
  }
}

const more = {
  description: eventReports.description,
  answer: eventReports.answer,
  context: eventReports.context,
  verifiedAt: eventReports.verifiedAt,
  promotedAt: eventReports.promotedAt,
}
const wish = { id: adminWishes.id, title: adminWishes.title, status: adminWishes.status }

async function listDuplicates(db: Db, id: string): Promise<ReportRecord['duplicates']> {
  const { title, reporterEmail, createdAt, mergedIntoId, version } = eventReports
  const rows = await db
    .select({ id: eventReports.id, title, reporterEmail, createdAt, version })
    .from(eventReports)
    .where(eq(mergedIntoId, id))
    .orderBy(...NEWEST_FIRST)
    .limit(MOST_DUPLICATES_NAMED)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}

/** Oldest first. */
async function listNotes(db: Db, reportId: string, askerId: string): Promise<ReportNote[]> {
  const { id, body, createdAt, authorId } = reportNotes
  const rows = await db
    .select({ id, body, createdAt, authorId, author: profiles.username })
    .from(reportNotes)
    .leftJoin(profiles, eq(profiles.id, authorId))
    .where(eq(reportNotes.reportId, reportId))
    .orderBy(asc(createdAt), asc(id))
    .limit(MOST_NOTES)
  return rows.map(({ authorId: writtenBy, createdAt: writtenAt, ...note }) => ({
    ...note,
    isOwn: writtenBy === askerId,
    createdAt: writtenAt.getTime(),
  }))
}
