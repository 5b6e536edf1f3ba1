import { atom, type ReadableAtom } from 'nanostores'
import { type ApiError, toApiError } from '../call.ts'

/** The state of a resource, from its first call on. */
type Loaded<T> =
  | { status: 'loading' }
  | { status: 'failed'; fault: ApiError }
  | { status: 'ready'; value: T; isStale: boolean }

export type Resource<T> = {
  $state: ReadableAtom<Loaded<T>>
  /** Loads the value, or loads it again. The old value stays until the new one is here, and if there is none. */
  load: () => Promise<void>
  /** Replaces the value, by what a change of it answered or by what it will be. Nothing happens while there is none. */
  change: (value: T) => void
  /** Drops the value, and the answer of a call that is still running. */
  forget: () => void
}

/** A value that is loaded by a call. Only the newest call counts. `onFault` is called for every failure. */
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
  const change = (value: T) => {
    const before = $state.get()
    if (before.status === 'ready') $state.set({ ...before, value })
  }
  const forget = () => {
    calls += 1
    $state.set({ status: 'loading' })
  }
  return { $state, load, change, forget }
}
