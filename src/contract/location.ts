import { z } from 'zod'
import { type Entry, entryVersion, nameText, searchText } from './library.ts'
import { optionalText } from './text.ts'
import { DEFAULT_TIME_ZONE, timeZoneSchema } from './time-zone.ts'

/** Refuses a location that was deleted. */
export const LOCATION_GONE = 'This location is no longer in the library.'

/** The location form: a venue that events are filled from. The bounds are those of an event's own venue fields. (product 5) */
export const locationFields = z.strictObject({
  venueName: nameText(200, 'Venue name'),
  venueAddress: optionalText(500, 'Venue address'),
  city: nameText(100, 'City'),
  state: optionalText(50, 'State'),
  timezone: timeZoneSchema.default(DEFAULT_TIME_ZONE),
  notes: optionalText(2000, 'Notes'),
})
export type LocationFields = z.output<typeof locationFields>

/** What people call each field. */
export const LOCATION_LABELS: Record<keyof LocationFields, string> = {
  venueName: 'Venue name',
  venueAddress: 'Venue address',
  city: 'City',
  state: 'State',
  timezone: 'Time zone',
  notes: 'Notes',
}

/** A new location. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newLocation = locationFields.extend({ id: z.uuid() })
export type NewLocation = z.output<typeof newLocation>

/** The whole form again, with the version it was filled from. */
export const locationChange = locationFields.required().extend({ version: entryVersion })
export type LocationChange = z.output<typeof locationChange>

/** A location of the library, in its list and alone. */
export type LocationEntry = LocationFields & Entry

/** What a form asks before it saves: is that venue here already, in that city? `except` is the entry being edited. */
export const locationDuplicateQuery = z.strictObject({
  name: searchText,
  city: searchText,
  except: z.uuid().optional(),
})
export type LocationDuplicateQuery = z.output<typeof locationDuplicateQuery>
