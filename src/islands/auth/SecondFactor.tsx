import { useEffect, useRef, useState } from 'react'
import {
  FACTOR_SENTENCE,
  type FactorInfo,
  type PendingSignIn,
  recoveryCodeInput,
  type SignInAnswer,
} from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { type ApiError, request } from '../call.ts'
import { CODE_WORDING, codeInput, verifyCode, verifyPasskey } from '../factors/factor-calls.ts'
import { PASSKEY_BUSY } from '../factors/passkey.ts'
import { useCodeSending } from '../factors/use-code-sending.ts'
import { notifyError } from '../forms/error-notice.ts'
import { Form } from '../forms/Form.tsx'
import { useAction } from '../use-action.ts'
import { finish, startOver } from './auth.ts'
import { CardHeader } from './CardHeader.tsx'

/** The second proof: one of the person's factors, or a recovery code. (product 3, security SE9) */
export function SecondFactor({ pending: { factors, hasRecoveryCodes } }: { pending: PendingSignIn }) {
  const [chosen, choose] = useState<FactorInfo | 'recovery'>(factors[0] ?? 'recovery')
  const top = useRef<HTMLDivElement>(null)
  const first = useRef(chosen)
  useEffect(() => {
    if (chosen !== first.current) top.current?.scrollIntoView()
    first.current = chosen
  }, [chosen])
  const others = factors.filter((factor) => factor !== chosen)
  return (
    <>
      <div ref={top}>{chosen === 'recovery' ? <RecoveryCode /> : <Proof key={chosen.id} factor={chosen} />}</div>
      <div className="mt-6 grid gap-1 border-plate-line border-t-2 pt-4">
        {(others.length > 0 || hasRecoveryCodes) && (
          <h3 className="label text-[1.125rem] text-plate-soft">Try another way</h3>
        )}
        {others.map((factor) => (
          <MethodButton key={factor.id} onClick={() => choose(factor)}>
            {getMethodLabel(factor)}
          </MethodButton>
        ))}
        {hasRecoveryCodes && chosen !== 'recovery' && (
          <MethodButton onClick={() => choose('recovery')}>Use a recovery code</MethodButton>
        )}
        <MethodButton onClick={() => void cancel()}>Cancel</MethodButton>
      </div>
    </>
  )
}

function Proof({ factor }: { factor: FactorInfo }) {
  if (factor.factor_type === 'totp') return <TotpFactor factor={factor} />
  if (factor.factor_type === 'phone') return <PhoneFactor factor={factor} />
  return <PasskeyFactor factor={factor} />
}

function getMethodLabel({ factor_type, friendly_name, phone }: FactorInfo): string {
  if (factor_type === 'phone') return `Text a code to ${phone ?? friendly_name}`
  return factor_type === 'totp' ? `Code from ${friendly_name}` : `Passkey: ${friendly_name}`
}

function MethodButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="link" onClick={onClick} className="justify-self-start px-0! text-left">
      {children}
    </Button>
  )
}

/** Ends the pending sign-in. If the call fails, it expires ten minutes later. */
async function cancel(): Promise<void> {
  await request('POST', '/api/auth/sign-out').catch(() => {})
  startOver()
}

function TotpFactor({ factor }: { factor: FactorInfo }) {
  return (
    <>
      <CardHeader title="Enter the code">
        Enter the six digits that <strong>{factor.friendly_name}</strong> shows.
      </CardHeader>
      <CodeForm factor={factor} />
    </>
  )
}

/** Sends a code by text message, and again if it does not arrive. */
function PhoneFactor({ factor }: { factor: FactorInfo }) {
  const { isSent, isBusy, ask, label } = useCodeSending(factor, restartIfExpired)
  const name = factor.phone ?? factor.friendly_name
  return (
    <>
      <CardHeader title={isSent ? 'Enter the code' : 'We text you a code'}>
        {isSent ? 'We sent it to ' : 'It goes to '}
        <strong>{name}</strong>.
      </CardHeader>
      {isSent && <CodeForm factor={factor} />}
      <Button
        variant={isSent ? 'ghost' : 'hero'}
        size={isSent ? 'default' : 'lg'}
        isBusy={isBusy}
        onClick={ask}
        className={`w-full ${isSent ? 'mt-3' : ''}`}
      >
        {label}
      </Button>
    </>
  )
}

/** The code of an app or a text message. */
function CodeForm({ factor }: { factor: FactorInfo }) {
  return (
    <Form
      label="Verify"
      busyLabel="Verifying..."
      schema={codeInput}
      wording={CODE_WORDING}
      send={({ code }) => verifyCode(factor, code)}
      onDone={completeMfa}
      onRefused={restartIfExpired}
    >
      {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
    </Form>
  )
}

function PasskeyFactor({ factor }: { factor: FactorInfo }) {
  const [isBusy, verify] = useAction({
    act: () => verifyPasskey(factor),
    onDone: completeMfa,
    onError: (fault) => notifyError(fault, { failed: FACTOR_SENTENCE.passkeyFailed }, restartIfExpired),
  })
  return (
    <>
      <CardHeader title="Use your passkey">
        Your browser will ask for <strong>{factor.friendly_name}</strong>.
      </CardHeader>
      <Button variant="hero" size="lg" isBusy={isBusy} onClick={verify} className="w-full">
        {isBusy ? PASSKEY_BUSY : 'Use passkey'}
      </Button>
    </>
  )
}

const schema = recoveryCodeInput.refine(({ code }) => code !== '', { path: ['code'], error: FACTOR_SENTENCE.code })

/** One of the ten recovery codes, in place of a lost factor. Each works once. */
function RecoveryCode() {
  return (
    <>
      <CardHeader title="Use a recovery code">
        Enter one of the recovery codes you saved. Each works once, with or without hyphens.
      </CardHeader>
      <Form
        label="Verify"
        busyLabel="Verifying..."
        schema={schema}
        wording={CODE_WORDING}
        send={(input) => request('POST', '/api/auth/recovery-codes/verify', { json: input })}
        onDone={completeMfa}
        onRefused={restartIfExpired}
      >
        {({ code }) => (
          <CodeInput
            label="Recovery code"
            name="code"
            inputMode="text"
            autoComplete="off"
            required
            autoFocus
            error={code}
          />
        )}
      </Form>
    </>
  )
}

/** Completes a sign-in and tells every tab. (product 4) */
function completeMfa(answer: SignInAnswer): void {
  finish(answer, 'mfa verified')
}

/** Starts over if the pending sign-in has expired, and returns whether it has. */
function restartIfExpired(refusal: ApiError): boolean {
  if (refusal.status !== 401) return false
  startOver(refusal.detail)
  return true
}
