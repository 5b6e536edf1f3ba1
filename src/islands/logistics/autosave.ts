import { map, type ReadableAtom } from 'nanostores'
import type { Instant } from '#src/contract/instant.ts'
import type { Answer, AnswerValue, SavedField } from '#src/contract/logistics.ts'
import type { LogisticsField } from '#src/contract/logistics-sections.ts'
import { toApiError } from '../call.ts'
import type { KeyedDrafts } from '../drafts/draft-storage.ts'

/** A field is saved this many milliseconds after the last key, or as soon as it is left. */
const SAVE_AFTER = 900
/** How long to wait before a save that failed is tried again; the last one repeats. */
const RETRIES = [2_000, 5_000, 15_000, 30_000]

/** One field of the form, under the name `section.field`. */
export type FieldState = {
  field: LogisticsField
  /** What is in the field. */
  typed: string
  /** What the server has. */
  answer: Answer
  /** The version that what is typed was made from. */
  version: number
  /** `failed` is tried again by itself, `refused` is not; a `conflict` has another value on the server. */
  phase: 'saved' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict'
  /** Why it was refused. */
  error?: string | undefined
  /** What was typed and not saved before the section closed. It can only be asked for as a change. */
  late?: string | undefined
}

/** A field as the server has it. One that `isClosed` is no longer saved. */
type OpenedField = { place: string; field: LogisticsField; answer: Answer; isClosed: boolean }

/** What was typed and is not saved. */
export type FieldDraft = { typed: string; version: number; timestamp: Instant }

type AutosaveParts = {
  /** Throws `ApiError`. */
  save: (place: string, value: AnswerValue, version: number) => Promise<SavedField>
  /** Where unsaved text survives a reload; undefined for a field whose text must not be stored in a browser. */
  draftsFor: (place: string) => Pick<KeyedDrafts<FieldDraft>, 'read' | 'write' | 'discard'> | undefined
  schedule: (work: () => void, milliseconds: number) => () => void
  now: () => Instant
}

export type Autosave = {
  $fields: ReadableAtom<Readonly<Record<string, FieldState>>>
  /**
   * Shows what the server has, and what was typed and not saved before, here if it `isReload`, or in an earlier visit: that is saved
   * now, or kept as `late` where it is closed.
   */
  open: (fields: readonly OpenedField[], visit: { isReload: boolean }) => void
  edit: (place: string, typed: string) => void
  /** Saves a field at once, or tries again. */
  flush: (place: string) => void
  /** The connection is back: everything that failed is tried again. */
  retry: () => void
  /** Ends a conflict: overwrites what the server has. */
  keepMine: (place: string) => void
  /** Ends a conflict: takes what the server has. */
  takeTheirs: (place: string) => void
  /** Drops what was typed in these places, because it was deleted. */
  forget: (places: readonly string[]) => void
  /** Drops what was typed in these places before they closed, because it was asked for, or is not wanted. */
  dropLate: (places: readonly string[]) => void
}

/**
 * A form whose fields are saved one by one while somebody types. Nothing that was typed is ever dropped: what cannot be saved is kept and
 * tried again, and a change that someone else made in the meantime is shown beside it. (security LG5)
 */
export function createAutosave({ save, draftsFor, schedule, now }: AutosaveParts): Autosave {
  const $fields = map<Record<string, FieldState>>({})
  const timers = new Map<string, () => void>()
  const failures = new Map<string, number>()

  const get = (place: string) => $fields.get()[place]
  const set = (place: string, change: Partial<FieldState>) => {
    const before = get(place)
    if (before) $fields.setKey(place, { ...before, error: undefined, ...change })
  }
  const later = (place: string, milliseconds: number) => {
    timers.get(place)?.()
    timers.set(
      place,
      schedule(() => void send(place), milliseconds),
    )
  }
  /** What is in the field stays as it was typed, with a space at its end too: somebody may go on typing. */
  const settle = (place: string, answer: Answer, typed?: string) => {
    timers.get(place)?.()
    draftsFor(place)?.discard(place)
    set(place, { ...(typed !== undefined && { typed }), answer, version: answer.version, phase: 'saved' })
  }

  const send = async (place: string): Promise<void> => {
    timers.get(place)?.()
    const state = get(place)
    if (!state || state.phase === 'saving' || state.phase === 'conflict') return
    const value = toValue(state.field, state.typed)
    if (value === state.answer.value) return settle(place, state.answer)
    set(place, { phase: 'saving' })
    try {
      receive(place, state.typed, await save(place, value, state.version))
      failures.delete(place)
    } catch (cause) {
      fail(place, cause)
    }
  }
  /** What was typed while the save was on its way is saved next. */
  const receive = (place: string, sent: string, { isSaved, answer }: SavedField) => {
    const state = get(place)
    if (!state) return
    if (state.typed === sent && isSaved) return settle(place, answer)
    if (isSaved) {
      set(place, { answer, version: answer.version, phase: 'waiting' })
      later(place, SAVE_AFTER)
    } else set(place, { answer, phase: 'conflict' })
  }
  const fail = (place: string, cause: unknown) => {
    const { status, detail, retryAfter } = toApiError(cause)
    const isPassing = status === 0 || status === 429 || status >= 500
    if (!isPassing) return set(place, { phase: 'refused', error: detail })
    const times = failures.get(place) ?? 0
    failures.set(place, times + 1)
    set(place, { phase: 'failed' })
    later(place, Math.max((retryAfter ?? 0) * 1_000, RETRIES[Math.min(times, RETRIES.length - 1)] ?? 0))
  }

  const open: Autosave['open'] = (fields, { isReload }) => {
    const states = fields.map(({ place, field, answer, isClosed }): [string, FieldState] => {
      const before = isReload ? readUnsaved(get(place)) : undefined
      const unsaved = before ?? draftsFor(place)?.read(place)
      const saved = { field, typed: toTyped(answer.value), answer, version: answer.version, phase: 'saved' } as const
      if (isClosed) timers.get(place)?.()
      if (unsaved === undefined || unsaved.typed === saved.typed) return [place, saved]
      if (isClosed) return [place, { ...saved, late: unsaved.typed }]
      const { typed, version } = unsaved
      return [place, before?.phase === 'refused' ? before : { ...saved, typed, version, phase: 'waiting' }]
    })
    $fields.set(Object.fromEntries(states))
    for (const [place, { phase }] of states) if (phase === 'waiting') void send(place)
  }
  const edit: Autosave['edit'] = (place, typed) => {
    const state = get(place)
    if (!state) return
    draftsFor(place)?.write(place, { typed, version: state.version, timestamp: now() })
    const isHeld = state.phase === 'saving' || state.phase === 'conflict'
    set(place, { typed, phase: isHeld ? state.phase : 'waiting' })
    if (!isHeld) later(place, SAVE_AFTER)
  }
  const takeTheirs = (place: string) => {
    const state = get(place)
    if (state) settle(place, state.answer, toTyped(state.answer.value))
  }
  const keepMine = (place: string) => {
    const state = get(place)
    if (!state) return
    set(place, { version: state.answer.version, phase: 'waiting' })
    void send(place)
  }
  const flush = (place: string) => {
    const phase = get(place)?.phase
    if (phase === 'waiting' || phase === 'failed') void send(place)
  }
  const retry = () => {
    for (const [place, { phase }] of Object.entries($fields.get())) if (phase === 'failed') flush(place)
  }
  const dropLate = (places: readonly string[]) => {
    for (const place of places) {
      draftsFor(place)?.discard(place)
      set(place, { late: undefined })
    }
  }
  const forget = (places: readonly string[]) => {
    dropLate(places)
    for (const place of places) settle(place, { value: null, version: 0 }, '')
  }
  return { $fields, open, edit, flush, retry, keepMine, takeTheirs, forget, dropLate }
}

/** What is in a field that is not saved; undefined if everything is. */
function readUnsaved(state: FieldState | undefined): FieldState | undefined {
  if (state?.late !== undefined) return { ...state, typed: state.late }
  return state?.phase === 'saved' ? undefined : state
}

/** How far the saving of a form is, as the whole form shows it. */
export type Saving = 'saved' | 'saving' | 'unsaved' | 'refused'

/** The worst of all fields. */
export function getSaving(fields: Readonly<Record<string, FieldState>>): Saving {
  const phases = new Set(Object.values(fields).map(({ phase }) => phase))
  if (phases.has('refused') || phases.has('conflict')) return 'refused'
  if (phases.has('failed')) return 'unsaved'
  return phases.has('waiting') || phases.has('saving') ? 'saving' : 'saved'
}

/** An answer as its control has it. */
export function toTyped(value: AnswerValue): string {
  return value === null ? '' : String(value)
}

/** Converts a control's text for the API. Invalid numbers are sent unchanged, so that the server rejects them with a reason. */
export function toValue({ kind }: LogisticsField, typed: string): AnswerValue {
  const text = typed.trim()
  if (text === '') return null
  return kind === 'number' && /^-?\d{1,9}$/.test(text) ? Number(text) : text
}

/** A stored draft; undefined for any other text. */
export function readFieldDraft(text: string | null): FieldDraft | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return isDraft(read) ? read : undefined
  } catch {
    return undefined
  }
}

function isDraft(read: unknown): read is FieldDraft {
  if (typeof read !== 'object' || read === null) return false
  const { typed, version, timestamp } = read as Partial<FieldDraft>
  return typeof typed === 'string' && typeof version === 'number' && typeof timestamp === 'number'
}
