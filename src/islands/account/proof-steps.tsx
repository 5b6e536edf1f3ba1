import type { FactorInfo, SignInAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { CODE_WORDING, codeInput, verifyCode } from '../factors/factor-calls.ts'
import { PASSKEY_BUSY } from '../factors/passkey.ts'
import { useCodeSending } from '../factors/use-code-sending.ts'
import { notifyError, type Wording } from '../forms/error-notice.ts'
import { Form } from '../forms/Form.tsx'
import { useAction } from '../use-action.ts'

type CodeStepProps = { factor: FactorInfo; label: string; onDone: (answer: SignInAnswer) => void }

/** Asks for the code of an app, or of a text message that its button sends. */
export function CodeStep({ factor, label, onDone }: CodeStepProps) {
  const { isSent, isBusy, ask, label: askLabel } = useCodeSending(factor)
  const isPhone = factor.factor_type === 'phone'
  return (
    <div className="grid gap-4">
      {isPhone && (
        <p className="leading-snug">
          {isSent ? 'We sent a code to ' : 'We text a code to '}
          <strong>{factor.phone ?? factor.friendly_name}</strong>.
        </p>
      )}
      {(!isPhone || isSent) && (
        <Form
          label={label}
          busyLabel="Checking..."
          look={{ variant: 'default' }}
          schema={codeInput}
          wording={CODE_WORDING}
          send={({ code }) => verifyCode(factor, code)}
          onDone={onDone}
        >
          {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
        </Form>
      )}
      {isPhone && (
        <Button variant={isSent ? 'outline' : 'default'} disabled={isBusy} onClick={ask} className="justify-self-start">
          {askLabel}
        </Button>
      )}
    </div>
  )
}

type PasskeyStepProps = {
  label: string
  wording: Wording
  act: () => Promise<SignInAnswer>
  onDone: (answer: SignInAnswer) => void
}

/** A button that opens the browser's own passkey dialog. */
export function PasskeyStep({ label, wording, act, onDone }: PasskeyStepProps) {
  const [isBusy, run] = useAction({ act, onDone, onError: (fault) => notifyError(fault, wording) })
  return (
    <Button autoFocus disabled={isBusy} onClick={run}>
      {isBusy ? PASSKEY_BUSY : label}
    </Button>
  )
}
