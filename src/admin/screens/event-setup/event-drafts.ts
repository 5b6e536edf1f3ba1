import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { withFallback } from '#src/islands/drafts/draft-storage.ts'
import { PRIVATE } from '#src/islands/viewer/private-data.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { blankValues, type EventValues, FIELDS } from './event-values.ts'

/** A draft is forgotten after a week, in milliseconds. */
const KEPT = 7 * 86_400_000

/** What was typed and not saved, and the values it was typed over, so that a save can still merge two people's changes. */
export type EventFormDraft = {
  /** When it was kept, in milliseconds since 1970, UTC. */
  at: number
  /** The id the form chose or edits. */
  id: string
  /** The version it was made from; 0 for an event that is not saved yet. */
  version: number
  base: EventValues
  values: EventValues
}

const blank = blankValues()
const values = z.object(
  Object.fromEntries(FIELDS.map((field) => [field, typeof blank[field] === 'boolean' ? z.boolean() : z.string()])),
) as unknown as z.ZodType<EventValues>

const eventFormDraft: z.ZodType<EventFormDraft> = z.object({
  at: z.number(),
  id: z.uuid(),
  version: z.int().min(0),
  base: values,
  values,
})

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Parts = { open: () => Store; now: () => number }

type EventDrafts = {
  /** The draft of an event, or of a new one; null when there is none that can be read. */
  read: (key: string) => EventFormDraft | null
  /** False when the browser does not keep it. */
  keep: (key: string, draft: EventFormDraft) => boolean
  drop: (key: string) => void
}

/**
 * Forms that were not saved, kept in this browser for a week at most. Signing out removes them. If the storage is full,
 * forbidden or unreadable, the form still works: there is nothing to restore. (security P-35)
 */
export function createEventDrafts({ open, now }: Parts): EventDrafts {
  const getName = (key: string) => `${PRIVATE}event-draft.${key}`
  const drop = (key: string) => withFallback(() => open().removeItem(getName(key)), undefined)
  const read = (key: string) => {
    const text = withFallback(() => open().getItem(getName(key)), null)
    if (text === null) return null
    const parsed = eventFormDraft.safeParse(withFallback(() => JSON.parse(text), null))
    if (parsed.success && parsed.data.at + KEPT > now()) return parsed.data
    drop(key)
    return null
  }
  const keep = (key: string, draft: EventFormDraft) =>
    withFallback(() => {
      open().setItem(getName(key), JSON.stringify(draft))
      return true
    }, false)
  return { read, keep, drop }
}

/** The drafts of this browser. */
export const eventDrafts = createEventDrafts({ open: () => localStorage, now: Date.now })

type KeeperParts = {
  drafts: EventDrafts
  /** False once the person is signed out: from then on, nothing of theirs is written. (security P-35) */
  isSignedIn: () => boolean
  now: () => number
  /** When the draft that this form began with was kept; undefined if there was none. */
  restoredAt: number | undefined
}

/**
 * Keeps the draft of one form, and drops it when nothing is left to save. A newer draft of another tab is never dropped. The
 * answer is false if the browser did not keep it.
 */
export function createDraftKeeper({ drafts, isSignedIn, now, restoredAt }: KeeperParts) {
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

/** A form is kept this long after the last key, in milliseconds. (product 9) */
const AFTER = 2_000

type DraftParts = {
  /** The event's id, or `new`. */
  key: string
  /** What there is to keep; null while nothing differs from what is saved. */
  draft: () => Omit<EventFormDraft, 'at'> | null
  /** The values of the form, as text: each change restarts the timer. */
  text: string
}

/** Keeps the form in this browser while it differs from what is saved. `isKept` is false when the browser refused. */
export function useEventDraft({ key, draft, text }: DraftParts): { isKept: boolean } {
  const [isKept, setKept] = useState(true)
  const [keepDraft] = useState(() => {
    const isSignedIn = () => Boolean($viewer.get())
    return createDraftKeeper({ drafts: eventDrafts, isSignedIn, now: Date.now, restoredAt: eventDrafts.read(key)?.at })
  })
  const keep = useEffectEvent(() => {
    setKept(keepDraft(key, draft()))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form restarts the timer
  useEffect(() => {
    const timer = setTimeout(keep, AFTER)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    // A person who leaves within those two seconds loses nothing either.
    const leave = () => keep()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return { isKept }
}
