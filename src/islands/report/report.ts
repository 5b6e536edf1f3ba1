import { call, patient } from '../call.ts'
import { notify } from '../toasts.ts'
import { createDraftShelf } from './draft-shelf.ts'
import { createDraft } from './draft-store.ts'
import { createDesk, type ReportDesk } from './report-desk.ts'

/** What spec 4 says over a form that is as it was left. */
const RESTORED = { kind: 'success', title: 'Draft restored', message: 'Your unsaved report was restored.' } as const

/** Not `randomUUID`, which pages without TLS do not have: this one is tried on phones in the same network. */
const newId = () =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '')

/** The report of this page. */
export const draft = createDraft({
  shelf: createDraftShelf({
    shared: () => localStorage,
    own: () => sessionStorage,
    claim: typeof navigator !== 'undefined' && navigator.locks ? claim : undefined,
    newId,
    now: Date.now,
  }),
  newId,
  now: Date.now,
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  onRestored: () => notify(RESTORED),
})

export const { $reportDraft } = draft

/** The buttons of one form. */
export function openDesk(onClosed: () => void): ReportDesk {
  return createDesk({
    draft,
    notify,
    onClosed,
    send: (input, key) =>
      call(
        patient('/api/submit-event-report', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(input),
        }),
      ),
  })
}

/**
 * Follows the page while a form stands in it: restores its draft, keeps it when the page goes out of sight, warns before it
 * is left with unsaved edits, and forgets what is kept when somebody signs out in any tab. What it gives ends that.
 */
export function attend(): () => void {
  const warn = (event: Event) => event.preventDefault()
  const keep = () => {
    if (document.visibilityState === 'hidden') draft.save()
  }
  const unsubscribe = $reportDraft.subscribe(({ isDirty }) => {
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
