import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { AUTOSAVE, createKeyedDrafts, isFresh, type KeyedDrafts } from '#src/islands/drafts/draft-storage.ts'
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

/** Forms that were not saved: each under the id of its event, or `new`, since every tab edits the same event. */
type EventDrafts = KeyedDrafts<EventFormDraft>

/** The drafts of events in `shared`. */
export function createEventDrafts(parts: Pick<Parameters<typeof createKeyedDrafts>[0], 'shared' | 'now'>): EventDrafts {
  return createKeyedDrafts({ ...parts, subject: 'event', read: readStored })
}

/** The draft in a stored text; undefined if the text is anything else, or too old. */
function readStored(text: string | null, now: number): EventFormDraft | undefined {
  try {
    const parsed = eventFormDraft.safeParse(JSON.parse(text ?? ''))
    return parsed.success && isFresh({ timestamp: parsed.data.at }, now, KEPT) ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** The drafts of this browser. */
export const eventDrafts = createEventDrafts({ shared: () => localStorage, now: Date.now })

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
      if (own !== undefined && drafts.read(key)?.at === own) drafts.discard(key)
      return true
    }
    own = now()
    return drafts.write(key, { ...draft, at: own })
  }
}

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
    const timer = setTimeout(keep, AUTOSAVE)
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
