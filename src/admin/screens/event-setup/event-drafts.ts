import { z } from 'zod'
import { PRIVATE } from '#src/islands/viewer/private-data.ts'
import { blankValues, type EventValues, FIELDS } from './event-values.ts'

/** A draft that nobody came back to for a week, in milliseconds, is forgotten. */
const KEPT = 7 * 86_400_000

/** What was typed and not saved, and what it was typed over: so that a save can still tell who changed what. */
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

export type EventDrafts = {
  /** The draft of an event, or of a new one; null when there is none that can be read. */
  read: (key: string) => EventFormDraft | null
  /** False when the browser does not keep it. */
  keep: (key: string, draft: EventFormDraft) => boolean
  drop: (key: string) => void
}

/**
 * Forms that were not saved, kept in this browser until they are, a week at most. They go at sign-out. A storage that is
 * full, forbidden or holds something else loses no form: there is just nothing to restore. (security P-35)
 */
export function createEventDrafts({ open, now }: Parts): EventDrafts {
  const nameOf = (key: string) => `${PRIVATE}event-draft.${key}`
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const drop = (key: string) => attempt(() => open().removeItem(nameOf(key)), undefined)
  const read = (key: string) => {
    const text = attempt(() => open().getItem(nameOf(key)), null)
    if (text === null) return null
    const parsed = eventFormDraft.safeParse(attempt(() => JSON.parse(text), null))
    if (parsed.success && parsed.data.at + KEPT > now()) return parsed.data
    drop(key)
    return null
  }
  const keep = (key: string, draft: EventFormDraft) =>
    attempt(() => {
      open().setItem(nameOf(key), JSON.stringify(draft))
      return true
    }, false)
  return { read, keep, drop }
}

/** The drafts of this browser. */
export const eventDrafts = createEventDrafts({ open: () => localStorage, now: Date.now })
