import type { DraftStore } from './draft-store.ts'

/** A name of 32 hexadecimal digits. Not `randomUUID`, which pages without TLS do not have: this one is tried on phones in the same network. */
const newId = () =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '')

/** What shelves and stores of drafts need of this browser. */
export const browserDrafts = {
  shared: () => localStorage,
  own: () => sessionStorage,
  claim: typeof navigator !== 'undefined' && navigator.locks ? claim : undefined,
  newId,
  now: Date.now,
  later: (work: () => void, milliseconds: number) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
}

/**
 * Follows the page while a form stands in it: restores its draft, keeps it when the page goes out of sight, warns before it
 * is left with unsaved edits, and forgets what is kept when somebody signs out in any tab. What it gives ends that.
 */
export function attend<Fields>(draft: DraftStore<Fields>): () => void {
  const warn = (event: Event) => event.preventDefault()
  const keep = () => {
    if (document.visibilityState === 'hidden') draft.save()
  }
  const unsubscribe = draft.$draft.subscribe(({ isDirty }) => {
    if (isDirty) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  })
  // The name is that of `src/islands/viewer/viewer.ts`.
  const session = new BroadcastChannel('session')
  session.onmessage = ({ data }) => {
    if (data === 'signed out') draft.forget()
  }
  document.addEventListener('visibilitychange', keep)
  void draft.open()
  return () => {
    unsubscribe()
    removeEventListener('beforeunload', warn)
    document.removeEventListener('visibilitychange', keep)
    session.close()
    draft.close()
  }
}

/** Holds a lock until what it gives is called; undefined where another tab holds it. A refused lock is no reason not to write. */
function claim(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    }
    navigator.locks.request(name, { ifAvailable: true }, held).catch(() => resolve(() => {}))
  })
}
