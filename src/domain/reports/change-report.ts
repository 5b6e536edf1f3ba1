import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import type { BulkResult } from '#src/contract/bulk.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import {
  FOLLOWS_ANOTHER,
  type ReportChange,
  type ReportRecord,
  type ReportStatuses,
} from '#src/contract/report-admin.ts'
import { recordAudit } from '../audit/audit.ts'
import { changeEach } from '../change-each.ts'
import type { CommandContext } from '../command-context.ts'
import { differs, requireVersion } from '../library/versioned.ts'
import { endLinks } from '../links/link.ts'
import { auditedReport, lockReport, type ReportRow } from './lock-report.ts'
import { ownAgain } from './merge-report.ts'
import { readReport } from './read-report.ts'
import { type ReportSet, storeChange, storeReport } from './store-change.ts'
import { sendVerification } from './submit-report.ts'

/**
 * Changes the given fields of a report; a change of nothing does nothing. A new status or answer is sent to the
 * verified reporter and applies to the duplicates; a new address is asked to verify the report. Throws `not_found`, and
 * `conflict` for a stale version, and for the status or answer of a report that is merged into another. (product 7)
 */
export async function changeReport(
  db: Db,
  id: string,
  { version, ...change }: ReportChange,
  context: CommandContext,
): Promise<ReportRecord> {
  return db.transaction(async (tx) => {
    const locked = await lockReport(tx, id)
    const { report } = locked
    requireVersion(report, version)
    const set: ReportSet = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    if (!differs(report, set)) return readReport(tx, id, context.actor.id)
    requireOwnStatus(report, set)
    const address = getAddress(report, set)
    const after = await storeChange(tx, locked, { action: 'report.update', set: { ...set, ...address } }, context)
    if (address.emailKey !== undefined) await sendVerification(tx, after, context)
    return readReport(tx, id, context.actor.id)
  })
}

/** Sets the status of several reports, each as `changeReport` does: audited, and emailed to its verified reporters. (reports 5) */
export function changeStatuses(
  db: Db,
  { status, reports }: ReportStatuses,
  context: CommandContext,
): Promise<BulkResult[]> {
  return changeEach(reports, ({ id, version }) => changeReport(db, id, { version, status }, context))
}

function requireOwnStatus({ mergedIntoId, status, answer }: ReportRow, set: ReportSet): void {
  const isOther = (set.status ?? status) !== status || (set.answer !== undefined && set.answer !== answer)
  if (mergedIntoId === null || !isOther) return
  throw new Failure('conflict', FOLLOWS_ANOTHER)
}

/** Another mailbox has verified nothing yet, and no link sent to the old one does: it gets its own. (reports 5) */
function getAddress(report: ReportRow, { reporterEmail }: ReportSet): ReportSet {
  if (reporterEmail === undefined) return {}
  const key = emailKey(reporterEmail)
  return key === report.emailKey ? {} : { emailKey: key, verifiedAt: null }
}

/**
 * Deletes a report. The audit log keeps all of it, with its notes. Reports merged into it are separate again; the wish
 * it became remains. Throws `not_found`, and `conflict` for a stale version. (security DL6)
 */
export async function deleteReport(
  db: Db,
  id: string,
  version: number,
  context: CommandContext,
): Promise<{ id: string; title: string }> {
  return db.transaction(async (tx) => {
    const { report, duplicates } = await lockReport(tx, id)
    requireVersion(report, version)
    const notes = await tx
      .select()
      .from(reportNotes)
      .where(eq(reportNotes.reportId, id))
      .orderBy(asc(reportNotes.createdAt), asc(reportNotes.id))
    for (const one of duplicates) await storeReport(tx, one, { action: 'report.unmerge', set: ownAgain(one) }, context)
    await endLinks(tx, { purpose: 'verify-report', subjectId: id }, context.now)
    await tx.delete(eventReports).where(eq(eventReports.id, id))
    const before = { ...auditedReport(report), notes, duplicates: duplicates.map((one) => one.id) }
    await recordAudit(tx, context.actor, { action: 'report.delete', subjectType: 'report', subjectId: id, before })
    return { id, title: report.title }
  })
}
