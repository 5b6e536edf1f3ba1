import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import {
  type EnrolledFactor,
  type EnrollFactorInput,
  enrollFactorInput,
  type FactorType,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { AccountForm } from './AccountForm.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ADD_WORDING, added, enroll, forget, registerPasskey } from './new-factor.ts'
import { PasskeyStep } from './PasskeyStep.tsx'
import { TotpSecret } from './TotpSecret.tsx'

/** What each kind is called, and what it needs first. */
export const KINDS = {
  totp: {
    title: 'Add authenticator app',
    name: 'Authenticator app',
    lead: 'An app on your phone shows a new six-digit code every 30 seconds.',
  },
  webauthn: {
    title: 'Add passkey',
    name: 'Passkey',
    lead: 'Your fingerprint, face, PIN or a security key. You can also sign in with a passkey alone.',
  },
  phone: {
    title: 'Add phone',
    name: 'Phone',
    lead: 'We text you a code. Safer than a password alone, but less secure than the other two.',
  },
} as const satisfies Record<FactorType, { title: string; name: string; lead: string }>

type AddFactorProps = { type: FactorType; onAdded: () => void; onClose: () => void }

/** Adding a factor: name it, then show once that it works. */
export function AddFactor({ type, onAdded, onClose }: AddFactorProps) {
  const [factor, setFactor] = useState<EnrolledFactor>()
  const isCalledOff = useRef(false)
  const close = () => {
    isCalledOff.current = true
    if (factor) void forget(factor.id)
    onClose()
  }
  const begun = (enrolled: EnrolledFactor) => {
    if (isCalledOff.current) void forget(enrolled.id)
    else setFactor(enrolled)
  }
  const done = (answer: SignInAnswer) => {
    added(answer)
    onClose()
    onAdded()
  }
  return (
    <Dialog isOpen title={KINDS[type].title} onClose={close}>
      {factor ? <Proof factor={factor} onDone={done} /> : <Naming type={type} onDone={begun} />}
      <button
        type="button"
        onClick={close}
        className="mt-5 min-h-11 cursor-pointer font-semibold underline underline-offset-4"
      >
        Cancel
      </button>
    </Dialog>
  )
}

function Naming({ type, onDone }: { type: FactorType; onDone: (factor: EnrolledFactor) => void }) {
  const { lead, name } = KINDS[type]
  return (
    <>
      <p className="mt-3 mb-6 leading-snug">{lead}</p>
      <AccountForm
        label="Continue"
        busyLabel="One moment..."
        schema={enrollFactorInput as z.ZodType<EnrollFactorInput>}
        wording={ADD_WORDING}
        send={enroll}
        onDone={onDone}
      >
        {(errors) => (
          <>
            <input type="hidden" name="factor_type" value={type} />
            {type === 'phone' && (
              <TextInput
                label="Phone number"
                name="phone"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                required
                autoFocus
                hint="Include the country code, for example +1 415 555 0132."
                error={errors.phone}
              />
            )}
            <TextInput
              label="Name"
              name="friendly_name"
              defaultValue={name}
              autoComplete="off"
              required
              hint="Helps you recognize it in the list."
              error={errors.friendly_name}
            />
          </>
        )}
      </AccountForm>
    </>
  )
}

function Proof({ factor, onDone }: { factor: EnrolledFactor; onDone: (answer: SignInAnswer) => void }): ReactNode {
  const { factor_type, totp } = factor
  if (factor_type === 'webauthn')
    return (
      <div className="mt-4 grid justify-items-start gap-5">
        <p className="leading-snug">Your browser will now ask you to create a passkey for this site.</p>
        <PasskeyStep
          label="Create passkey"
          wording={ADD_WORDING}
          act={() => registerPasskey(factor.id)}
          onDone={onDone}
        />
      </div>
    )
  return (
    <div className="mt-4 grid gap-5">
      {totp && <TotpSecret {...totp} />}
      <CodeStep factor={factor} label="Add" onDone={onDone} />
    </div>
  )
}
