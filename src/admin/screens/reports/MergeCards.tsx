import { useQuery } from '@tanstack/react-query'
import {
  MERGE_INTO_THIS,
  MERGE_QUESTION,
  MERGED_INTO_THIS,
  type ReportLine,
  type ReportRecord,
  WILL_FOLLOW,
} from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatAgo } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { ReportLink } from './ReportLink.tsx'
import { reportCalls, similarQuery } from './report-calls.ts'
import { STATUS_NAMES } from './report-words.ts'
import { useReportAct, useReportChange } from './use-report-change.ts'

/** Others that may say the same, and letting this one follow one of them. */
export function SimilarCard({ report }: { report: ReportRecord }) {
  const query = useQuery(similarQuery(report.id))
  return (
    <DetailCard title="Similar reports">
      <Shown query={query} what="similar reports">
        {(others) =>
          others.length === 0 ? (
            <p className="text-soft">No similar reports.</p>
          ) : (
            <ul className="grid w-full gap-4">
              {others.map((other) => (
                <Similar key={other.id} report={report} other={other} />
              ))}
            </ul>
          )
        }
      </Shown>
    </DetailCard>
  )
}

function Similar({ report, other }: { report: ReportRecord; other: ReportLine }) {
  const merge = useReportChange({
    save: () => reportCalls(report.id).merge({ version: report.version, into: other.id }),
    done: 'Report merged',
    failed: 'Failed to merge report',
  })
  const ask = () =>
    confirm({
      title: MERGE_QUESTION,
      message: <MergeNote report={report} other={other} />,
      label: 'Merge report',
      busyLabel: 'Merging...',
      act: () => merge.mutateAsync(undefined),
    })
  const refusal = other.status === 'unverified' ? 'This report is not verified yet.' : null
  return (
    <li className="grid justify-items-start gap-1.5">
      <ReportLink id={other.id} className="inline-block min-h-6 font-semibold underline underline-offset-4">
        {other.title}
      </ReportLink>
      <span className="text-[.9375rem] text-soft">
        {STATUS_NAMES[other.status]}, {other.reporterEmail}, sent {formatAgo(other.createdAt)}
      </span>
      <ActionButton refusal={refusal} isBusy={merge.isPending} onClick={ask}>
        {MERGE_INTO_THIS}
        <span className="sr-only">: {other.title}</span>
      </ActionButton>
    </li>
  )
}

function MergeNote({ report, other }: { report: ReportRecord; other: ReportLine }) {
  return (
    <>
      <p>
        <b>{report.title}</b> {WILL_FOLLOW} <b>{other.title}</b>, which is {STATUS_NAMES[other.status].toLowerCase()}.
        If this changes its status, the verified reporter is emailed.
      </p>
      {report.duplicateCount > 0 && <p>Reports merged into it move along with it.</p>}
      <p>You can undo the merge, but not emails that were sent.</p>
    </>
  )
}

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
        {reporterEmail}, sent {formatAgo(createdAt)}
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
