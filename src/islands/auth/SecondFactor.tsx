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
import { useCodeSending } from '../factors/use-code-sending.ts'
import { Form } from '../forms/Form.tsx'
import { useAction } from '../forms/use-action.ts'
import { finish, startOver } from './auth.ts'
import { PlateHead } from './PlateHead.tsx'

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
          <Way key={factor.id} onClick={() => choose(factor)}>
            {wayOf(factor)}
          </Way>
        ))}
        {hasRecoveryCodes && chosen !== 'recovery' && <Way onClick={() => choose('recovery')}>Use a recovery code</Way>}
        <Way onClick={() => void cancel()}>Cancel</Way>
      </div>
    </>
  )
}

function Proof({ factor }: { factor: FactorInfo }) {
  if (factor.factor_type === 'totp') return <TotpFactor factor={factor} />
  if (factor.factor_type === 'phone') return <PhoneFactor factor={factor} />
  return <PasskeyFactor factor={factor} />
}

function wayOf({ factor_type, friendly_name, phone }: FactorInfo): string {
  if (factor_type === 'phone') return `Text a code to ${phone ?? friendly_name}`
  return factor_type === 'totp' ? `Code from ${friendly_name}` : `Passkey: ${friendly_name}`
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="link" onClick={onClick} className="justify-self-start px-0! text-left">
      {children}
    </Button>
  )
}

/** Ends what has begun. Should that call fail, it ends by itself ten minutes later. */
async function cancel(): Promise<void> {
  await request('POST', '/api/auth/sign-out').catch(() => {})
  startOver()
}

function TotpFactor({ factor }: { factor: FactorInfo }) {
  return (
    <>
      <PlateHead title="Enter the code">
        Enter the six digits that <strong>{factor.friendly_name}</strong> shows.
      </PlateHead>
      <CodeForm factor={factor} />
    </>
  )
}

/** A code by text message: sent when asked for, and again when it does not come. */
function PhoneFactor({ factor }: { factor: FactorInfo }) {
  const { isSent, isBusy, ask, label } = useCodeSending(factor, isTooLate)
  const name = factor.phone ?? factor.friendly_name
  return (
    <>
      <PlateHead title={isSent ? 'Enter the code' : 'We text you a code'}>
        {isSent ? 'We sent it to ' : 'It goes to '}
        <strong>{name}</strong>.
      </PlateHead>
      {isSent && <CodeForm factor={factor} />}
      <Button
        variant={isSent ? 'ghost' : 'hero'}
        size={isSent ? 'default' : 'lg'}
        disabled={isBusy}
        onClick={ask}
        className={`w-full ${isSent ? 'mt-3' : ''}`}
      >
        {label}
      </Button>
    </>
  )
}

/** The code of an app or a message. Enter sends it, as autofill leaves it. */
function CodeForm({ factor }: { factor: FactorInfo }) {
  return (
    <Form
      label="Verify"
      busyLabel="Verifying..."
      schema={codeInput}
      wording={CODE_WORDING}
      send={({ code }) => verifyCode(factor, code)}
      onDone={completeMfa}
      onRefused={isTooLate}
    >
      {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
    </Form>
  )
}

function PasskeyFactor({ factor }: { factor: FactorInfo }) {
  const [isBusy, verify] = useAction({
    act: () => verifyPasskey(factor),
    onDone: completeMfa,
    wording: { failed: FACTOR_SENTENCE.passkeyFailed },
    onRefused: isTooLate,
  })
  return (
    <>
      <PlateHead title="Use your passkey">
        Your browser will ask for <strong>{factor.friendly_name}</strong>.
      </PlateHead>
      <Button variant="hero" size="lg" disabled={isBusy} onClick={verify} className="w-full">
        {isBusy ? 'Waiting for your passkey...' : 'Use passkey'}
      </Button>
    </>
  )
}

const schema = recoveryCodeInput.refine(({ code }) => code !== '', { path: ['code'], error: FACTOR_SENTENCE.code })

/** One of the ten codes that were told once, instead of a factor that is lost. Each works once. */
function RecoveryCode() {
  return (
    <>
      <PlateHead title="Use a recovery code">
        Enter one of the recovery codes you saved. Each works once, with or without hyphens.
      </PlateHead>
      <Form
        label="Verify"
        busyLabel="Verifying..."
        schema={schema}
        wording={CODE_WORDING}
        send={(input) => request('POST', '/api/auth/recovery-codes/verify', { json: input })}
        onDone={completeMfa}
        onRefused={isTooLate}
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

/** The end of a sign-in: every tab hears that the second step was taken. (product 4) */
function completeMfa(answer: SignInAnswer): void {
  finish(answer, 'mfa verified')
}

/** True for a sign-in that has waited too long: it starts again. */
function isTooLate(refusal: ApiError): boolean {
  if (refusal.status !== 401) return false
  startOver(refusal.detail)
  return true
}
