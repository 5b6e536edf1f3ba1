import type { EventStatus } from '#src/contract/event.ts'
import { SelectField } from '../../blocks/fields.tsx'
import { EventArea, EventText, FormSection } from './EventFields.tsx'
import { LABELS } from './event-values.ts'
import { useFormValues } from './readiness-context.tsx'

const STATUSES: readonly (readonly [EventStatus, string])[] = [
  ['scheduled', 'Goes ahead as planned'],
  ['postponed', 'Postponed: a new date follows'],
  ['moved', 'Moved to another day'],
  ['cancelled', 'Cancelled'],
]

/** Whether it takes place. Every part of the page that speaks of date, place or price says so. (design 8) */
export function OccasionFields() {
  const { status } = useFormValues()
  return (
    <FormSection title="Does it take place?">
      <SelectField name="status" label={LABELS.status} options={STATUSES} />
      {status === 'moved' && <EventText name="previousEventDate" type="date" hint="Struck out beside the new date." />}
      {status !== 'scheduled' && <EventArea name="statusNote" rows={2} hint="A sentence of your own about it." />}
    </FormSection>
  )
}
