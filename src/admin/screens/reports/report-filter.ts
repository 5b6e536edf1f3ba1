import { z } from 'zod'
import { REPORT_STATUSES, REPORT_TYPES } from '#src/contract/report.ts'

export const SHOWN_STATUSES = [...REPORT_STATUSES, 'merged'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

/** What of the screen stands in its address: the filters, and the report that is open. */
export const reportPlace = z.object({
  q: z.string().max(100).catch(''),
  status: z.enum(SHOWN_STATUSES).optional().catch(undefined),
  type: z.enum(REPORT_TYPES).optional().catch(undefined),
  report: z.uuid().optional().catch(undefined),
})
export type ReportPlace = z.output<typeof reportPlace>

/** The filters as the API takes them. */
export function askedOf({ q, status, type }: ReportPlace) {
  return { ...(q && { q }), ...(status && { status }), ...(type && { type }) }
}

/** The file with the same reports. */
export function fileOf(asked: ReturnType<typeof askedOf>): string {
  const query = new URLSearchParams(asked)
  return `/api/admin/reports/export.csv${query.size > 0 ? `?${query}` : ''}`
}
