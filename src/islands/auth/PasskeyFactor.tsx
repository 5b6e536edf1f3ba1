import { useState } from 'react'
import { FACTOR_SENTENCE, type FactorInfo } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError } from '../call.ts'
import { refusalNotice } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { isTooLate, proven, verifyPasskey } from './factors.ts'
import { PlateHead } from './PlateHead.tsx'

export function PasskeyFactor({ factor }: { factor: FactorInfo }) {
  const [isBusy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    try {
      proven(await verifyPasskey(factor))
    } catch (fault) {
      if (!(fault instanceof ApiError && isTooLate(fault)))
        notify(refusalNotice(fault, { failed: FACTOR_SENTENCE.passkeyFailed }))
    }
    setBusy(false)
  }
  return (
    <>
      <PlateHead title="Use your passkey">
        Your browser will ask for <strong>{factor.friendly_name}</strong>.
      </PlateHead>
      <Button variant="hero" size="lg" disabled={isBusy} onClick={() => void verify()} className="w-full">
        {isBusy ? 'Waiting for your passkey...' : 'Use passkey'}
      </Button>
    </>
  )
}
