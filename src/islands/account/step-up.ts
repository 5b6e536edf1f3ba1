import { atom, type ReadableAtom } from 'nanostores'
import { ApiError } from '../call.ts'

/** The viewer closed the dialog: nothing was changed, and no error is shown. */
const CANCELLED = new ApiError({ status: 403, code: 'cancelled', detail: 'Nothing was changed.' })

type StepUp = {
  /** True while the dialog is open. */
  $isStepUpOpen: ReadableAtom<boolean>
  /** Runs `act`. If the server requires step-up verification, asks for it and runs `act` again. Throws `ApiError`. */
  withStepUp: <T>(act: () => Promise<T>) => Promise<T>
  /** Opens the dialog. Rejects if it is closed without an answer. */
  requestStepUp: () => Promise<void>
  /** Closes the dialog. `isShown` is true if the viewer has confirmed their identity. */
  closeStepUp: (isShown: boolean) => void
}

/** Asks once for all waiting actions, then repeats them. (decision 0028: step-up for dangerous actions) */
export function createStepUp(): StepUp {
  const $isStepUpOpen = atom(false)
  let asked: { promise: Promise<void>; resolve: () => void; reject: (fault: ApiError) => void } | undefined
  const requestStepUp = () => {
    asked ??= Promise.withResolvers<void>()
    $isStepUpOpen.set(true)
    return asked.promise
  }
  const closeStepUp = (isShown: boolean) => {
    const waiting = asked
    asked = undefined
    $isStepUpOpen.set(false)
    if (isShown) waiting?.resolve()
    else waiting?.reject(CANCELLED)
  }
  const withStepUp = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.code !== 'step_up') throw fault
      await requestStepUp()
      return act()
    }
  }
  return { $isStepUpOpen, withStepUp, requestStepUp, closeStepUp }
}

/** True if the viewer cancelled the dialog. */
export function isCancelled(fault: unknown): boolean {
  return fault === CANCELLED
}
