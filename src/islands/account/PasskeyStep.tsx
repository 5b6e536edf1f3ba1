import type { SignInAnswer } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Wording } from '../forms/refusal.ts'
import { useAction } from '../forms/use-action.ts'

type PasskeyStepProps = {
  label: string
  wording: Wording
  act: () => Promise<SignInAnswer>
  onDone: (answer: SignInAnswer) => void
}

/** A button after which the browser itself asks. */
export function PasskeyStep({ label, wording, act, onDone }: PasskeyStepProps) {
  const [isBusy, run] = useAction({ act, onDone, wording })
  return (
    <Button autoFocus disabled={isBusy} onClick={run}>
      {isBusy ? 'Waiting for your passkey...' : label}
    </Button>
  )
}
