import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { VerifiedReport } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { CardHeader } from '../auth/CardHeader.tsx'
import { request } from '../call.ts'
import { followTokens } from './report-link.ts'
import { createVerification, type VerifyState } from './verification.ts'

const verification = createVerification((token) => request('POST', '/api/reports/verify', { json: { token } }))

/** Everything at /verify-report: one button. Only its click verifies: a mail scanner that opens the page changes nothing. (security P-33) */
export function VerifyReport() {
  const state = useStore(verification.$state)
  useEffect(() => followTokens('token', verification.open), [])
  return (
    <ErrorBoundary>
      <VerifyView state={state} onVerify={() => void verification.verify()} />
    </ErrorBoundary>
  )
}

/** Each state of the page. */
function VerifyView({ state, onVerify }: { state: VerifyState; onVerify: () => void }) {
  if (state.name === 'dead') return <Dead />
  if (state.name === 'gone') return <Gone />
  if (state.name === 'done') return <Done report={state.report} />
  const failure = state.name === 'waiting' ? state.failure : undefined
  return (
    <>
      <CardHeader title="Is this report yours?">
        Someone sent us a report and gave your address. If it was not you, close this page and nothing happens.
      </CardHeader>
      {failure !== undefined && (
        <p role="alert" className="note mb-5">
          <strong className="block">Your report is not verified yet.</strong> {failure}
        </p>
      )}
      <Button variant="hero" size="lg" disabled={state.name !== 'waiting'} onClick={onVerify} className="w-full">
        {state.name === 'busy' ? 'Verifying...' : 'Verify my report'}
      </Button>
    </>
  )
}

function Done({ report: { statusToken } }: { report: VerifiedReport }) {
  return (
    <News role="status" title="Your report is verified">
      {statusToken === undefined
        ? 'You have already verified it. The link to its status is in the emails we sent you.'
        : 'Thank you. We will review it and email you when something changes. We have also emailed you a link to its status.'}
      {statusToken !== undefined && (
        <a
          href={`/feedback#reports=${statusToken}`}
          className={buttonClass({ variant: 'default', className: 'mt-6 w-full' })}
        >
          See my reports
        </a>
      )}
    </News>
  )
}

function Dead() {
  return (
    <News role="alert" title="This link no longer works">
      <p>
        {REPORT_LINK_DEAD} Links expire after 24 hours. If you have already verified your report, use the link in our
        latest email.
      </p>
      <ReportAgain />
    </News>
  )
}

function Gone() {
  return (
    <News role="alert" title="Open the link again">
      <p>For your privacy, this page does not keep the link. Open the link in our email again.</p>
      <ReportAgain />
    </News>
  )
}

function ReportAgain() {
  return (
    <a href="/feedback" className={buttonClass({ variant: 'outline', className: 'mt-6 w-full' })}>
      Go to feedback
    </a>
  )
}

/** The message that replaces the button. It gets the focus. */
function News({ role, title, children }: { role: 'status' | 'alert'; title: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role={role} tabIndex={-1} className="outline-none">
      <CardHeader title={title}>{children}</CardHeader>
    </div>
  )
}
