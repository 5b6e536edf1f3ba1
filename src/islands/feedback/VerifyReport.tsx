import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { VerifiedReport } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { PlateHead } from '../auth/PlateHead.tsx'
import { send } from '../call.ts'
import { followTokens } from './report-link.ts'
import { createVerification, type VerifyState } from './verification.ts'

const verification = createVerification((token) => send<VerifiedReport>('POST', '/api/reports/verify', { token }))

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

/** Each state of that page. */
export function VerifyView({ state, onVerify }: { state: VerifyState; onVerify: () => void }) {
  if (state.name === 'dead') return <Dead />
  if (state.name === 'gone') return <Gone />
  if (state.name === 'done') return <Done report={state.report} />
  const failure = state.name === 'waiting' ? state.failure : undefined
  return (
    <>
      <PlateHead title="Is it yours?">
        Somebody sent us a report and gave your address. If it was not you, close this page, and nothing happens.
      </PlateHead>
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
        ? 'It was verified already. The link that shows what becomes of it is in our mails to you.'
        : 'Thank you. We will look at it and write to you when something changes. We have mailed you a link that shows what becomes of it.'}
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
    <News role="alert" title="This link does nothing">
      <p>
        {REPORT_LINK_DEAD} Links work for 24 hours. Was your report verified before? Then the link that shows it is in
        our latest mail to you.
      </p>
      <ReportAgain />
    </News>
  )
}

function Gone() {
  return (
    <News role="alert" title="Open the link again">
      <p>This page keeps no link, so that nobody finds it here after you. Open the one in our mail once more.</p>
      <ReportAgain />
    </News>
  )
}

function ReportAgain() {
  return (
    <a href="/feedback" className={buttonClass({ variant: 'outline', className: 'mt-6 w-full' })}>
      To the feedback page
    </a>
  )
}

/** What replaces the button; the focus goes there. */
function News({ role, title, children }: { role: 'status' | 'alert'; title: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role={role} tabIndex={-1} className="outline-none">
      <PlateHead title={title}>{children}</PlateHead>
    </div>
  )
}
