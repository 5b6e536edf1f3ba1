import { useState } from 'react'
import { toApiError } from './call.ts'
import { dismissErrors, notify } from './toasts.ts'

export type ActionParts<Sent extends unknown[], Answer> = {
  act: (...sent: Sent) => Promise<Answer>
  /** The action stays busy until this is done. */
  onDone: (answer: Answer, ...sent: Sent) => unknown
  /** Shows a failure; by default the message of the server in a toast. */
  onError?: (fault: unknown) => unknown
}

/**
 * An action without a form: true while it runs, and the function that starts it, which answers whether it succeeded. While
 * it runs, another call does nothing.
 */
export function useAction<Sent extends unknown[], Answer>({
  act,
  onDone,
  onError = notifyDetail,
}: ActionParts<Sent, Answer>): [boolean, (...sent: Sent) => Promise<boolean>] {
  const [isBusy, setBusy] = useState(false)
  const run = async (...sent: Sent) => {
    if (isBusy) return false
    setBusy(true)
    dismissErrors()
    try {
      await onDone(await act(...sent), ...sent)
      return true
    } catch (fault) {
      await onError(fault)
      return false
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, run]
}

/** Shows the server's message about a failure in a toast. */
export function notifyDetail(fault: unknown): void {
  notify({ kind: 'error', message: toApiError(fault).detail })
}
