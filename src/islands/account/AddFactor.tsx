import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import {
  type EnrolledFactor,
  type EnrollFactorInput,
  enrollFactorInput,
  FACTOR_SENTENCE,
  type FactorType,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { type ApiError, request } from '../call.ts'
import { challengeFactor, verifyFactor } from '../factors/factor-calls.ts'
import { passkeyFailed } from '../factors/passkey.ts'
import type { Wording } from '../forms/error-notice.ts'
import { notify } from '../toasts.ts'
import { announce } from '../viewer/viewer.ts'
import { AccountForm } from './AccountForm.tsx'
import { account, sessions } from './account.ts'
import { CopyText } from './CopyText.tsx'
import { CodeStep, PasskeyStep } from './proof-steps.tsx'

/** Title, default name and description of each kind. */
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

/** Adds a factor: the viewer names it, then proves once that it works. */
export function AddFactor({ type, onAdded, onClose }: AddFactorProps) {
  const [factor, setFactor] = useState<EnrolledFactor>()
  const isCalledOff = useRef(false)
  const close = () => {
    isCalledOff.current = true
    if (factor) void discardFactor(factor.id)
    onClose()
  }
  const begun = (enrolled: EnrolledFactor) => {
    if (isCalledOff.current) void discardFactor(enrolled.id)
    else setFactor(enrolled)
  }
  const done = (answer: SignInAnswer) => {
    handleFactorAdded(answer)
    onClose()
    onAdded()
  }
  const cancel = (
    <Button variant="outline" onClick={close}>
      Cancel
    </Button>
  )
  return (
    <Dialog isOpen title={KINDS[type].title} description={factor ? undefined : KINDS[type].lead} onClose={close}>
      {factor ? (
        <Proof factor={factor} onDone={done} actions={cancel} />
      ) : (
        <Naming type={type} onDone={begun} actions={cancel} />
      )}
    </Dialog>
  )
}

/** `actions` are shown beside the button of the step. */
type StepProps<Answer> = { onDone: (answer: Answer) => void; actions: ReactNode }

function Naming({ type, ...step }: StepProps<EnrolledFactor> & { type: FactorType }) {
  return (
    <AccountForm
      label="Continue"
      busyLabel="One moment..."
      schema={enrollFactorInput as z.ZodType<EnrollFactorInput>}
      wording={ADD_WORDING}
      send={enroll}
      {...step}
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
            defaultValue={KINDS[type].name}
            autoComplete="off"
            required
            hint="Helps you recognize it in the list."
            error={errors.friendly_name}
          />
        </>
      )}
    </AccountForm>
  )
}

function Proof({ factor, ...step }: StepProps<SignInAnswer> & { factor: EnrolledFactor }): ReactNode {
  const { factor_type, totp } = factor
  if (factor_type === 'webauthn')
    return (
      <PasskeyStep label="Create passkey" wording={ADD_WORDING} act={() => registerPasskey(factor.id)} {...step}>
        <p className="leading-snug">Your browser will now ask you to create a passkey for this site.</p>
      </PasskeyStep>
    )
  return (
    <CodeStep factor={factor} label="Add" {...step}>
      {totp && <TotpSecret {...totp} />}
    </CodeStep>
  )
}

/** The secret of an authenticator app, to scan or to type. The image is a data URL, which the content security policy allows. */
function TotpSecret({ secret, uri, qr_code }: NonNullable<EnrolledFactor['totp']>) {
  return (
    <>
      <p className="leading-snug">Scan this with your app, then enter the code it shows.</p>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_code)}`}
        alt="QR code for your authenticator app"
        width="220"
        height="220"
        className="size-40 rounded-md sm:size-55 bg-white p-2"
      />
      <div className="grid gap-2 leading-snug">
        <p>
          No camera?{' '}
          <a className="underline underline-offset-4" href={uri}>
            Open your app
          </a>{' '}
          on this device, or type this secret into it:
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <code className="font-mono text-[1.0625rem] [overflow-wrap:anywhere]">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyText text={secret} label="Copy secret" />
        </p>
      </div>
    </>
  )
}

const ADD_WORDING: Wording = { failed: 'Failed to add the verification method. Please try again.' }

/** Starts adding a factor. It counts once its first challenge is answered. Throws `ApiError`. */
function enroll(input: EnrollFactorInput): Promise<EnrolledFactor> {
  return request('POST', '/api/auth/factors', { json: input })
}

export function removeFactor(id: string): Promise<void> {
  return request('DELETE', '/api/auth/factors/:factorId', { param: { factorId: id } })
}

/** Removes a factor that was not finished. If that fails, the list shows the factor with its Remove button. */
async function discardFactor(id: string): Promise<void> {
  await removeFactor(id).catch(() => {})
  void account.load()
}

/** Lets the browser create a passkey and the server check it. Throws `ApiError`. */
async function registerPasskey(id: string): Promise<SignInAnswer> {
  const asked = await challengeFactor(id)
  const optionsJSON = asked.webauthn?.credential_options as PublicKeyCredentialCreationOptionsJSON | undefined
  const { startRegistration } = await import('@simplewebauthn/browser')
  if (!optionsJSON) throw passkeyFailed()
  const webauthn = await startRegistration({ optionsJSON }).catch((fault: unknown) => Promise.reject(refused(fault)))
  return verifyFactor(id, { challenge_id: asked.id, webauthn: { ...webauthn } })
}

/** Updates the page after a factor was added: this session has a higher level now, and all other sessions ended. */
function handleFactorAdded(answer: SignInAnswer): void {
  if ('message' in answer) notify({ kind: 'success', message: answer.message })
  announce('mfa verified')
  void account.load()
  void sessions.load()
}

/** The error of a registration. The browser reports if this device already has a passkey. (WebAuthn: InvalidStateError) */
function refused(fault: unknown): ApiError {
  const isKnown = fault instanceof Error && fault.name === 'InvalidStateError'
  return passkeyFailed(isKnown ? FACTOR_SENTENCE.passkeyKnown : undefined)
}
