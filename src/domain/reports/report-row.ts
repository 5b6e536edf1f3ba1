import type { eventReports } from '#db/schema/feedback.ts'

export type ReportRow = typeof eventReports.$inferSelect

export const REPORT_NOT_FOUND = 'Report not found.'

/** The row as the audit log keeps it: all but what only guards against sending twice. */
export function auditedReport({ submissionKey: _key, submissionDigest: _digest, ...row }: ReportRow) {
  return row
}
