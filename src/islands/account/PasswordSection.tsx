import { useState } from 'react'
import { type AccountAnswer, changePasswordInput, type MessageAnswer } from '#src/contract/account.ts'
import { leastPasswordLength } from '#src/contract/password.ts'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { request } from '../call.ts'
import { NewPasswordInput } from '../forms/NewPasswordInput.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { announce } from '../viewer/viewer.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountSection } from './AccountSection.tsx'
import { account, sessions } from './account.ts'

/** Changes the password and signs out all other devices. */
export function PasswordSection() {
  return (
    <AccountSection id="password" title="Password" lead="Changing your password signs out all other devices.">
      <ResourceState of={account} what="your password settings">
        {(own) => <PasswordForm {...own} />}
      </ResourceState>
    </AccountSection>
  )
}

function PasswordForm({ email, hasPassword, roles, factors }: AccountAnswer) {
  const hasFactor = factors.some(({ status }) => status === 'verified')
  const [changes, setChanges] = useState(0)
  const done = (answer: MessageAnswer) => {
    notify({ kind: 'success', ...answer })
    setChanges(changes + 1)
    announce('signed in')
    void account.load()
    void sessions.load()
  }
  return (
    <AccountForm
      key={changes}
      label={hasPassword ? 'Change password' : 'Set password'}
      busyLabel="Saving..."
      schema={changePasswordInput}
      wording={{ failed: 'Failed to change your password. Please try again.' }}
      send={(input) => request('POST', '/api/auth/password', { json: input })}
      onDone={done}
    >
      {(errors) => (
        <>
          {/* Without a name it is not sent. Password managers read from it which account the password is for. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          {!hasPassword && (
            <p className="note">You have no password yet. Set one to sign in with your email address.</p>
          )}
          {hasPassword && (
            <PasswordInput
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              required
              error={errors.currentPassword}
            />
          )}
          <NewPasswordInput
            label="New password"
            least={leastPasswordLength(roles, hasFactor)}
            error={errors.password}
          />
        </>
      )}
    </AccountForm>
  )
}
