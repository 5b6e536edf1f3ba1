import { useState } from 'react'
import type { SignInAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { refusalNotice, type Wording } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'

type PasskeyStepProps = {
  label: string
  wording: Wording
  act: () => Promise<SignInAnswer>
  onDone: (answer: SignInAnswer) => void
}

/** A button after which the browser itself asks. */
export function PasskeyStep({ label, wording, act, onDone }: PasskeyStepProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      onDone(await act())
    } catch (fault) {
      notify(refusalNotice(fault, wording))
    }
    setBusy(false)
  }
  return (
    <Button autoFocus disabled={isBusy} onClick={() => void run()}>
      {isBusy ? 'Waiting for your passkey...' : label}
    </Button>
  )
}
