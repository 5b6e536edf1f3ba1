import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { EventInput } from '#src/contract/event.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { isSame } from '#src/contract/merge-fields.ts'
import { type EventFormDraft, eventDrafts } from './event-drafts.ts'
import { eventResolver } from './event-resolver.ts'
import { blankValues, type EventValues, FIELDS, toValues } from './event-values.ts'

/** What is stored, as the form knows it. Version 0 is an event that is not stored yet. */
export type Saved = { version: number; values: EventValues }

export type EventFormState = UseFormReturn<EventValues, unknown, EventInput>

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
export function savedOf(record: EventRecord | null): Saved {
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
