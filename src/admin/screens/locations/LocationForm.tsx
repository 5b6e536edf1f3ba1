import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { type LocationFields, locationFields } from '#src/contract/location.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { TwinWarning } from '../../library/TwinWarning.tsx'
import { useDelayed } from '../../library/use-delayed.ts'
import { type Stored, useEntryForm } from '../../library/use-entry-form.ts'
import { links } from '../../links.ts'
import { LOCATION_LABELS as LABELS, locationCalls } from './location-calls.ts'
import { zoneOptions } from './zone-options.ts'

type LocationFormProps = { id?: string; from: Stored<LocationFields>; onClose: () => void }

/** Everything a location is; the bounds are those of an event's own venue. (product 5) */
export function LocationForm({ id = '', from, onClose }: LocationFormProps) {
  const { form, conflict, merge, drop, save, isBusy } = useEntryForm({
    noun: 'location',
    stale: ['locations'],
    resolver: zodResolver(locationFields),
    id,
    from,
    create: locationCalls.create,
    update: locationCalls.update,
    read: locationCalls.read,
    onSaved: onClose,
  })
  return (
    <>
      <EditForm form={form} onSubmit={save} label="Save location" isBusy={isBusy} onCancel={onClose}>
        <TextField name="venueName" label={LABELS.venueName} autoComplete="off" />
        <LocationTwins except={id} />
        <TextAreaField name="venueAddress" label={LABELS.venueAddress} rows={3} hint="Up to 500 characters." />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="city" label={LABELS.city} autoComplete="off" />
          <TextField name="state" label={LABELS.state} autoComplete="off" />
        </div>
        <SelectField name="timezone" label={LABELS.timezone} options={zoneOptions(from.fields.timezone)} />
        <TextAreaField
          name="notes"
          label={LABELS.notes}
          rows={6}
          hint="Only admins see this: parking, keys, contacts. Up to 2,000 characters."
        />
      </EditForm>
      {conflict && <MergeDialog {...conflict} labels={LABELS} onMerged={merge} onClose={drop} />}
    </>
  )
}

function LocationTwins({ except }: { except: string }) {
  const [name, city] = useWatch<LocationFields, ['venueName', 'city']>({ name: ['venueName', 'city'] })
  const asked = { name: useDelayed(name), city: useDelayed(city) }
  const query = { ...asked, ...(except && { except }) }
  return (
    <TwinWarning
      kind="locations"
      asked={query}
      find={() => ask(() => api.locations.duplicates.$get({ query }))}
      linkTo={(at) => links.locations({ edit: at })}
    />
  )
}
