import type { ReactNode } from 'react'
import type { FactorInfo, SignInAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { DialogActions } from '#src/ui/Dialog.tsx'
import { CODE_WORDING, codeInput, verifyCode } from '../factors/factor-calls.ts'
import { PASSKEY_BUSY } from '../factors/passkey.ts'
import { useCodeSending } from '../factors/use-code-sending.ts'
import { notifyError, type Wording } from '../forms/error-notice.ts'
import { Form } from '../forms/Form.tsx'
import { useAction } from '../use-action.ts'

/** One step of a dialog that proves who is there. */
type StepProps = {
  label: string
  onDone: (answer: SignInAnswer) => void
  /** Before the step. */
  children?: ReactNode
  /** Between the step and its buttons. */
  aside?: ReactNode
  /** Beside its button. */
  actions: ReactNode
}

/** Asks for the code of an app, or of a text message that its button sends. */
export function CodeStep({ factor, label, onDone, children, aside, actions }: StepProps & { factor: FactorInfo }) {
  const { isSent, isBusy, ask, label: askLabel } = useCodeSending(factor)
  const isPhone = factor.factor_type === 'phone'
  const others = (
    <>
      {isPhone && (
        <Button variant={isSent ? 'outline' : 'default'} isBusy={isBusy} onClick={ask}>
          {askLabel}
        </Button>
      )}
      {actions}
    </>
  )
  return (
    <div className="flex flex-col gap-5">
      {children}
      {isPhone && (
        <p className="leading-snug">
          {isSent ? 'We sent a code to ' : 'We text a code to '}
          <strong>{factor.phone ?? factor.friendly_name}</strong>.
        </p>
      )}
      {!isPhone || isSent ? (
        <Form
          label={label}
          busyLabel="Checking..."
          look={{ variant: 'default' }}
          schema={codeInput}
          wording={CODE_WORDING}
          send={({ code }) => verifyCode(factor, code)}
          onDone={onDone}
          aside={aside}
          actions={others}
        >
          {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
        </Form>
      ) : (
        <>
          {aside}
          <DialogActions>{others}</DialogActions>
        </>
      )}
    </div>
  )
}

type PasskeyStepProps = StepProps & { wording: Wording; act: () => Promise<SignInAnswer> }

/** A button that opens the browser's own passkey dialog. */
export function PasskeyStep({ label, wording, act, onDone, children, aside, actions }: PasskeyStepProps) {
  const [isBusy, run] = useAction({ act, onDone, onError: (fault) => notifyError(fault, wording) })
  return (
    <>
      {children}
      {aside}
      <DialogActions>
        <Button autoFocus isBusy={isBusy} onClick={run}>
          {isBusy ? PASSKEY_BUSY : label}
        </Button>
        {actions}
      </DialogActions>
    </>
  )
}
