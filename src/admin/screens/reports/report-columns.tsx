import type { ReportLine } from '#src/contract/report-admin.ts'
import { Badge } from '#src/ui/Badge.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { ReportLink } from './ReportLink.tsx'
import { ReportStanding } from './ReportStanding.tsx'
import { TYPE_NAMES } from './report-words.ts'

export const columns: readonly Column<ReportLine>[] = [
  {
    header: 'Report',
    cell: ({ id, title }) => (
      <ReportLink id={id} className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline">
        {title}
      </ReportLink>
    ),
  },
  { header: 'Kind', cell: ({ reportType }) => TYPE_NAMES[reportType], width: '7.5rem', isMinor: true },
  {
    header: 'From',
    cell: ({ reporter, reporterEmail }) => (
      <>
        {reporter && <span className="font-semibold">{reporter.fullName ?? reporter.username} </span>}
        <span className={reporter ? 'text-soft' : ''}>{reporterEmail}</span>
      </>
    ),
    width: '22%',
  },
  { header: 'Status', cell: (report) => <ReportStanding {...report} />, width: '8.5rem' },
  {
    header: 'Sent',
    cell: ({ createdAt }) => (
      <time dateTime={new Date(createdAt).toISOString()} title={momentOf(createdAt)}>
        {agoOf(createdAt)}
      </time>
    ),
    width: '10rem',
  },
  { header: 'Details', cell: (report) => <Signs report={report} />, width: '12rem' },
]

/** What hangs on a report. */
function Signs({ report: { duplicateCount, noteCount, promotedToWishId } }: { report: ReportLine }) {
  if (duplicateCount + noteCount === 0 && promotedToWishId === null) return null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {duplicateCount > 0 && <Badge>{duplicateCount + 1} reports</Badge>}
      {noteCount > 0 && <Badge>{noteCount === 1 ? '1 note' : `${noteCount} notes`}</Badge>}
      {promotedToWishId !== null && <Badge tone="good">Wish</Badge>}
    </span>
  )
}
