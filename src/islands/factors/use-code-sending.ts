import { useState } from 'react'
import type { FactorInfo } from '#src/contract/factor.ts'
import type { ApiError } from '../call.ts'
import { notifyError } from '../forms/error-notice.ts'
import { notify } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { sendCode } from './factor-calls.ts'

const WORDING = { failed: 'Failed to send the code. Please try again.' }

/** Sends a code by text message, and again if it does not arrive. */
export function useCodeSending(factor: FactorInfo, onRefused?: (refusal: ApiError) => boolean) {
  const [isSent, setSent] = useState(false)
  const [isBusy, ask] = useAction({
    act: () => sendCode(factor),
    onDone: () => {
      if (isSent) notify({ kind: 'success', message: 'We sent a new code. The previous one no longer works.' })
      setSent(true)
    },
    onError: (fault) => notifyError(fault, WORDING, onRefused),
  })
  return { isSent, isBusy, ask, label: isBusy ? 'Sending...' : isSent ? 'Send another code' : 'Send code' }
}
