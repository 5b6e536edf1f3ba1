import { useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { type EventInput, eventInput } from '#src/contract/event.ts'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { type Changed, isSame } from '#src/contract/versioned.ts'
import { useVersionedForm, type VersionedSave } from '../../blocks/use-versioned-form.tsx'
import { resolveBy } from '../events/resolve-by.ts'
import { CREATE_FAILED, createEvent, EVENTS, readEvent, UPDATE_FAILED, updateEvent } from './event-calls.ts'
import { type EventFormDraft, eventDrafts } from './event-drafts.ts'
import { blankValues, type EventValues, FIELDS, toDraft, toValues } from './event-values.ts'

/** What is stored of an event, as the form knows it. */
type SavedEvent = { version: number; values: EventValues }

/** What a button sets beside the fields. */
type AlsoSaved = Pick<EventInput, 'isPublished'>

type EventFormParts = {
  id: string
  draftKey: string
  /** Null for an event that is not stored yet. */
  record: EventRecord | null
  registrationOrigin: string
  onSaved: (event: EventRecord) => unknown
}

/**
 * The form of an event. It begins with what was typed in this browser and not saved, over the version that it was typed over:
 * so a save over a newer one brings the merge view, and nothing is lost. (architecture 10)
 */
export function useEventForm({ id, draftKey, record, registrationOrigin, onSaved }: EventFormParts) {
  const [restored, setRestored] = useState(() => findDraft(draftKey, record))
  const [opened] = useState(() => (restored ? toBase(restored) : toSaved(record)))
  const schema = eventInput(registrationOrigin)
  const edit = useVersionedForm({
    row: opened,
    typed: restored?.values,
    getFields: toFields,
    resolver: keepTyped(resolveBy(schema, toDraft)),
    labels: EVENT_LABELS,
    save: ({
      fields,
      over,
      also,
    }: VersionedSave<SavedEvent, EventValues, AlsoSaved>): Promise<Changed<EventRecord>> => {
      const input = { ...schema.parse(toDraft(fields)), ...also }
      return over ? updateEvent(id, over.version, input) : createEvent(id, input)
    },
    refetch: async () => toSaved(await readEvent(id)),
    done: ({ item }, over) => savedSentence(item, over),
    failed: record ? UPDATE_FAILED : CREATE_FAILED,
    hasRefusalToast: true,
    stale: [[EVENTS], ['dashboard']],
    getRow: ({ item }) => ({ version: item.version, values: toValues(item) }),
    onSaved: ({ item }) => onSaved(item),
  })
  const discard = () => {
    eventDrafts.discard(draftKey)
    setRestored(null)
    edit.continueFrom(toSaved(record))
  }
  return {
    ...edit,
    /** The fields as they are sent. */
    toInput: (fields: EventValues): EventInput => schema.parse(toDraft(fields)),
    /** What is stored, as the fields hold it. */
    saved: toFields(edit.row),
    /** The draft that the form began with, until it is saved, merged, kept or discarded. */
    restored: edit.row === opened ? restored : null,
    discard,
    dismiss: () => setRestored(null),
  }
}

function toSaved(record: EventRecord | null): SavedEvent | undefined {
  return record ? { version: record.version, values: toValues(record) } : undefined
}

/** What a draft was typed over; nothing where the event was not stored yet. */
function toBase({ version, base }: EventFormDraft): SavedEvent | undefined {
  return version === 0 ? undefined : { version, values: base }
}

function toFields(saved: SavedEvent | undefined): EventValues {
  return saved?.values ?? blankValues()
}

/** The draft of this form. A draft that is the same as the stored event is dropped. */
function findDraft(key: string, record: EventRecord | null): EventFormDraft | null {
  const draft = eventDrafts.read(key)
  if (!draft) return null
  const stored = toFields(toSaved(record))
  if (FIELDS.some((field) => !isSame(draft.values[field], stored[field]))) return draft
  eventDrafts.discard(key)
  return null
}

/** The same checks for a form that keeps its texts as they are typed: two versions are compared by what people read. */
export function keepTyped(
  check: Resolver<EventValues, unknown, EventInput>,
): Resolver<EventValues, unknown, EventValues> {
  return async (values, context, options) => {
    const { errors } = await check(values, context, options)
    return Object.keys(errors).length === 0 ? { values: { ...values }, errors: {} } : { values: {}, errors }
  }
}

function savedSentence({ isPublished }: EventRecord, over: SavedEvent | undefined): string {
  if (!isPublished) return 'Draft saved'
  return over?.values.isPublished ? 'Event saved' : 'Event published'
}
