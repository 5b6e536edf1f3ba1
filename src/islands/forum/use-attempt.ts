import { useState } from 'react'
import { toApiError } from '../call.ts'
import { notify } from '../toasts.ts'

/**
 * What a button does: whether it is at work, and the function that starts it. A refusal is told in a toast. Not the forms'
 * `useAction`, whose wording brings the validation library along.
 */
export function useAttempt<Answer>(
  act: () => Promise<Answer>,
  onDone: (answer: Answer) => void,
): [boolean, () => void] {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      onDone(await act())
    } catch (cause) {
      notify({ kind: 'error', message: toApiError(cause).detail })
    }
    setBusy(false)
  }
  return [isBusy, () => void run()]
}
