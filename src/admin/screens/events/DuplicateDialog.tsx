import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import {
  CREATE_DRAFT,
  DRAFT_CREATED,
  type DuplicateEventInput,
  duplicateEventInput,
  type EventLine,
  type EventRecord,
  OPEN_SETUP,
} from '#src/contract/event-record.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { suggestSlug } from '#src/contract/slug.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { SelectField, TextField } from '../../blocks/fields.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { links } from '../../links.ts'
import { CREATE_FAILED, eventQuery, setupFactsQuery } from '../event-setup/event-calls.ts'
import { fieldName } from './field-words.ts'
import { duplicateEvent, STALE_AFTER } from './manage-calls.ts'
import { resolveBy } from './resolve-by.ts'

/** Copies an event as a draft for another day and city, then lists the texts that still mention the original. */
export function DuplicateDialog({ source, onClose }: { source: EventLine; onClose: () => void }) {
  const record = useQuery(eventQuery(source.id))
  const facts = useQuery(setupFactsQuery)
  const [copy, setCopy] = useState<EventRecord>()
  const close = useCloseGuard(onClose)
  return (
    <Dialog isOpen title={copy ? DRAFT_CREATED : 'Duplicate event'} onClose={close}>
      {copy ? (
        <StaleReport event={copy} onClose={onClose} />
      ) : (
        <Shown query={record} what="the event">
          {(event) => (
            <Shown query={facts} what="the settings">
              {({ registrationOrigin }) => (
                <DuplicateForm
                  source={event}
                  registrationOrigin={registrationOrigin}
                  onMade={setCopy}
                  onClose={close}
                />
              )}
            </Shown>
          )}
        </Shown>
      )}
    </Dialog>
  )
}

type Values = Record<Exclude<keyof DuplicateEventInput, 'id'>, string>

type DuplicateFormProps = {
  source: EventRecord
  registrationOrigin: string
  onMade: (copy: EventRecord) => void
  onClose: () => void
}

/** Where and when the copy takes place. All other fields are copied. */
function DuplicateForm({ source, registrationOrigin, onMade, onClose }: DuplicateFormProps) {
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
    failed: CREATE_FAILED,
    stale: STALE_AFTER,
    onDone: ({ item }) => onMade(item),
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <>
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
    </>
  )
}

function PlaceAndDay({ source }: { source: EventRecord }) {
  const [city, eventDate, eventName] = useWatch<Values, ['city', 'eventDate', 'eventName']>({
    name: ['city', 'eventDate', 'eventName'],
  })
  const slug = eventDate === '' ? '' : suggestSlug({ city, eventName, eventDate })
  return (
    <>
      <TextField name="eventName" label={EVENT_LABELS.eventName} />
      <TextField name="eventDate" label={EVENT_LABELS.eventDate} type="date" hint={deadlineHint(source, eventDate)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="city" label={EVENT_LABELS.city} />
        <TextField name="state" label={EVENT_LABELS.state} />
      </div>
      <SlugField suggestion={slug === source.eventSlug ? '' : slug} />
      <TextField name="venueName" label={EVENT_LABELS.venueName} hint="Leave empty until it is known." />
      <TextField name="venueAddress" label={EVENT_LABELS.venueAddress} />
      <SelectField name="timezone" label={EVENT_LABELS.eventTimezone} options={zoneOptions(source.eventTimezone)} />
      <TextField
        name="registrationUrl"
        label={EVENT_LABELS.registrationUrl}
        type="url"
        inputMode="url"
        hint="Change it if this event has its own registration page."
      />
    </>
  )
}

function deadlineHint({ earlyBirdDeadline, eventDate }: EventRecord, to: string): string {
  if (earlyBirdDeadline === null) return `The original is on ${getDay(eventDate)} and has no early bird deadline.`
  const shifted = shiftedDay(earlyBirdDeadline, eventDate, to)
  const days = daysBefore(earlyBirdDeadline, eventDate)
  if (shifted === undefined) return `The early bird deadline will be ${days} days before the event.`
  return `The early bird deadline will be ${getDay(shifted)}, ${days} days before the event.`
}

function blank({ eventName, eventTimezone, registrationUrl }: EventRecord): Values {
  const place = { eventSlug: '', eventDate: '', city: '', state: '', venueName: '', venueAddress: '' }
  return { ...place, eventName, timezone: eventTimezone, registrationUrl: registrationUrl ?? '' }
}

/** The page address, which follows the city and the year until the person changes it. */
function SlugField({ suggestion }: { suggestion: string }) {
  const { setValue, getFieldState, formState } = useFormContext<{ eventSlug: string }>()
  const { isDirty } = getFieldState('eventSlug', formState)
  const slug = useWatch<{ eventSlug: string }>({ name: 'eventSlug' })
  useEffect(() => {
    if (!isDirty && suggestion !== '') setValue('eventSlug', suggestion)
  }, [isDirty, suggestion, setValue])
  return (
    <TextField
      name="eventSlug"
      label={EVENT_LABELS.eventSlug}
      autoCapitalize="off"
      spellCheck={false}
      hint={`/event/${slug || '…'}`}
    />
  )
}

const DAY = 86_400_000
const at = (day: PlainDay) => Date.parse(`${day}T00:00:00Z`)

/** `day`, moved by the days between `from` and `to`; undefined while `to` is not a day. */
export function shiftedDay(day: PlainDay, from: PlainDay, to: string): PlainDay | undefined {
  const moved = at(day) + at(to) - at(from)
  return Number.isNaN(moved) ? undefined : new Date(moved).toISOString().slice(0, 10)
}

/** The number of days from `day` to `other`. */
export function daysBefore(day: PlainDay, other: PlainDay): number {
  return Math.round((at(other) - at(day)) / DAY)
}

type StaleReportProps = { event: EventRecord; onClose: () => void }

/** After a copy: the texts that still name the place or the days of the event it was made from. */
function StaleReport({ event, onClose }: StaleReportProps) {
  const { staleHints, eventName, id } = event
  const outcome = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone: what is read next is what became of it.
  useEffect(() => outcome.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4 leading-snug">
      {staleHints.length === 0 ? (
        <p ref={outcome} tabIndex={-1} className="outline-none">
          <b>{eventName}</b> was created as a draft. No text mentions the place or dates of the original event.
        </p>
      ) : (
        <>
          <p ref={outcome} tabIndex={-1} className="scroll-mt-24 outline-none">
            <b>{eventName}</b> was created as a draft.{' '}
            {staleHints.length === 1 ? 'This field still mentions' : 'These fields still mention'} another place or day:
          </p>
          <ul className="grid gap-3">
            {staleHints.map(({ field, words, reason }) => (
              <li key={`${field} ${words}`} className="border-signal border-l-4 pl-3">
                <span className="block text-[.875rem] text-soft">{fieldName(field)}</span>
                <b className="break-words">{words}</b>
                <span className="block text-[.9375rem]">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button asChild>
          <AdminLink to={links.eventSetup(id)}>{OPEN_SETUP}</AdminLink>
        </Button>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </div>
  )
}
