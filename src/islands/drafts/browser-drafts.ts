import { warnBeforeUnload } from '../unload-warning.ts'
import type { DraftStore } from './draft-store.ts'

/** An id of 32 hexadecimal digits. `randomUUID` needs TLS, which a development server does not have for phones in its network. */
const newId = () =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '')

/** What drafts need from this browser. */
export const browserDrafts = {
  shared: () => localStorage,
  own: () => sessionStorage,
  acquireLock: typeof navigator !== 'undefined' && navigator.locks ? acquireLock : undefined,
  newId,
  now: Date.now,
  schedule: (work: () => void, milliseconds: number) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

/**
 * Binds a draft to the page while its form is shown: restores it, saves it when the page is hidden, warns before the page is
 * left with unsaved edits, and removes it when the viewer signs out in any tab. Returns a function that ends this.
 */
export function bindDraftToPage<Fields>(draft: DraftStore<Fields>): () => void {
  let stopWarning: (() => void) | undefined
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') draft.save()
  }
  const endWarning = () => {
    stopWarning?.()
    stopWarning = undefined
  }
  const unsubscribe = draft.$draft.subscribe(({ isDirty }) => {
    if (isDirty) stopWarning ??= warnBeforeUnload()
    else endWarning()
  })
  // The same channel as in `src/islands/viewer/viewer.ts`.
  const session = new BroadcastChannel('session')
  session.onmessage = ({ data }) => {
    if (data === 'signed out') draft.forget()
  }
  document.addEventListener('visibilitychange', saveWhenHidden)
  void draft.open()
  return () => {
    unsubscribe()
    endWarning()
    document.removeEventListener('visibilitychange', saveWhenHidden)
    session.close()
    draft.close()
  }
}

/** Returns a function that releases the lock; undefined if another tab holds it. A refused lock does not prevent writing. */
function acquireLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    }
    navigator.locks.request(name, { ifAvailable: true }, held).catch(() => resolve(() => {}))
  })
}
