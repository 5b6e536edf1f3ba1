import { useState } from 'react'
import type { FactorInfo } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ApiError } from '../call.ts'
import { refusalNotice } from '../forms/refusal.ts'
import { notify } from '../toasts.ts'
import { CodeForm } from './CodeForm.tsx'
import { isTooLate, sendCode } from './factors.ts'
import { PlateHead } from './PlateHead.tsx'

const WORDING = { failed: 'Failed to send the code. Please try again.' }

/** A code by text message: sent when asked for, and again when it does not come. */
export function PhoneFactor({ factor }: { factor: FactorInfo }) {
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      await sendCode(factor)
      if (isSent) notify({ kind: 'success', message: 'A new code is on its way. The one before no longer counts.' })
      setSent(true)
    } catch (fault) {
      if (!(fault instanceof ApiError && isTooLate(fault))) notify(refusalNotice(fault, WORDING))
    }
    setBusy(false)
  }
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
        onClick={() => void ask()}
        className={`w-full ${isSent ? 'mt-3' : ''}`}
      >
        {isBusy ? 'Sending...' : isSent ? 'Send another code' : 'Send code'}
      </Button>
    </>
  )
}
