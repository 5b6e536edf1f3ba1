import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { auditedReport, type LockedReport, type ReportRow } from './lock-report.ts'
import { notifyOfStatus } from './notify-reporters.ts'

export type ReportSet = Partial<Omit<ReportRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>>

/** A report before and after. */
type Step = { before: ReportRow; after: ReportRow }

/**
 * Changes a locked report under the name of `action`; a new status or answer applies to its duplicates too, and every
 * verified reporter among them is notified, each address once. Returns the row after.
 */
export async function storeChange(
  tx: Db,
  { report, duplicates }: LockedReport,
  { action, set }: { action: string; set: ReportSet },
  context: CommandContext,
): Promise<ReportRow> {
  const after = await storeReport(tx, report, { action, set }, context)
  const followed = await storeFollowers(tx, duplicates, getNews({ before: report, after }), context)
  await notifyReporters(tx, [{ before: report, after }, ...followed], context)
  return after
}

/** Changes one row, and nothing that follows from it. */
export async function storeReport(
  tx: Db,
  before: ReportRow,
  { action, set }: { action: string; set: ReportSet },
  { actor }: Pick<CommandContext, 'actor'>,
): Promise<ReportRow> {
  const [after] = await tx
    .update(eventReports)
    .set({ ...set, version: sql`${eventReports.version} + 1` })
    .where(eq(eventReports.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found', NOT_FOUND.report)
  const rows = { before: auditedReport(before), after: auditedReport(after) }
  await recordAudit(tx, actor, { action, subjectType: 'report', subjectId: before.id, ...rows })
  return after
}

/** Gives duplicates what they take over from the report they follow; those that have it already stay as they are. */
export async function storeFollowers(
  tx: Db,
  duplicates: readonly ReportRow[],
  set: ReportSet,
  context: Pick<CommandContext, 'actor'>,
): Promise<Step[]> {
  const steps: Step[] = []
  for (const before of duplicates) {
    const isNew = Object.entries(set).some(([name, value]) => Reflect.get(before, name) !== value)
    if (isNew) steps.push({ before, after: await storeReport(tx, before, { action: 'report.follow', set }, context) })
  }
  return steps
}

/** Notifies the verified reporters of what is new to them, each address once. */
export async function notifyReporters(tx: Db, steps: readonly Step[], { site, now }: CommandContext): Promise<void> {
  const notified = new Set<string>()
  for (const { before, after } of steps) {
    if (!isNews(before, after) || notified.has(after.emailKey)) continue
    if (await notifyOfStatus(tx, after, { site, now })) notified.add(after.emailKey)
  }
}

/** What changed of that which duplicates take over. */
function getNews({ before, after }: Step): ReportSet {
  return {
    ...(before.status !== after.status && { status: after.status }),
    ...(before.answer !== after.answer && { answer: after.answer }),
  }
}

/** No one is notified of an answer that is removed. */
function isNews(before: ReportRow, after: ReportRow): boolean {
  return before.status !== after.status || (after.answer !== null && before.answer !== after.answer)
}
