import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { EventStatus } from '#src/contract/event.ts'
import { EVENT_STATUS, type OccasionInput, occasionInput } from '#src/contract/event-occasion.ts'
import type { EventLine } from '#src/contract/event-record.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { dayOf } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EVENTS } from '../event-setup/event-calls.ts'
import { changeOccasion, STALE_AFTER } from './manage-calls.ts'
import { OccasionChoice } from './OccasionChoice.tsx'
import { STATUS_WORDS } from './part-words.ts'
import { resolveBy } from './resolve-by.ts'

export type OccasionValues = { status: EventStatus; statusNote: string; eventDate: string; shiftsDeadline: boolean }

/** Cancels, postpones or moves an event, or puts it back to plan. */
export function OccasionDialog({ event, onClose }: { event: EventLine; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<OccasionValues, unknown, OccasionInput>({
    defaultValues: { status: nextOf(event.status), statusNote: '', eventDate: '', shiftsDeadline: true },
    resolver: resolveBy(occasionInput, (values: OccasionValues) => toInput(values, event.version)),
  })
  const save = useSave({
    save: (input: OccasionInput) => changeOccasion(event.id, input),
    done: ({ item, revision }) => {
      const state = STATUS_WORDS[item.status].toLowerCase()
      return `${item.eventName} is now ${state}.${revision === null ? '' : ` It goes live with revision ${revision}.`}`
    },
    failed: 'Failed to update event',
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
          <b className="text-ink">{event.eventName}</b>, {dayOf(event.eventDate)}. Current status:{' '}
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
            hint={`Currently ${dayOf(event.eventDate)}.`}
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
function nextOf(status: EventStatus): EventStatus {
  return status === 'scheduled' ? 'cancelled' : 'scheduled'
}

function toInput({ status, statusNote, eventDate, shiftsDeadline }: OccasionValues, version: number): unknown {
  const said = { status, version, statusNote }
  if (status === 'cancelled' || status === 'postponed') return said
  const deadline = shiftsDeadline ? 'shift' : 'keep'
  return status === 'scheduled' && eventDate === '' ? { ...said, deadline } : { ...said, deadline, eventDate }
}
