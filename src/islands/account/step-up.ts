import { atom, type ReadableAtom } from 'nanostores'
import { ApiError } from '../call.ts'

/** The person closed the question: nothing was done, and nothing has to be said. */
const CANCELLED = new ApiError({ status: 403, code: 'cancelled', detail: 'Nothing was changed.' })

type StepUp = {
  /** True while the question "Confirm it's you" is open. */
  $isAsking: ReadableAtom<boolean>
  /** Does it; where the server first wants to know who is there, asks and does it again. Throws `ApiError`. */
  confirmed: <T>(act: () => Promise<T>) => Promise<T>
  /** Opens the question by itself; rejects when it is closed without an answer. */
  ask: () => Promise<void>
  /** The question is answered, or closed. */
  settle: (isShown: boolean) => void
}

/** Asks once for all that wait, and repeats what was asked for. (decision 0028: step-up for dangerous actions) */
export function createStepUp(): StepUp {
  const $isAsking = atom(false)
  let asked: { promise: Promise<void>; resolve: () => void; reject: (fault: ApiError) => void } | undefined
  const ask = () => {
    asked ??= Promise.withResolvers<void>()
    $isAsking.set(true)
    return asked.promise
  }
  const settle = (isShown: boolean) => {
    const waiting = asked
    asked = undefined
    $isAsking.set(false)
    if (isShown) waiting?.resolve()
    else waiting?.reject(CANCELLED)
  }
  const confirmed = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.code !== 'step_up') throw fault
      await ask()
      return act()
    }
  }
  return { $isAsking, confirmed, ask, settle }
}

/** True for what the person called off. */
export function isCancelled(fault: unknown): boolean {
  return fault === CANCELLED
}
