import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { OwnReport } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { request } from '../call.ts'
import { formatDay } from '../format-instant.ts'
import { createOwnReports, type OwnState } from './own-reports.ts'
import { followTokens } from './report-link.ts'
import { getMeaning, KIND, STATUS, wishSentence } from './report-words.ts'

const own = createOwnReports((token) => request('POST', '/api/reports/status', { json: { token } }))

/** The reports of a visitor who opened the link from our emails. No account is needed. */
export function OwnReports() {
  const state = useStore(own.$state, { ssr: 'initial' })
  useEffect(() => followTokens('reports', (token) => void own.open(token)), [])
  return (
    <ErrorBoundary>
      <OwnView state={state} onRetry={() => void own.retry()} />
    </ErrorBoundary>
  )
}

/** Each state of the list. */
function OwnView({ state, onRetry }: { state: OwnState; onRetry: () => void }) {
  if (state.status === 'loading') return <Loading />
  if (state.status === 'gone')
    return (
      <p className="mt-6 max-w-2xl leading-snug">
        For your privacy, this page does not keep the link to your reports. Open the link in our email again.
      </p>
    )
  if (state.status === 'dead')
    return (
      <ErrorBox title={REPORT_LINK_DEAD}>
        Each email about your report has a new link, so use the latest one. If you have none, submit a report below with
        the same address.
      </ErrorBox>
    )
  if (state.status === 'failed')
    return (
      <ErrorBox title="Unable to load your reports.">
        <p>{state.message}</p>
        <Button variant="outline" size="sm" onClick={onRetry} className="mt-4">
          Try again
        </Button>
      </ErrorBox>
    )
  return <Ready reports={state.reports} />
}

function Loading() {
  return (
    <div aria-busy="true" className="mt-6 grid gap-3">
      <span className="sr-only">Loading your reports</span>
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-13 w-2/3" />
    </div>
  )
}

function ErrorBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="mt-6 flex max-w-2xl overflow-hidden rounded-md border-2 border-stop-ink">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <div className="px-5 py-4">
        <p className="font-semibold">{title}</p>
        <div className="mt-1 leading-snug">{children}</div>
      </div>
    </div>
  )
}

function Ready({ reports }: { reports: readonly OwnReport[] }) {
  return (
    <>
      <p role="status" className="mt-3 max-w-2xl text-soft leading-snug">
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
          {KIND[report.reportType]}, sent {formatDay(report.createdAt)}
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
