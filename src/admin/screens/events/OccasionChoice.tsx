import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventStatus } from '#src/contract/event.ts'
import type { OccasionValues } from './OccasionDialog.tsx'

const CHOICES: readonly { status: EventStatus; label: string; hint: string }[] = [
  { status: 'scheduled', label: 'Scheduled', hint: 'No notice. Registration is open.' },
  { status: 'cancelled', label: 'Cancel', hint: 'The event will not take place. Registration closes.' },
  { status: 'postponed', label: 'Postpone', hint: 'The new date is not known yet. Registration closes until it is.' },
  { status: 'moved', label: 'Move to another day', hint: 'Visitors see the old date next to the new one.' },
]

/** The four ways an occasion can go. */
export function OccasionChoice() {
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
