import { useState } from 'react'
import { toApiError } from './call.ts'
import { dismissErrors, notify } from './toasts.ts'

type ActionParts<Answer> = {
  act: () => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Shows a failure; by default the message of the server in a toast. */
  onError?: (fault: unknown) => void
}

/** An action without a form: true while it runs, and the function that starts it. While it runs, another call does nothing. */
export function useAction<Answer>({ act, onDone, onError = notifyDetail }: ActionParts<Answer>): [boolean, () => void] {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    dismissErrors()
    try {
      onDone(await act())
    } catch (fault) {
      onError(fault)
    }
    setBusy(false)
  }
  return [isBusy, () => void run()]
}

function notifyDetail(fault: unknown): void {
  notify({ kind: 'error', message: toApiError(fault).detail })
}
