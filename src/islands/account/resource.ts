import { atom, type ReadableAtom } from 'nanostores'
import { type ApiError, toApiError } from '../call.ts'

/** Something a block shows, from its first call on. */
type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: ApiError }
  | { status: 'ready'; value: T; isStale: boolean }

export type Resource<T> = {
  $state: ReadableAtom<Loaded<T>>
  /** Reads it, or reads it again. What is shown already stays until the new value is here, and if none comes. */
  load: () => Promise<void>
  /** Shows nothing any more of what was read, nor of what is still on its way. */
  forget: () => void
}

/** Only the newest call counts. `onFault` hears every failure. */
export function createResource<T>(read: () => Promise<T>, onFault: (fault: ApiError) => void = () => {}): Resource<T> {
  const $state = atom<Loaded<T>>({ status: 'loading' })
  let calls = 0
  const load = async () => {
    const mine = ++calls
    if ($state.get().status === 'failed') $state.set({ status: 'loading' })
    try {
      const value = await read()
      if (mine === calls) $state.set({ status: 'ready', value, isStale: false })
    } catch (cause) {
      const fault = toApiError(cause)
      onFault(fault)
      const before = $state.get()
      if (mine === calls)
        $state.set(before.status === 'ready' ? { ...before, isStale: true } : { status: 'failed', fault })
    }
  }
  const forget = () => {
    calls += 1
    $state.set({ status: 'loading' })
  }
  return { $state, load, forget }
}
