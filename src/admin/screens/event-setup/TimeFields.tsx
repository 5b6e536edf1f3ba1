import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { SelectField } from '../../blocks/fields.tsx'
import { EventText, FormSection, Pair } from './EventFields.tsx'
import { type EventValues, LABELS } from './event-values.ts'

/** Zones of the United States stand first: most workshops are there. */
const FIRST = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

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
  const options = useMemo(() => {
    const zones = new Set([...FIRST, ...Intl.supportedValuesOf('timeZone'), chosen])
    return [...zones].filter(Boolean).map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
  }, [chosen])
  return <SelectField name="eventTimezone" label={LABELS.eventTimezone} options={options} />
}
