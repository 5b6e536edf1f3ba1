import { useState } from 'react'
import type { Changed } from '#src/contract/changed.ts'
import type { EventInput } from '#src/contract/event.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { mergeFields } from '#src/contract/merge-fields.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { createEvent, EVENTS, readEvent, updateEvent } from './event-calls.ts'
import type { EventValues } from './event-values.ts'
import { type EventFormState, type Saved, savedOf } from './use-event-form.ts'

/** One save: what is sent, the form it was made from, and the version it was made over. */
type Sending = { input: EventInput; values: EventValues; version: number }

type Parts = {
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
export function useEventSave({ id, form, saved, goOnFrom, onSaved }: Parts) {
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
