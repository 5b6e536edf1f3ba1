import { FACTOR_SENTENCE, type FactorInfo } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { verifyPasskey } from '../factors/factor-calls.ts'
import { useAction } from '../forms/use-action.ts'
import { PlateHead } from './PlateHead.tsx'
import { completeMfa, isTooLate } from './second-step.ts'

export function PasskeyFactor({ factor }: { factor: FactorInfo }) {
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
