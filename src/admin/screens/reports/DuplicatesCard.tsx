import { MERGED_INTO_THIS, type ReportRecord } from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { agoOf } from '../../blocks/moment.ts'
import { ReportLink } from './ReportLink.tsx'
import { reportCalls } from './report-calls.ts'
import { useReportAct, useReportChange } from './use-report-change.ts'

const WORDS = { done: 'Merge undone', failed: 'Failed to undo the merge' }

/** What was merged: into this report, or this one into another. */
export function DuplicatesCard({ report }: { report: ReportRecord }) {
  if (report.mergedInto) return <Follows report={report} kept={report.mergedInto} />
  if (report.duplicateCount === 0) return null
  const { duplicates, duplicateCount } = report
  return (
    <DetailCard title={MERGED_INTO_THIS}>
      <ul className="grid w-full gap-4">
        {duplicates.map((one) => (
          <Duplicate key={one.id} {...one} />
        ))}
      </ul>
      {duplicateCount > duplicates.length && <p>And {duplicateCount - duplicates.length} older reports.</p>}
    </DetailCard>
  )
}

function Duplicate({ id, title, reporterEmail, createdAt, version }: ReportRecord['duplicates'][number]) {
  const undo = useReportAct({ ...WORDS, save: () => reportCalls(id).unmerge(version) })
  return (
    <li className="grid justify-items-start gap-1.5">
      <ReportLink id={id} className="inline-block min-h-6 font-semibold underline underline-offset-4">
        {title}
      </ReportLink>
      <span className="text-[.9375rem] text-soft">
        {reporterEmail}, sent {agoOf(createdAt)}
      </span>
      <ActionButton isBusy={undo.isPending} onClick={() => undo.mutate(undefined)}>
        Undo merge<span className="sr-only"> of {title}</span>
      </ActionButton>
    </li>
  )
}

function Follows({ report, kept }: { report: ReportRecord; kept: { id: string; title: string } }) {
  const undo = useReportChange({ ...WORDS, save: () => reportCalls(report.id).unmerge(report.version) })
  return (
    <DetailCard title="Merged">
      <p>
        This report duplicates{' '}
        <ReportLink id={kept.id} className="inline-block min-h-6 font-semibold underline underline-offset-4">
          {kept.title}
        </ReportLink>{' '}
        and follows its status.
      </p>
      <ActionButton isBusy={undo.isPending} onClick={() => undo.mutate(undefined)}>
        Undo merge
      </ActionButton>
    </DetailCard>
  )
}
