import { useState } from 'react'
import type { FactorInfo, SignInAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { Form } from '../forms/Form.tsx'
import { refusalNotice } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { CODE_WORDING, codeInput, sendCode, verifyCode } from './factor-calls.ts'

type CodeStepProps = { factor: FactorInfo; label: string; onDone: (answer: SignInAnswer) => void }

/** The code of an app, or of a message that this sends when asked to. */
export function CodeStep({ factor, label, onDone }: CodeStepProps) {
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isPhone = factor.factor_type === 'phone'
  const ask = async () => {
    setBusy(true)
    try {
      await sendCode(factor)
      if (isSent) notify({ kind: 'success', message: 'A new code is on its way. The one before no longer counts.' })
      setSent(true)
    } catch (fault) {
      notify(refusalNotice(fault, { failed: 'Failed to send the code. Please try again.' }))
    }
    setBusy(false)
  }
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
        <Button
          variant={isSent ? 'outline' : 'default'}
          disabled={isBusy}
          onClick={() => void ask()}
          className="justify-self-start"
        >
          {isBusy ? 'Sending...' : isSent ? 'Send another code' : 'Send code'}
        </Button>
      )}
    </div>
  )
}
