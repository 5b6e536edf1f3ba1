import type { EventDrafts, EventFormDraft } from './event-drafts.ts'

type Parts = {
  drafts: EventDrafts
  /** False once the person is signed out: nothing of theirs is written any more. (security P-35) */
  isSignedIn: () => boolean
  now: () => number
  /** When the draft was kept that this form began with; undefined where it began without one. */
  restoredAt: number | undefined
}

/**
 * Keeps the draft of one form, and drops it once there is none: but never the one that another tab has kept since. False when
 * the browser did not keep it.
 */
export function createDraftKeeper({ drafts, isSignedIn, now, restoredAt }: Parts) {
  let own = restoredAt
  return (key: string, draft: Omit<EventFormDraft, 'at'> | null): boolean => {
    if (!isSignedIn()) return true
    if (!draft) {
      if (own !== undefined && drafts.read(key)?.at === own) drafts.drop(key)
      return true
    }
    own = now()
    return drafts.keep(key, { ...draft, at: own })
  }
}
