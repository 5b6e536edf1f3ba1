import { type LocationEntry, type LocationFields, locationFields } from '#src/contract/location.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { locations } from './location-calls.ts'

const LABELS: Record<keyof LocationFields, string> = {
  venueName: 'Venue name',
  venueAddress: 'Venue address',
  city: 'City',
  state: 'State',
  timezone: 'Time zone',
  notes: 'Notes',
}

/** Everything a location is; the bounds are those of an event's own venue. (product 5) */
export function LocationForm({ row, onClose }: EntryFormProps<LocationEntry>) {
  const edit = useLibraryForm(locations, { row, onClose, schema: locationFields, labels: LABELS })
  return (
    <EditForm {...edit}>
      <TextField name="venueName" label={LABELS.venueName} autoComplete="off" />
      <DuplicateWarning
        kind="locations"
        except={row?.id}
        fields={{ name: 'venueName', city: 'city' }}
        find={(query) => ask(() => api.locations.duplicates.$get({ query }))}
      />
      <TextAreaField name="venueAddress" label={LABELS.venueAddress} rows={3} hint="Up to 500 characters." />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="city" label={LABELS.city} autoComplete="off" />
        <TextField name="state" label={LABELS.state} autoComplete="off" />
      </div>
      <SelectField name="timezone" label={LABELS.timezone} options={zoneOptions(locations.getFields(row).timezone)} />
      <TextAreaField
        name="notes"
        label={LABELS.notes}
        rows={6}
        hint="Only admins see this: parking, keys, contacts. Up to 2,000 characters."
      />
    </EditForm>
  )
}
