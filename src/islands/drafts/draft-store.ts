import { atom, type ReadableAtom } from 'nanostores'
import type { Instant } from '#src/contract/instant.ts'
import { AUTOSAVE, type DraftStorage } from './draft-storage.ts'

/** The fields of a form. `isDirty` from the first change until the form is sent, discarded or emptied. (product 4) */
type DraftState<Fields> = { fields: Fields; isDirty: boolean; name: string }

type DraftParts<Fields> = {
  storage: DraftStorage<StoredDraft<Fields>>
  blank: Fields
  /** True if nothing is typed, so there is nothing to save. */
  isEmpty: (fields: Fields) => boolean
  /** The fields that hold text, each with what goes between a stored text and one that is typed before it is back. */
  separators: { [Key in keyof Fields]?: string }
  newId: () => string
  now: () => Instant
  /** Runs `work` after this many milliseconds and returns a function that cancels it. */
  schedule: (work: () => void, milliseconds: number) => () => void
  /** A draft of an earlier visit or tab is back in the form. */
  onRestored: () => void
}

export type DraftStore<Fields> = {
  $draft: ReadableAtom<DraftState<Fields>>
  /** Restores what was not sent. What is already typed follows it in its field, so that neither text is lost. */
  open: () => Promise<void>
  edit: (change: Partial<Fields>) => void
  /** Saves pending changes at once. */
  save: () => void
  /** Empties the form and removes its draft, once it is sent or discarded. */
  clear: () => void
  /** Removes the stored draft; what is typed stays in the form. (security P-35) */
  forget: () => void
  /** The form is no longer shown: another tab may open its draft. */
  close: () => void
}

/** The draft of a form: saved two seconds after the last change, and restored at the next visit. (product 4) */
export function createDraft<Fields>(parts: DraftParts<Fields>): DraftStore<Fields> {
  const { storage, blank: empty, isEmpty, newId, now, schedule, onRestored } = parts
  const blank = () => ({ fields: empty, isDirty: false, name: newId() })
  const $draft = atom<DraftState<Fields>>(blank())
  let cancelTimer: (() => void) | undefined
  let visits = 0

  const cancelSave = () => {
    cancelTimer?.()
    cancelTimer = undefined
  }
  const save = () => {
    if (!cancelTimer) return
    cancelSave()
    const { fields, name } = $draft.get()
    if (isEmpty(fields)) storage.remove()
    else storage.save({ ...fields, name, timestamp: now() })
  }
  const open = async () => {
    const mine = ++visits
    const stored = await storage.open()
    if (mine !== visits || !stored) return
    const kept = pickFields(stored, empty)
    const fields = addTyped(kept, $draft.get().fields, parts)
    $draft.set({ fields, name: stored.name, isDirty: !hasSameFields(fields, kept) })
    onRestored()
  }
  const edit = (change: Partial<Fields>) => {
    const { fields, name } = $draft.get()
    const changed = { ...fields, ...change }
    $draft.set({ fields: changed, name, isDirty: !isEmpty(changed) })
    cancelSave()
    cancelTimer = schedule(save, AUTOSAVE)
  }
  const forget = () => {
    cancelSave()
    storage.remove()
  }
  const clear = () => {
    forget()
    $draft.set(blank())
  }
  const close = () => {
    visits += 1
    save()
    storage.close()
    $draft.set(blank())
  }
  return { $draft, open, edit, save, clear, forget, close }
}

/** The fields of a stored draft, without its timestamp and name. */
function pickFields<Fields>(kept: StoredDraft<Fields>, like: Fields): Fields {
  const fields = { ...like }
  for (const key in like) fields[key] = kept[key]
  return fields
}

/**
 * The stored fields with what was typed before they were back. A field that was not touched has what was stored, and a text that was
 * typed follows the stored one. A browser that fills in forms again has typed the stored text itself: it is there once.
 */
function addTyped<Fields>(
  stored: Fields,
  typed: Fields,
  { blank, separators }: Pick<DraftParts<Fields>, 'blank' | 'separators'>,
): Fields {
  const fields = { ...stored }
  for (const key in blank) {
    const [before, after, separator] = [stored[key], typed[key], separators[key]]
    if (after === blank[key]) continue
    const isRepeated = String(after).startsWith(String(before))
    const joined = separator === undefined || isRepeated ? after : `${before}${separator}${after}`
    fields[key] = joined as typeof after
  }
  return fields
}

function hasSameFields<Fields>(some: Fields, others: Fields): boolean {
  for (const key in some) if (some[key] !== others[key]) return false
  return true
}

/** A draft as this browser stores it. (product 3) */
export type StoredDraft<Fields> = Fields & {
  /** When it was saved. */
  timestamp: Instant
  /** Identifies the draft: the server stores what is sent twice under one name only once. (security DB3) */
  name: string
}

/**
 * The `Idempotency-Key` of a draft: its name and a checksum of what is sent. So the same words that are sent again after a
 * lost answer are stored once, even from another tab, and words that changed in between are not mistaken for them.
 * (security DB3)
 */
export function submissionKey(name: string, input: object): string {
  return `${name}-${checksum(JSON.stringify(input))}`
}

/** FNV-1a over UTF-16 code units, in eight hexadecimal digits. It tells versions of one text apart; it keeps no secret. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
