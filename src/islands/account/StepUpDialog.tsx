import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { AccountAnswer } from '#src/contract/account.ts'
import { FACTOR_SENTENCE, type FactorInfo, reauthenticateInput, STEP_UP_TITLE } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { PasswordInput } from '#src/ui/PasswordInput.tsx'
import { request } from '../call.ts'
import { verifyPasskey } from '../factors/factor-calls.ts'
import { Form } from '../forms/Form.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { announce, type SessionEvent } from '../viewer/viewer.ts'
import { $isStepUpOpen, account, closeStepUp } from './account.ts'
import { CodeStep, PasskeyStep } from './proof-steps.tsx'

/** 'Confirm it is you': by a second factor if the account has one, otherwise by password. Then the waiting action continues. */
export function StepUpDialog({
  why = 'This affects access to your account, so please confirm your identity.',
}: {
  why?: string
}) {
  const isAsking = useStore($isStepUpOpen)
  const isReady = useStore(account.$state).status === 'ready'
  return (
    <Dialog
      isOpen={isAsking}
      title={STEP_UP_TITLE}
      description={why}
      onClose={() => closeStepUp(false)}
      actions={isReady ? undefined : CANCEL}
    >
      <ResourceState of={account} what="your ways to sign in">
        {(own) => <Ways {...own} />}
      </ResourceState>
    </Dialog>
  )
}

const CANCEL: ReactNode = (
  <Button variant="outline" onClick={() => closeStepUp(false)}>
    Cancel
  </Button>
)

function Ways({ factors, hasPassword, email }: AccountAnswer) {
  const known = factors.filter(({ status }) => status === 'verified')
  if (known.length > 0) return <Factors factors={known} />
  if (hasPassword) return <Password email={email} />
  return (
    <>
      <p className="note">Sign out, sign in again with Google, and come back within 10 minutes.</p>
      <DialogActions>{CANCEL}</DialogActions>
    </>
  )
}

function shown(event: SessionEvent): void {
  announce(event)
  closeStepUp(true)
}

function Password({ email }: { email: string }) {
  return (
    <Form
      label="Confirm"
      busyLabel="Checking..."
      look={{ variant: 'default' }}
      schema={reauthenticateInput}
      wording={{ failed: 'Failed to check your password. Please try again.' }}
      send={(input) => request('POST', '/api/auth/reauthenticate', { json: input })}
      onDone={() => shown('signed in')}
      actions={CANCEL}
    >
      {({ password }) => (
        <>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            autoFocus
            error={password}
          />
        </>
      )}
    </Form>
  )
}

function Factors({ factors }: { factors: FactorInfo[] }) {
  const [chosen, choose] = useState(factors[0])
  if (!chosen) return null
  const others = factors.filter((factor) => factor !== chosen)
  const step = {
    onDone: () => shown('mfa verified'),
    aside: others.map((factor) => (
      <Button key={factor.id} variant="link" onClick={() => choose(factor)} className="px-0! text-left">
        Use {factor.friendly_name} instead
      </Button>
    )),
    actions: CANCEL,
  }
  return (
    <>
      <h3 className="label mb-3 text-[1.25rem]">{chosen.friendly_name}</h3>
      {chosen.factor_type === 'webauthn' ? (
        <PasskeyStep
          label="Use passkey"
          wording={{ failed: FACTOR_SENTENCE.passkeyFailed }}
          act={() => verifyPasskey(chosen)}
          {...step}
        />
      ) : (
        <CodeStep key={chosen.id} factor={chosen} label="Confirm" {...step} />
      )}
    </>
  )
}
