import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { LocationEntry } from '#src/contract/location.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { EventArea, EventText, FormSection, OutsideForm, Pair } from './EventFields.tsx'
import type { EventValues } from './event-values.ts'

/** Loaded when the person looks for a location. */
const LocationPicker = lazyComponent(async () => (await import('./LocationPicker.tsx')).LocationPicker)

/** The venue of an event, typed in or taken from the library. */
export function PlaceFields() {
  const { setValue } = useFormContext<EventValues>()
  const [isPicking, setPicking] = useState(false)
  const fill = ({ id, venueName, venueAddress, city, state, timezone }: LocationEntry) => {
    const place = { venueName, venueAddress, city, state, eventTimezone: timezone, locationId: id }
    for (const [field, value] of Object.entries(place)) {
      setValue(field as keyof EventValues, value ?? '', { shouldDirty: true, shouldValidate: true })
    }
    setPicking(false)
  }
  return (
    <FormSection title="Where">
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setPicking(true)}>
        Fill from a location
      </Button>
      <EventText name="venueName" />
      <EventArea name="venueAddress" rows={2} />
      <Pair>
        <EventText name="city" />
        <EventText name="state" />
      </Pair>
      {isPicking && (
        <OutsideForm>
          <LocationPicker onPick={fill} onClose={() => setPicking(false)} />
        </OutsideForm>
      )}
    </FormSection>
  )
}
