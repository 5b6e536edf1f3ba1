import { useEffect, useRef, useState } from 'react'
import { namesOf } from '#src/contract/proposal-fields.ts'
import type { VendorProfile } from '#src/contract/vendor-proposal.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { request, toApiError } from '../call.ts'
import { formatDate } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { profile } from './portal.ts'

/** What we have of the company, what is proposed, and what was decided. (security VP6) */
export function ProfileSection() {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => void profile.load(), [])
  // The button that was pressed is gone or far below, and the note is drawn after this.
  const showNote = () => requestAnimationFrame(() => note.current?.focus())
  return (
    <AccountSection
      id="vendor-profile"
      title="Company profile"
      lead="Your company's details as our pages show them. Suggest changes here; we review them before they go live."
    >
      <ResourceState of={profile} what="the company profile">
        {(value) => (
          <>
            <div ref={note} tabIndex={-1} className="outline-none">
              {value.open && <Waiting open={value.open} onWithdrawn={showNote} />}
              {value.decided && !value.open && <Decided {...value.decided} />}
            </div>
            <ProfileForm value={value} onAnswered={showNote} />
          </>
        )}
      </ResourceState>
    </AccountSection>
  )
}

type WaitingProps = { open: NonNullable<VendorProfile['open']>; onWithdrawn: () => void }

/** What waits for a decision, and the button that takes it back. */
function Waiting({ open, onWithdrawn }: WaitingProps) {
  const [isAsking, ask] = useState(false)
  const [, withdraw] = useAction({
    act: () => request('DELETE', '/api/vendor/proposal', { query: { version: String(open.version) } }),
    onDone: (answer) => {
      profile.change(answer)
      notify({ kind: 'success', message: 'Your proposal is withdrawn.' })
      onWithdrawn()
    },
    onError: (fault) => {
      notify({ kind: 'error', message: toApiError(fault).detail })
      void profile.load()
    },
  })
  const fields = namesOf(open.fields)
  return (
    <div className="note mb-6">
      <strong className="block">Waiting for our decision</strong>
      <p className="mt-1">
        {fields}. Proposed on {formatDate(open.proposedAt)}
        {open.proposedBy !== null && ` by ${open.proposedBy}`}.
      </p>
      <Button variant="outline" size="sm" className="mt-3" onClick={() => ask(true)}>
        Withdraw
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw the proposal?"
          label="Withdraw"
          busyLabel="Withdrawing..."
          onConfirm={withdraw}
          onClose={() => ask(false)}
        >
          What you proposed is removed: {fields}. Our pages stay as they are.
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The last decision: what was accepted, what was returned, and why. */
function Decided({ accepted, returned, note, decidedAt }: NonNullable<VendorProfile['decided']>) {
  return (
    <div className="note mb-6">
      <strong className="block">
        {returned.length > 0 ? 'We returned something to you' : 'Your changes are accepted'}
      </strong>
      <p className="mt-1">Decided on {formatDate(decidedAt)}.</p>
      {accepted.length > 0 && <p className="mt-1">Accepted: {namesOf(accepted)}.</p>}
      {returned.length > 0 && <p className="mt-1">Returned: {namesOf(returned)}.</p>}
      {note !== null && (
        <blockquote className="mt-2 border-line border-l-4 pl-3 [overflow-wrap:anywhere]">{note}</blockquote>
      )}
    </div>
  )
}
