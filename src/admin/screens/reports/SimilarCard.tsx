import { useQuery } from '@tanstack/react-query'
import {
  MERGE_INTO_THIS,
  MERGE_QUESTION,
  type ReportLine,
  type ReportRecord,
  WILL_FOLLOW,
} from '#src/contract/report-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { agoOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { ReportLink } from './ReportLink.tsx'
import { reportCalls, similarQuery } from './report-calls.ts'
import { STATUS_NAMES } from './report-words.ts'
import { useReportChange } from './use-report-change.ts'

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
        {STATUS_NAMES[other.status]}, {other.reporterEmail}, sent {agoOf(other.createdAt)}
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
