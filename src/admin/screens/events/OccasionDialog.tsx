import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import type { EventStatus } from '#src/contract/event.ts'
import { EVENT_STATUS, type EventLine, type OccasionInput, occasionInput } from '#src/contract/event-record.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { getDay } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EVENTS, UPDATE_FAILED } from '../event-setup/event-calls.ts'
import { changeOccasion, STALE_AFTER } from './manage-calls.ts'
import { STATUS_WORDS } from './part-words.ts'
import { resolveBy } from './resolve-by.ts'

type OccasionValues = { status: EventStatus; statusNote: string; eventDate: string; shiftsDeadline: boolean }

/** Cancels, postpones or moves an event, or puts it back to plan. */
export function OccasionDialog({ event, onClose }: { event: EventLine; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<OccasionValues, unknown, OccasionInput>({
    defaultValues: { status: suggestStatus(event.status), statusNote: '', eventDate: '', shiftsDeadline: true },
    resolver: resolveBy(occasionInput, (values: OccasionValues) => toInput(values, event.version)),
  })
  const save = useSave({
    save: (input: OccasionInput) => changeOccasion(event.id, input),
    done: ({ item, revision }) => {
      const state = STATUS_WORDS[item.status].toLowerCase()
      return `${item.eventName} is now ${state}.${revision === null ? '' : ` It goes live with revision ${revision}.`}`
    },
    failed: UPDATE_FAILED,
    stale: STALE_AFTER,
    onDone: onClose,
    onStale: () => {
      void queries.invalidateQueries({ queryKey: [EVENTS] })
      return false
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title={EVENT_STATUS}
      lead={
        <p className="text-soft">
          <b className="text-ink">{event.eventName}</b>, {getDay(event.eventDate)}. Current status:{' '}
          {STATUS_WORDS[event.status].toLowerCase()}.
          {event.isPublished && ' Visitors see the change after the next build.'}
        </p>
      }
      form={form}
      onSubmit={(input) => save.mutate(input)}
      label="Save"
      isBusy={save.isPending}
      onClose={onClose}
    >
      <OccasionFields event={event} />
    </FormDialog>
  )
}

function OccasionFields({ event }: { event: EventLine }) {
  const status = useWatch<OccasionValues, 'status'>({ name: 'status' })
  const mayMove = status === 'moved' || status === 'scheduled'
  return (
    <>
      <OccasionChoice />
      {mayMove && (
        <>
          <TextField
            name="eventDate"
            type="date"
            label={status === 'moved' ? 'New date' : 'Date, if it changes'}
            hint={`Currently ${getDay(event.eventDate)}.`}
          />
          <CheckField name="shiftsDeadline" label="Move the early bird deadline by the same number of days" />
        </>
      )}
      <TextAreaField
        name="statusNote"
        label="Note to visitors"
        rows={3}
        hint={status === 'scheduled' ? 'Usually empty.' : 'Replaces the default notice.'}
      />
    </>
  )
}

/** What is most likely meant. */
function suggestStatus(status: EventStatus): EventStatus {
  return status === 'scheduled' ? 'cancelled' : 'scheduled'
}

function toInput({ status, statusNote, eventDate, shiftsDeadline }: OccasionValues, version: number): unknown {
  const said = { status, version, statusNote }
  if (status === 'cancelled' || status === 'postponed') return said
  const deadline = shiftsDeadline ? 'shift' : 'keep'
  return status === 'scheduled' && eventDate === '' ? { ...said, deadline } : { ...said, deadline, eventDate }
}

const CHOICES: readonly { status: EventStatus; label: string; hint: string }[] = [
  { status: 'scheduled', label: 'Scheduled', hint: 'No notice. Registration is open.' },
  { status: 'cancelled', label: 'Cancel', hint: 'The event will not take place. Registration closes.' },
  { status: 'postponed', label: 'Postpone', hint: 'The new date is not known yet. Registration closes until it is.' },
  { status: 'moved', label: 'Move to another day', hint: 'Visitors see the old date next to the new one.' },
]

/** The four statuses an event can get. */
function OccasionChoice() {
  const { register } = useFormContext<OccasionValues>()
  const id = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">New status</legend>
      {CHOICES.map(({ status, label, hint }) => (
        <div
          key={status}
          className="flex gap-3 rounded-md border-2 border-transparent px-3 py-2 hover:border-line has-checked:border-ink"
        >
          <input
            type="radio"
            value={status}
            {...register('status')}
            id={id + status}
            aria-describedby={`${id}${status}hint`}
            className="mt-0.5 size-6 shrink-0 cursor-pointer accent-(--tick)"
          />
          <div>
            <label htmlFor={id + status} className="cursor-pointer font-semibold">
              {label}
            </label>
            <p id={`${id}${status}hint`} className="text-[.9375rem] text-soft leading-snug">
              {hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
