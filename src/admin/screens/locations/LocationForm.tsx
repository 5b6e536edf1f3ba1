import { useFormContext } from 'react-hook-form'
import { LOCATION_LABELS, type LocationEntry, locationFields } from '#src/contract/location.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { locations } from './location-calls.ts'

/** Everything a location is; the bounds are those of an event's own venue. (product 5) */
export function LocationForm({ row, onClose }: EntryFormProps<LocationEntry>) {
  const edit = useLibraryForm(locations, { row, onClose, schema: locationFields, labels: LOCATION_LABELS })
  return (
    <EditForm {...edit}>
      <LocationInputs id={row?.id} />
    </EditForm>
  )
}

/** The fields of a location; `id` is that of a stored one. */
export function LocationInputs({ id }: { id?: string | undefined }) {
  const { getValues } = useFormContext()
  return (
    <>
      <TextField name="venueName" label={LOCATION_LABELS.venueName} autoComplete="off" />
      <DuplicateWarning
        kind="locations"
        except={id}
        fields={{ name: 'venueName', city: 'city' }}
        find={(query) => ask(() => api.locations.duplicates.$get({ query }))}
      />
      <TextAreaField name="venueAddress" label={LOCATION_LABELS.venueAddress} rows={3} hint="Up to 500 characters." />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="city" label={LOCATION_LABELS.city} autoComplete="off" />
        <TextField name="state" label={LOCATION_LABELS.state} autoComplete="off" />
      </div>
      <SelectField
        name="timezone"
        label={LOCATION_LABELS.timezone}
        options={zoneOptions(String(getValues('timezone')))}
      />
      <TextAreaField
        name="notes"
        label={LOCATION_LABELS.notes}
        rows={6}
        hint="Only admins see this: parking, keys, contacts. Up to 2,000 characters."
      />
    </>
  )
}
