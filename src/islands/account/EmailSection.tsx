import { useState } from 'react'
import { type AccountAnswer, changeEmailInput, type MessageAnswer } from '#src/contract/account.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountSection } from './AccountSection.tsx'
import { account } from './account.ts'

/** The viewer's email address, and the form that changes it. */
export function EmailSection() {
  return (
    <AccountSection id="email" title="Email" lead="You sign in with this address, and we send account email to it.">
      <ResourceState of={account} what="your email address">
        {(own) => <Email {...own} />}
      </ResourceState>
    </AccountSection>
  )
}

function Email({ email, newEmail }: AccountAnswer) {
  const [sent, setSent] = useState(0)
  const done = (answer: MessageAnswer) => {
    notify({ kind: 'success', ...answer })
    setSent(sent + 1)
    void account.load()
  }
  return (
    <>
      <p className="mb-6 font-semibold text-[1.1875rem] [overflow-wrap:anywhere]">{email}</p>
      {newEmail && (
        <p className="note mb-6">
          <strong className="[overflow-wrap:anywhere]">{newEmail}</strong> is not confirmed yet. Your address changes
          once you click the link we sent there.
        </p>
      )}
      <AccountForm
        key={sent}
        label="Change email"
        busyLabel="Sending..."
        schema={changeEmailInput}
        wording={{ failed: 'Failed to send the confirmation link. Please try again.' }}
        send={(input) => request('POST', '/api/auth/email', { json: input })}
        onDone={done}
      >
        {(errors) => (
          <TextInput
            label="New email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            hint="We email a link to the new address. Nothing changes until you click it."
            error={errors.email}
          />
        )}
      </AccountForm>
    </>
  )
}
