import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports, reportNotes } from '#db/schema/feedback.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/require-version.ts'
import { endLinks } from '../links/link.ts'
import { lockReport } from './lock-report.ts'
import { ownAgain } from './merge-report.ts'
import { auditedReport } from './report-row.ts'
import { storeReport } from './store-change.ts'

/**
 * Deletes a report. It stands whole in the audit log, with its notes. Those merged into it are reports of their own again;
 * the wish it became stays. Throws `not_found`, and `conflict` for another version than the one decided on. (security DL6)
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
