import { useQuery } from '@tanstack/react-query'
import type { ReportLine, ReportRecord } from '#src/contract/report-admin.ts'
import { confirm } from '../../blocks/confirm.ts'
import { agoOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { Act } from '../users/Act.tsx'
import { Matter } from '../users/Matter.tsx'
import { ReportLink } from './ReportLink.tsx'
import { reportCalls, similarQuery } from './report-calls.ts'
import { STATUS_NAMES } from './report-words.ts'
import { useReportChange } from './use-report-change.ts'

/** Others that may say the same, and letting this one follow one of them. */
export function SimilarMatter({ report }: { report: ReportRecord }) {
  const query = useQuery(similarQuery(report.id))
  return (
    <Matter title="Similar reports">
      <Shown query={query} what="similar reports">
        {(others) =>
          others.length === 0 ? (
            <p className="text-soft">No other report shares its words.</p>
          ) : (
            <ul className="grid w-full gap-4">
              {others.map((other) => (
                <Similar key={other.id} report={report} other={other} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Matter>
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
      title: 'Merge the open report?',
      message: <MergeNote report={report} other={other} />,
      label: 'Merge report',
      busyLabel: 'Merging...',
      act: () => merge.mutateAsync(undefined),
    })
  const refusal = other.status === 'unverified' ? 'Not verified yet.' : null
  return (
    <li className="grid justify-items-start gap-1.5">
      <ReportLink id={other.id} className="inline-block min-h-6 font-semibold underline underline-offset-4">
        {other.title}
      </ReportLink>
      <span className="text-[.9375rem] text-soft">
        {STATUS_NAMES[other.status]}, {other.reporterEmail}, sent {agoOf(other.createdAt)}
      </span>
      <Act refusal={refusal} isBusy={merge.isPending} onClick={ask}>
        Merge into this one<span className="sr-only">: {other.title}</span>
      </Act>
    </li>
  )
}

function MergeNote({ report, other }: { report: ReportRecord; other: ReportLine }) {
  return (
    <>
      <p>
        <b>{report.title}</b> from then on follows <b>{other.title}</b>, which is{' '}
        {STATUS_NAMES[other.status].toLowerCase()}. Its verified reporter is mailed if that is news to them.
      </p>
      {report.duplicateCount > 0 && <p>What was merged into it goes along.</p>}
      <p>It can be undone; mails that were sent cannot.</p>
    </>
  )
}
