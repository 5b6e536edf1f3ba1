import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { REPORT_STATUSES, type ReportStatus } from '#src/contract/report.ts'
import { Badge } from '#src/ui/Badge.tsx'
import type { SearchOf } from '../../addresses.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { STATUS_NAMES } from './report-words.ts'

type ReportLinkProps = {
  /** Of the report it opens; without one it leads back to the list. */
  id?: string
  className?: string
  children: ReactNode
}

/** Opens a report, or the list, with the filters as they are. */
export function ReportLink({ id, ...link }: ReportLinkProps) {
  const asked = toQuery(useSearch({ from: '/admin/reports' }))
  return <AdminLink {...link} to={links.reports({ ...asked, report: id })} />
}

const TONES = {
  unverified: 'plain',
  open: 'waiting',
  in_progress: 'waiting',
  resolved: 'good',
  dismissed: 'plain',
} as const satisfies Record<ReportStatus, string>

/** The status of a report as a badge. */
export function ReportStatusBadge({ status, mergedIntoId }: { status: ReportStatus; mergedIntoId: string | null }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
      {mergedIntoId !== null && <Badge>Merged</Badge>}
    </span>
  )
}

export const SHOWN_STATUSES = [...REPORT_STATUSES, 'merged'] as const

export type ShownStatus = (typeof SHOWN_STATUSES)[number]

/** What the address of the screen keeps: the filters, and the report that is open. */
export type ReportPlace = SearchOf<'/admin/reports'>

/** The filters as the API takes them. */
export function toQuery({ q, status, type }: ReportPlace) {
  return { ...(q && { q }), ...(status && { status }), ...(type && { type }) }
}

/** The file with the same reports. */
export function getCsvAddress(asked: ReturnType<typeof toQuery>): string {
  const query = new URLSearchParams(asked)
  return `/api/admin/reports/export.csv${query.size > 0 ? `?${query}` : ''}`
}
