import type { Db } from '#db/client.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import { FOLLOWS_ANOTHER, type ReportChange, type ReportRecord } from '#src/contract/report-admin.ts'
import type { CommandContext } from '../command-context.ts'
import { differs, requireVersion } from '../library/require-version.ts'
import { lockReport } from './lock-report.ts'
import { readReport } from './read-report.ts'
import type { ReportRow } from './report-row.ts'
import { sendVerification } from './send-verification.ts'
import { type ReportSet, storeChange } from './store-change.ts'

/**
 * Changes what is given of a report; what stands already changes nothing. A new status or answer is told to the verified
 * reporter, and goes to the duplicates; another address is asked to verify the report. Throws `not_found`, and `conflict` for another version than the present one, and for
 * the status or answer of a report that follows another. (product 7)
 */
export async function changeReport(
  db: Db,
  id: string,
  { version, ...change }: ReportChange,
  context: CommandContext,
): Promise<ReportRecord> {
  return db.transaction(async (tx) => {
    const held = await lockReport(tx, id)
    const { report } = held
    requireVersion(report, version)
    const set: ReportSet = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    if (!differs(report, set)) return readReport(tx, id, context.actor.id)
    requireOwnStatus(report, set)
    const address = addressOf(report, set)
    const after = await storeChange(tx, held, { action: 'report.update', set: { ...set, ...address } }, context)
    if (address.emailKey !== undefined) await sendVerification(tx, after, context)
    return readReport(tx, id, context.actor.id)
  })
}

function requireOwnStatus({ mergedIntoId, status, answer }: ReportRow, set: ReportSet): void {
  const isOther = (set.status ?? status) !== status || (set.answer !== undefined && set.answer !== answer)
  if (mergedIntoId === null || !isOther) return
  throw new Failure('conflict', FOLLOWS_ANOTHER)
}

/** Another mailbox has verified nothing yet, and no link sent to the old one does: it gets its own. (reports 5) */
function addressOf(report: ReportRow, { reporterEmail }: ReportSet): ReportSet {
  if (reporterEmail === undefined) return {}
  const key = emailKey(reporterEmail)
  return key === report.emailKey ? {} : { emailKey: key, verifiedAt: null }
}
