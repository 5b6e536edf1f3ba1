import { type ReactNode, useEffect } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { OwnReport } from '#src/contract/report.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { type ApiError, request } from '../call.ts'
import { formatDate } from '../format-instant.ts'
import { createLinkResource } from '../resource/link-resource.ts'
import { ErrorBox, ResourceState } from '../resource/ResourceState.tsx'
import { followTokens } from './report-link.ts'
import { getMeaning, KIND, STATUS, wishSentence } from './report-words.ts'

const own = createLinkResource((token) => request('POST', '/api/reports/status', { json: { token } }), LINK_DEAD)

/** The reports of a visitor who opened the link from our emails. No account is needed. */
export function OwnReports() {
  useEffect(() => followTokens('reports', (token) => void own.open(token)), [])
  return (
    <ErrorBoundary>
      <div className="mt-6">
        <ResourceState of={own} what="your reports" renderFault={renderLinkFault}>
          {({ reports }) => <Ready reports={reports} />}
        </ResourceState>
      </div>
    </ErrorBoundary>
  )
}

/** What to do about a link that opens nothing; null for a call that failed. */
function renderLinkFault(fault: ApiError): ReactNode {
  const why = own.explain(fault)
  if (why === 'failed') return null
  if (why === 'gone')
    return (
      <p className="max-w-2xl leading-snug">
        For your privacy, this page does not keep the link to your reports. Open the link in our email again.
      </p>
    )
  return (
    <ErrorBox title={LINK_DEAD}>
      Each email about your report has a new link, so use the latest one. If you have none, submit a report below with
      the same address.
    </ErrorBox>
  )
}

function Ready({ reports }: { reports: readonly OwnReport[] }) {
  return (
    <>
      <p role="status" className="-mt-3 max-w-2xl text-soft leading-snug">
        {reports.length === 0
          ? 'You no longer have any verified reports. Our answers are in the emails we sent you.'
          : 'All reports you verified with this address, newest first. Do not share the link: anyone who has it can read this page.'}
      </p>
      <ul className="mt-6 border-line border-b">
        {reports.map((report) => (
          <Own key={report.id} report={report} />
        ))}
      </ul>
    </>
  )
}

function Own({ report }: { report: OwnReport }) {
  return (
    <li className="grid gap-x-10 gap-y-2 border-line border-t py-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <p className="label text-[1.375rem]">{STATUS[report.status].word}</p>
        <p className="mt-1 text-[1rem] text-soft leading-snug">{getMeaning(report)}</p>
      </div>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="font-semibold text-[1.1875rem] leading-snug">{report.title}</h3>
        <p className="mt-1 text-[1rem] text-soft">
          {KIND[report.reportType]}, sent {formatDate(report.createdAt)}
        </p>
        {report.answer !== null && (
          <div className="note mt-4 max-w-2xl">
            <p className="font-semibold">Our answer</p>
            <p className="whitespace-pre-line">{report.answer}</p>
          </div>
        )}
        {report.wish && <p className="mt-4 font-semibold">{wishSentence(report.wish)}</p>}
      </div>
    </li>
  )
}
