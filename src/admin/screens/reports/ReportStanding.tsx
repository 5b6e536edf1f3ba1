import type { ReportStatus } from '#src/contract/report.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { STATUS_NAMES } from './report-words.ts'

const TONES = {
  unverified: 'plain',
  open: 'waiting',
  in_progress: 'waiting',
  resolved: 'good',
  dismissed: 'plain',
} as const satisfies Record<ReportStatus, string>

/** How a report stands. */
export function ReportStanding({ status, mergedIntoId }: { status: ReportStatus; mergedIntoId: string | null }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
      {mergedIntoId !== null && <Badge>Merged</Badge>}
    </span>
  )
}
