import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { SelectField } from '../../blocks/fields.tsx'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { EventText, FormSection, Pair } from './EventFields.tsx'
import { type EventValues, LABELS } from './event-values.ts'

/** When it is. */
export function TimeFields() {
  return (
    <FormSection title="When">
      <EventText name="eventDate" type="date" />
      <Pair>
        <EventText name="eventTimeStart" type="time" />
        <EventText name="eventTimeEnd" type="time" />
      </Pair>
      <ZoneField />
    </FormSection>
  )
}

function ZoneField() {
  const { getValues } = useFormContext<EventValues>()
  const chosen = getValues('eventTimezone')
  const options = useMemo(() => zoneOptions(chosen), [chosen])
  return <SelectField name="eventTimezone" label={LABELS.eventTimezone} options={options} />
}
