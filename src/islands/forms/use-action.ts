import { useState } from 'react'
import { ApiError } from '../call.ts'
import { dismissErrors, notify } from '../toasts.ts'
import { errorNotice, type Wording } from './error-notice.ts'

type ActionParts<Answer> = {
  act: () => Promise<Answer>
  onDone: (answer: Answer) => void
  wording: Wording
  /** True for a refusal that the page answers by itself, without a toast. */
  onRefused?: ((refusal: ApiError) => boolean) | undefined
}

/** What a button does that is no form's: whether it is at work, and the function that starts it. A refusal is told in a toast. */
export function useAction<Answer>({ act, onDone, wording, onRefused }: ActionParts<Answer>): [boolean, () => void] {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    dismissErrors()
    try {
      onDone(await act())
    } catch (fault) {
      if (!(fault instanceof ApiError && onRefused?.(fault))) notify(errorNotice(fault, wording))
    }
    setBusy(false)
  }
  return [isBusy, () => void run()]
}
