import type { EventStatus } from '#src/contract/event.ts'
import { EVENT_STATUS } from '#src/contract/event-occasion.ts'
import { SelectField } from '../../blocks/fields.tsx'
import { EventArea, EventText, FormSection } from './EventFields.tsx'
import { LABELS } from './event-values.ts'
import { useFormValues } from './readiness-context.tsx'

const STATUSES: readonly (readonly [EventStatus, string])[] = [
  ['scheduled', 'Scheduled'],
  ['postponed', 'Postponed, new date to follow'],
  ['moved', 'Moved to another day'],
  ['cancelled', 'Cancelled'],
]

/** Whether it takes place. Every part of the page that speaks of date, place or price says so. (product 4) */
export function OccasionFields() {
  const { status } = useFormValues()
  return (
    <FormSection title={EVENT_STATUS}>
      <SelectField name="status" label={LABELS.status} options={STATUSES} />
      {status === 'moved' && (
        <EventText name="previousEventDate" type="date" hint="Shown crossed out next to the new date." />
      )}
      {status !== 'scheduled' && <EventArea name="statusNote" rows={2} hint="Replaces the default notice." />}
    </FormSection>
  )
}
