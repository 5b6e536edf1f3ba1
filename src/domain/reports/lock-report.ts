import { asc, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'

/** A report and those merged into it, locked until the transaction ends. */
export type LockedReport = { report: ReportRow; duplicates: ReportRow[] }

/**
 * Lets one transaction at a time change which report follows which. Which rows one has to hold is only known once nobody
 * else joins or leaves: without this, two merges against each other could not both hold them in the same order. It is the
 * first thing such a transaction asks for, before any row. (reports 5)
 */
export async function lockReports(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('event_reports', 0))`)
}

/** The report with its duplicates, locked. Throws `not_found`. */
export async function lockReport(tx: Db, id: string): Promise<LockedReport> {
  await lockReports(tx)
  const [locked] = await lockReportRows(tx, [id])
  if (!locked) throw new Failure('not_found', NOT_FOUND.report)
  return locked
}

/** The same for several at once, the rows in the order of their ids; those that are not there are left out. Call `lockReports` first. */
export async function lockReportRows(tx: Db, ids: readonly string[]): Promise<LockedReport[]> {
  const { id, mergedIntoId } = eventReports
  const rows = await tx
    .select()
    .from(eventReports)
    .where(or(inArray(id, [...ids]), inArray(mergedIntoId, [...ids])))
    .orderBy(asc(id))
    .for('update')
  return ids.flatMap((one) => {
    const report = rows.find((row) => row.id === one)
    return report ? [{ report, duplicates: rows.filter((row) => row.mergedIntoId === one) }] : []
  })
}

export type ReportRow = typeof eventReports.$inferSelect

/** The row as the audit log keeps it: all but what only guards against sending twice. */
export function auditedReport({ submissionKey: _key, submissionDigest: _digest, ...row }: ReportRow) {
  return row
}
