import { atom, type ReadableAtom } from 'nanostores'
import type { Instant } from '#src/contract/instant.ts'
import { BLANK, isEmpty, type ReportFields } from './draft.ts'
import type { DraftShelf } from './draft-shelf.ts'

/** A change is kept this many milliseconds after the last one. (spec 9) */
export const AUTOSAVE = 2_000

/** The form as it stands. `isDirty` after any edit, until it is sent or given up. (spec 4) */
export type ReportDraft = { fields: ReportFields; isDirty: boolean; name: string }

export type DraftParts = {
  shelf: DraftShelf
  newId: () => string
  now: () => Instant
  /** Runs `work` after so many milliseconds; what it returns calls that off. */
  later: (work: () => void, milliseconds: number) => () => void
  /** Something of an earlier day or tab stands in the form again. */
  onRestored: () => void
}

export type DraftStore = {
  $reportDraft: ReadableAtom<ReportDraft>
  /** Brings back what was not sent. What somebody has typed already stays, and what was kept is left for later. */
  open: () => Promise<void>
  edit: (change: Partial<ReportFields>) => void
  /** Keeps what is not kept yet, without waiting. */
  save: () => void
  /** It was sent, or given up: nothing of it stays. */
  clear: () => void
  /** Nothing of it stays in this browser, but what is typed stays in the form. (security P-35) */
  forget: () => void
  /** The form is gone; what is kept of it may be opened by another tab. */
  close: () => void
}

/** A report while somebody writes it: kept two seconds after the last change, and restored where it was left. (spec 4) */
export function createDraft({ shelf, newId, now, later, onRestored }: DraftParts): DraftStore {
  const blank = () => ({ fields: BLANK, isDirty: false, name: newId() })
  const $reportDraft = atom<ReportDraft>(blank())
  let callOff: (() => void) | undefined
  let opened = 0

  const calm = () => {
    callOff?.()
    callOff = undefined
  }
  const save = () => {
    if (!callOff) return
    calm()
    const { fields, name } = $reportDraft.get()
    if (isEmpty(fields)) shelf.remove()
    else shelf.keep({ ...fields, name, timestamp: now() })
  }
  const open = async () => {
    const mine = ++opened
    const kept = await shelf.open()
    if (mine !== opened) return
    if ($reportDraft.get().isDirty) return kept && shelf.openEmpty()
    if (!kept) return
    const { name, timestamp: _, ...fields } = kept
    $reportDraft.set({ fields, name, isDirty: false })
    onRestored()
  }
  const edit = (change: Partial<ReportFields>) => {
    const { fields, name } = $reportDraft.get()
    $reportDraft.set({ fields: { ...fields, ...change }, name, isDirty: true })
    calm()
    callOff = later(save, AUTOSAVE)
  }
  const forget = () => {
    calm()
    shelf.remove()
  }
  const clear = () => {
    forget()
    $reportDraft.set(blank())
  }
  const close = () => {
    opened += 1
    save()
    shelf.close()
    $reportDraft.set(blank())
  }
  return { $reportDraft, open, edit, save, clear, forget, close }
}
