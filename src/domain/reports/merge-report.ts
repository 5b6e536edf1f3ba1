import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { MERGED_ALREADY, type MergeReportInput, NOT_MERGED, type ReportRecord } from '#src/contract/report-admin.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { lockReport, lockReportRows, lockReports, type ReportRow } from './lock-report.ts'
import { readReport } from './read-report.ts'
import { notifyReporters, type ReportSet, storeFollowers, storeReport } from './store-change.ts'

/**
 * Merges a report, with those merged into it, into another one: it gets that one's status, and its answer if there is
 * one, and verified reporters are notified of the news. A merge into a merged report goes to the report that represents
 * it. Throws `not_found`, and `conflict` for a stale version or for a report that cannot represent others.
 */
export async function mergeReport(
  db: Db,
  id: string,
  { version, into }: MergeReportInput,
  context: CommandContext,
): Promise<ReportRecord> {
  return db.transaction(async (tx) => {
    await lockReports(tx)
    const kept = await findSurvivor(tx, into)
    const [locked, survivor] = await lockReportRows(tx, [id, kept])
    if (locked?.report.id !== id) throw new Failure('not_found', NOT_FOUND.report)
    const { report, duplicates } = locked
    requireVersion(report, version)
    if (!survivor) throw new Failure('not_found', NOT_FOUND.survivor)
    refuseSurvivor(report, survivor.report, into)
    if (report.mergedIntoId === kept) return readReport(tx, id, context.actor.id)
    const set = toFollow(survivor.report)
    const after = await storeReport(tx, report, { action: 'report.merge', set }, context)
    const followed = await storeFollowers(tx, duplicates, set, context)
    await notifyReporters(tx, [{ before: report, after }, ...followed], context)
    return readReport(tx, id, context.actor.id)
  })
}

/** Makes a merged report one of its own again. Throws `not_found`, and `conflict` for another version or one that is not merged. */
export async function unmergeReport(
  db: Db,
  id: string,
  version: number,
  context: CommandContext,
): Promise<ReportRecord> {
  return db.transaction(async (tx) => {
    const { report } = await lockReport(tx, id)
    requireVersion(report, version)
    if (report.mergedIntoId === null) throw new Failure('conflict', NOT_MERGED)
    await storeReport(tx, report, { action: 'report.unmerge', set: ownAgain(report) }, context)
    return readReport(tx, id, context.actor.id)
  })
}

/** A separate report again: if it was not verified, it waits for its reporter as before. */
export function ownAgain({ verifiedAt, status }: ReportRow): ReportSet {
  return { mergedIntoId: null, status: verifiedAt === null ? 'unverified' : status }
}

/** The report that represents this one: itself, unless it is merged. */
async function findSurvivor(tx: Db, id: string): Promise<string> {
  const [row] = await tx
    .select({ mergedIntoId: eventReports.mergedIntoId })
    .from(eventReports)
    .where(eq(eventReports.id, id))
  return row?.mergedIntoId ?? id
}

function refuseSurvivor(report: ReportRow, survivor: ReportRow, asked: string): void {
  if (asked === report.id) throw new Failure('invalid', 'A report cannot be merged into itself.', { field: 'into' })
  if (survivor.id === report.id) throw new Failure('conflict', MERGED_ALREADY)
  if (survivor.status !== 'unverified') return
  throw new Failure(
    'conflict',
    'The report to keep is not verified yet. Merge it into this one, or give it a status first.',
  )
}

function toFollow({ id, status, answer }: ReportRow): ReportSet {
  return { mergedIntoId: id, status, ...(answer !== null && { answer }) }
}
