import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CREATE_DRAFT, type DuplicateEventInput, duplicateEventInput } from '#src/contract/event-duplicate.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { suggestSlug } from '#src/contract/slug.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { SelectField, TextField } from '../../blocks/fields.tsx'
import { dayOf } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { LABELS } from '../event-setup/event-values.ts'
import { duplicateEvent, STALE_AFTER } from './manage-calls.ts'
import { resolveBy } from './resolve-by.ts'
import { SlugField } from './SlugField.tsx'
import { daysBefore, shiftedDay } from './shifted-day.ts'

type Values = Record<Exclude<keyof DuplicateEventInput, 'id'>, string>

type DuplicateFormProps = {
  source: EventRecord
  registrationOrigin: string
  onMade: (copy: EventRecord) => void
  onClose: () => void
}

/** Where and when the copy takes place. All other words come along. */
export function DuplicateForm({ source, registrationOrigin, onMade, onClose }: DuplicateFormProps) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm<Values, unknown, DuplicateEventInput>({
    defaultValues: blank(source),
    resolver: resolveBy(duplicateEventInput(registrationOrigin), ({ registrationUrl, ...values }: Values) => ({
      ...values,
      ...(registrationUrl.trim() !== '' && { registrationUrl: registrationUrl.trim() }),
      id,
    })),
  })
  const save = useSave({
    save: (input: DuplicateEventInput) => duplicateEvent(source.id, input),
    done: ({ item }) => `${item.eventName} was created as a draft.`,
    failed: 'Failed to create event',
    stale: STALE_AFTER,
    onDone: ({ item }) => onMade(item),
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <div className="mt-4">
      <p className="mb-5 text-soft leading-snug">
        Creates a draft with the text, agenda, team and vendors of <b className="text-ink">{source.eventName}</b>.
      </p>
      <EditForm
        form={form}
        onSubmit={(input) => save.mutate(input)}
        label={CREATE_DRAFT}
        busyLabel="Creating..."
        isBusy={save.isPending}
        onCancel={onClose}
      >
        <PlaceAndDay source={source} />
      </EditForm>
    </div>
  )
}

function PlaceAndDay({ source }: { source: EventRecord }) {
  const [city, eventDate, eventName] = useWatch<Values, ['city', 'eventDate', 'eventName']>({
    name: ['city', 'eventDate', 'eventName'],
  })
  const slug = eventDate === '' ? '' : suggestSlug({ city, eventName, eventDate })
  return (
    <>
      <TextField name="eventName" label={LABELS.eventName} />
      <TextField name="eventDate" label={LABELS.eventDate} type="date" hint={deadlineHint(source, eventDate)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="city" label={LABELS.city} />
        <TextField name="state" label={LABELS.state} />
      </div>
      <SlugField suggestion={slug === source.eventSlug ? '' : slug} />
      <TextField name="venueName" label={LABELS.venueName} hint="Leave empty until it is known." />
      <TextField name="venueAddress" label={LABELS.venueAddress} />
      <SelectField name="timezone" label={LABELS.eventTimezone} options={zoneOptions(source.eventTimezone)} />
      <TextField
        name="registrationUrl"
        label={LABELS.registrationUrl}
        type="url"
        inputMode="url"
        hint="Change it if this event has its own registration page."
      />
    </>
  )
}

function deadlineHint({ earlyBirdDeadline, eventDate }: EventRecord, to: string): string {
  if (earlyBirdDeadline === null) return `The original is on ${dayOf(eventDate)} and has no early bird deadline.`
  const shifted = shiftedDay(earlyBirdDeadline, eventDate, to)
  const days = daysBefore(earlyBirdDeadline, eventDate)
  if (shifted === undefined) return `The early bird deadline will be ${days} days before the event.`
  return `The early bird deadline will be ${dayOf(shifted)}, ${days} days before the event.`
}

function blank({ eventName, eventTimezone, registrationUrl }: EventRecord): Values {
  const place = { eventSlug: '', eventDate: '', city: '', state: '', venueName: '', venueAddress: '' }
  return { ...place, eventName, timezone: eventTimezone, registrationUrl: registrationUrl ?? '' }
}
