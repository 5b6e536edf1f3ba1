import { atom, type ReadableAtom } from 'nanostores'
import type { Instant } from '#src/contract/instant.ts'
import type { DraftShelf } from './draft-shelf.ts'

/** A change is kept this many milliseconds after the last one. (product 9) */
export const AUTOSAVE = 2_000

/** The form as it is. `isDirty` once something is typed, until it is sent, given up or emptied again. (product 4) */
type Draft<Fields> = { fields: Fields; isDirty: boolean; name: string }

type DraftParts<Fields> = {
  shelf: DraftShelf<Kept<Fields>>
  blank: Fields
  /** True where nothing is written, so that there is nothing to keep. */
  isEmpty: (fields: Fields) => boolean
  newId: () => string
  now: () => Instant
  /** Runs `work` after so many milliseconds; what it returns calls that off. */
  later: (work: () => void, milliseconds: number) => () => void
  /** Something of an earlier day or tab stands in the form again. */
  onRestored: () => void
}

export type DraftStore<Fields> = {
  $draft: ReadableAtom<Draft<Fields>>
  /** Brings back what was not sent. What somebody has typed already stays, and what was kept is left for later. */
  open: () => Promise<void>
  edit: (change: Partial<Fields>) => void
  /** Keeps what is not kept yet, without waiting. */
  save: () => void
  /** It was sent, or given up: nothing of it stays. */
  clear: () => void
  /** Nothing of it stays in this browser, but what is typed stays in the form. (security P-35) */
  forget: () => void
  /** The form is gone; what is kept of it may be opened by another tab. */
  close: () => void
}

/** A text while somebody writes it: kept two seconds after the last change, and restored where it was left. (product 4) */
export function createDraft<Fields>(parts: DraftParts<Fields>): DraftStore<Fields> {
  const { shelf, blank: empty, isEmpty, newId, now, later, onRestored } = parts
  const blank = () => ({ fields: empty, isDirty: false, name: newId() })
  const $draft = atom<Draft<Fields>>(blank())
  let callOff: (() => void) | undefined
  let opened = 0

  const calm = () => {
    callOff?.()
    callOff = undefined
  }
  const save = () => {
    if (!callOff) return
    calm()
    const { fields, name } = $draft.get()
    if (isEmpty(fields)) shelf.remove()
    else shelf.keep({ ...fields, name, timestamp: now() })
  }
  const open = async () => {
    const mine = ++opened
    const kept = await shelf.open()
    if (mine !== opened) return
    if ($draft.get().isDirty) return kept && shelf.openEmpty()
    if (!kept) return
    $draft.set({ fields: fieldsOf(kept, empty), name: kept.name, isDirty: false })
    onRestored()
  }
  const edit = (change: Partial<Fields>) => {
    const { fields, name } = $draft.get()
    const changed = { ...fields, ...change }
    $draft.set({ fields: changed, name, isDirty: !isEmpty(changed) })
    calm()
    callOff = later(save, AUTOSAVE)
  }
  const forget = () => {
    calm()
    shelf.remove()
  }
  const clear = () => {
    forget()
    $draft.set(blank())
  }
  const close = () => {
    opened += 1
    save()
    shelf.close()
    $draft.set(blank())
  }
  return { $draft, open, edit, save, clear, forget, close }
}

/** What was typed, without when and under which name it was kept. */
function fieldsOf<Fields>(kept: Kept<Fields>, like: Fields): Fields {
  const fields = { ...like }
  for (const key in like) fields[key] = kept[key]
  return fields
}

/** A draft that is this old, in milliseconds, is not restored any more. (product 9) */
export const DRAFT_EXPIRY = 24 * 3_600_000

/** What this browser keeps of something that was not sent. (product 3) */
export type Kept<Fields> = Fields & {
  /** When it was kept. */
  timestamp: Instant
  /** Tells this text from any other: what is sent twice under one name is stored once. (security DB3) */
  name: string
}

/** True while it is under 24 hours old. A clock that was set back makes drafts of the future: those are not kept for ever either. */
export function isFresh({ timestamp }: { timestamp: Instant }, now: Instant): boolean {
  return Math.abs(now - timestamp) < DRAFT_EXPIRY
}

/**
 * The `Idempotency-Key` of a draft: its draft's name, and a checksum of what is sent. So the same words sent again after a
 * lost answer are stored once, even from another tab, and words that were changed meanwhile are not mistaken for them.
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
