import { useEffect, useRef, useState } from 'react'
import { type FieldError, type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { Changed } from '#src/contract/changed.ts'
import { type EventInput, eventInput } from '#src/contract/event.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { isSame, mergeFields } from '#src/contract/merge-fields.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { createEvent, EVENTS, readEvent, updateEvent } from './event-calls.ts'
import { type EventFormDraft, eventDrafts } from './event-drafts.ts'
import { blankValues, type EventValues, FIELDS, toDraft, toValues } from './event-values.ts'

/** What is stored, as the form knows it. Version 0 is an event that is not stored yet. */
type Saved = { version: number; values: EventValues }

type EventFormState = UseFormReturn<EventValues, unknown, EventInput>

type Parts = { draftKey: string; record: EventRecord | null; registrationOrigin: string }

/**
 * The form of an event: over what is stored stands what was typed in this browser and not saved. What was typed over an older
 * state keeps that state's version, so that saving brings the merge view and loses nothing.
 */
export function useEventForm({ draftKey, record, registrationOrigin }: Parts) {
  const [restored, setRestored] = useState(() => findDraft(draftKey, record))
  const [saved, setSaved] = useState<Saved>(() => restoredBase(restored) ?? savedOf(record))
  const form: EventFormState = useForm<EventValues, unknown, EventInput>({
    resolver: eventResolver(registrationOrigin),
    defaultValues: saved.values,
    // Not when a field is left: a message that appears then moves the button that is being pressed from under the pointer.
    mode: 'onSubmit',
  })
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    if (restored) applyValues(form, saved.values, restored.values)
  }, [form, restored, saved])
  /** Goes on from what is stored now; `values` is what the form shall hold. */
  const goOnFrom = (next: Saved, values: EventValues = next.values) => {
    setRestored(null)
    setSaved(next)
    applyValues(form, next.values, { ...values })
  }
  const discard = () => {
    eventDrafts.drop(draftKey)
    goOnFrom(savedOf(record))
  }
  return { form, saved, goOnFrom, restored, discard, dismiss: () => setRestored(null) }
}

/** What is stored of an event, or the blank form. */
function savedOf(record: EventRecord | null): Saved {
  return record ? { version: record.version, values: toValues(record) } : { version: 0, values: blankValues() }
}

/** Fills the form with `values`, marking as changed what differs from `base`. */
function applyValues(form: EventFormState, base: EventValues, values: EventValues): void {
  form.reset(base)
  for (const field of FIELDS) {
    if (!isSame(base[field], values[field])) form.setValue(field, values[field], { shouldDirty: true })
  }
}

/** The draft of this form; one that says what is stored already is no draft. */
function findDraft(key: string, record: EventRecord | null): EventFormDraft | null {
  const draft = eventDrafts.read(key)
  if (!draft) return null
  const { values } = savedOf(record)
  if (FIELDS.some((field) => !isSame(draft.values[field], values[field]))) return draft
  eventDrafts.drop(key)
  return null
}

function restoredBase(draft: EventFormDraft | null): Saved | null {
  return draft && { version: draft.version, values: draft.base }
}

/** Checks the form by the API's own schema; each field says its first fault. (product 5) */
function eventResolver(registrationOrigin: string): Resolver<EventValues, unknown, EventInput> {
  const schema = eventInput(registrationOrigin)
  return (values, _context, { fields }) => {
    const parsed = schema.safeParse(toDraft(values))
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, message, code } of parsed.error.issues) {
      const name = String(path[0]) as keyof EventValues
      const ref = fields[name]?.ref
      errors[name] ??= { type: code, message, ...(ref && { ref }) }
    }
    return { values: {}, errors: errors as FieldErrors<EventValues> }
  }
}

/** One save: what is sent, the form it was made from, and the version it was made over. */
type Sending = { input: EventInput; values: EventValues; version: number }

type SaveParts = {
  id: string
  form: EventFormState
  saved: Saved
  goOnFrom: (next: Saved, values?: EventValues) => void
  onSaved: (event: EventRecord, isNew: boolean) => unknown
}

/**
 * Saves the form. What is typed while the save is on its way stays. When somebody else saved since, `theirs` is the event as it
 * is now, for the merge view; where they changed nothing this form holds, the save goes on by itself. (architecture 10)
 */
export function useEventSave({ id, form, saved, goOnFrom, onSaved }: SaveParts) {
  const [theirs, setTheirs] = useState<Saved>()
  const save = useSave<Sending, Changed<EventRecord>>({
    save: ({ input, version }) => (version === 0 ? createEvent(id, input) : updateEvent(id, version, input)),
    done: ({ item }, { version }) => doneSentence(item, version, saved),
    failed: saved.version === 0 ? 'Failed to create event' : 'Failed to update event',
    stale: [[EVENTS], ['dashboard']],
    onDone: ({ item }, { values, version }) => {
      const next = savedOf(item)
      goOnFrom(next, mergeFields(values, form.getValues(), next.values).merged)
      return onSaved(item, version === 0)
    },
    onStale: (sending) => {
      void meet(sending)
      return true
    },
    onRefused: (fault) => {
      showFieldErrors(form, fault)
      return false
    },
  })

  /** Looks at what stands there now. */
  const meet = async (sending: Sending) => {
    try {
      const now = savedOf(await readEvent(id))
      const { conflicts, taken } = mergeFields(saved.values, sending.values, now.values)
      if (conflicts.length > 0 || taken.length > 0) return setTheirs(now)
      goOnFrom(now, form.getValues())
      save.mutate({ ...sending, version: now.version })
    } catch (fault) {
      notify({ kind: 'error', title: 'Error', message: `Failed to update event: ${toApiError(fault).detail}` })
    }
  }

  const submit = (changes: Partial<Pick<EventInput, 'isPublished'>> = {}) =>
    form.handleSubmit((input) => {
      if (!save.isPending)
        save.mutate({ input: { ...input, ...changes }, values: { ...form.getValues() }, version: saved.version })
    })
  const takeMerged = (merged: EventValues) => {
    if (theirs) goOnFrom(theirs, merged)
    setTheirs(undefined)
  }
  return { submit, isBusy: save.isPending, theirs, takeMerged, closeMerge: () => setTheirs(undefined) }
}

function doneSentence({ isPublished }: EventRecord, version: number, { values }: Saved): string {
  if (isPublished && !values.isPublished) return 'Event published'
  if (version === 0) return 'Draft saved'
  return isPublished ? 'Event saved' : 'Draft saved'
}
