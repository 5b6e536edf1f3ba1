import { useEffect, useEffectEvent, useState } from 'react'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { type EventFormDraft, eventDrafts } from './event-drafts.ts'
import { createDraftKeeper } from './keep-draft.ts'

/** A form is kept this long after the last key, in milliseconds. (product 9) */
const AFTER = 2_000

type DraftParts = {
  /** The event's id, or `new`. */
  key: string
  /** What there is to keep; null while nothing differs from what is saved. */
  draft: () => Omit<EventFormDraft, 'at'> | null
  /** What the form says, as text: each change starts the clock anew. */
  said: string
}

/** Keeps the form in this browser while it differs from what is saved. `isKept` is false when the browser refused. */
export function useEventDraft({ key, draft, said }: DraftParts): { isKept: boolean } {
  const [isKept, setKept] = useState(true)
  const [keepDraft] = useState(() => {
    const isSignedIn = () => Boolean($viewer.get())
    return createDraftKeeper({ drafts: eventDrafts, isSignedIn, now: Date.now, restoredAt: eventDrafts.read(key)?.at })
  })
  const keep = useEffectEvent(() => {
    setKept(keepDraft(key, draft()))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form starts the clock anew
  useEffect(() => {
    const timer = setTimeout(keep, AFTER)
    return () => clearTimeout(timer)
  }, [said])
  useEffect(() => {
    // Whoever leaves within those two seconds loses nothing either.
    const leave = () => keep()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return { isKept }
}
