import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { VerifiedReport } from '#src/contract/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { CardHeader, Outcome } from '../auth/CardHeader.tsx'
import { request } from '../call.ts'
import { DeadLink, GoneLink } from '../resource/LinkOutcome.tsx'
import { followTokens } from './report-link.ts'
import { createVerification } from './verification.ts'

const verification = createVerification((token) => request('POST', '/api/reports/verify', { json: { token } }))

/** Everything at /verify-report: one button. Only its click verifies: a mail scanner that opens the page changes nothing. (security P-33) */
export function VerifyReport() {
  useEffect(() => followTokens('token', (token) => void verification.open(token)), [])
  return (
    <ErrorBoundary>
      <VerifyView />
    </ErrorBoundary>
  )
}

/** Each state of the page. Until the link is read, its button is disabled. */
function VerifyView() {
  const state = useStore(verification.$state)
  if (state.status === 'failed')
    return verification.explain(state.fault) === 'gone' ? <GoneLink next={<ReportAgain />} /> : <Dead />
  const opened = state.status === 'ready' ? state.value : null
  if (opened?.report) return <Done report={opened.report} />
  return (
    <>
      <CardHeader title="Is this report yours?">
        Someone sent us a report and gave your address. If it was not you, close this page and nothing happens.
      </CardHeader>
      {opened?.failure != null && (
        <p role="alert" className="note mb-5">
          <strong className="block">Your report is not verified yet.</strong> {opened.failure}
        </p>
      )}
      <Button
        variant="hero"
        size="lg"
        disabled={!opened}
        isBusy={opened?.isBusy}
        onClick={() => void verification.verify()}
        className="w-full"
      >
        {opened?.isBusy ? 'Verifying...' : 'Verify my report'}
      </Button>
    </>
  )
}

function Done({ report: { statusToken } }: { report: VerifiedReport }) {
  return (
    <Outcome role="status" title="Your report is verified">
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
    </Outcome>
  )
}

function Dead() {
  return (
    <DeadLink next={<ReportAgain />}>
      {LINK_DEAD} Links expire after 24 hours. If you have already verified your report, use the link in our latest
      email.
    </DeadLink>
  )
}

function ReportAgain() {
  return (
    <a href="/feedback" className={buttonClass({ variant: 'outline', className: 'mt-6 w-full' })}>
      Go to feedback
    </a>
  )
}
