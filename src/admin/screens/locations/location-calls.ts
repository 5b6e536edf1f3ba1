import { queryOptions } from '@tanstack/react-query'
import { type LocationEntry, type LocationFields, locationFields } from '#src/contract/location.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { api, ask } from '../../api.ts'
import type { Stored } from '../../library/use-entry-form.ts'

export const locationPage = (q: string, cursor: { cursor?: string }) =>
  ask(() => api.locations.$get({ query: { ...cursor, q } }))

/** One location for its form, which keeps what it began with: fetched anew whenever a form is opened. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: ['location', id],
    queryFn: () => ask(() => api.locations[':id'].$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const locationCalls = {
  create: (id: string, fields: LocationFields) => ask(() => api.locations.$post({ json: { id, ...fields } })),
  update: (id: string, version: number, fields: LocationFields) =>
    ask(() => api.locations[':id'].$patch({ param: { id }, json: { version, ...fields } })),
  read: async (id: string) => toStored(await ask(() => api.locations[':id'].$get({ param: { id } }))),
  remove: ({ id, version }: LocationEntry) =>
    ask(() => api.locations[':id'].$delete({ param: { id }, query: { version: String(version) } })),
}

/** The fields of the form out of a stored location. */
export function toStored({ version, ...entry }: LocationEntry): Stored<LocationFields> {
  const names = Object.keys(locationFields.shape) as (keyof LocationFields)[]
  return { version, fields: Object.fromEntries(names.map((name) => [name, entry[name]])) as LocationFields }
}

export const BLANK_LOCATION: Stored<LocationFields> = {
  version: 0,
  fields: {
    venueName: '',
    venueAddress: null,
    city: '',
    state: null,
    timezone: DEFAULT_TIME_ZONE,
    notes: null,
  },
}

export const LOCATION_LABELS: Record<keyof LocationFields, string> = {
  venueName: 'Venue name',
  venueAddress: 'Venue address',
  city: 'City',
  state: 'State',
  timezone: 'Time zone',
  notes: 'Notes',
}
