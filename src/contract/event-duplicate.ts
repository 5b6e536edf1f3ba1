import { z } from 'zod'
import { eventInput } from './event.ts'

/** Leads to the form of the event. */
export const OPEN_SETUP = 'Open event setup'

/** The title of what a copy still says of its source. */
export const DRAFT_CREATED = 'Draft created'

/** The button that makes a copy. */
export const CREATE_DRAFT = 'Create draft'

/**
 * `POST /api/admin/events/:id/duplicate`: the same workshop on another day in another city. The form chooses the id. What
 * is left out comes from the source, but for the venue, which is empty until somebody names one.
 */
export function duplicateEventInput(registrationOrigin: string) {
  const { eventSlug, eventName, eventDate, city, state, venueName, venueAddress, eventTimezone, registrationUrl } =
    eventInput(registrationOrigin).shape
  return z.strictObject({
    id: z.uuid(),
    eventSlug,
    eventName: eventName.optional(),
    eventDate,
    city,
    state,
    venueName,
    venueAddress,
    timezone: eventTimezone.unwrap().optional(),
    registrationUrl: registrationUrl.optional(),
  })
}
export type DuplicateEventInput = z.output<ReturnType<typeof duplicateEventInput>>
