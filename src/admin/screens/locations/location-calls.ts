import type { LocationFields } from '#src/contract/location.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { api } from '../../api.ts'
import { resource } from '../../resource.ts'

const blank: LocationFields = {
  venueName: '',
  venueAddress: null,
  city: '',
  state: null,
  timezone: DEFAULT_TIME_ZONE,
  notes: null,
}

export const locations = resource({
  noun: 'location',
  nouns: 'locations',
  name: 'locations',
  getName: (location) => location.venueName,
  routes: api.locations,
  blank,
})
