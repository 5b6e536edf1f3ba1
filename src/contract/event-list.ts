import { z } from 'zod'
import { EVENT_STATUSES } from './event.ts'
import { pageFields } from './page.ts'

/** The label of the filter of published events and drafts. */
export const PUBLICATION = 'Publication'

/** The title of a search that finds no event. */
export const NO_MATCHING_EVENTS = 'No matching events'

/** `?state=` of the list of events. */
export const PUBLICATION_STATES = ['published', 'draft'] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

/** `?when=`: an event is past once its day is over in its own zone. */
export const EVENT_TIMES = ['upcoming', 'past'] as const
export type EventTime = (typeof EVENT_TIMES)[number]

/** `GET /api/admin/events`: latest date first and upcoming ones soonest first, narrowed by words and by state. */
export const eventListQuery = z.strictObject({
  ...pageFields(z.tuple([z.iso.date(), z.uuid()])),
  q: z.string().max(200, 'Search for at most 200 characters').default(''),
  state: z.enum(PUBLICATION_STATES, 'state is published or draft').optional(),
  when: z.enum(EVENT_TIMES, 'when is upcoming or past').optional(),
  status: z.enum(EVENT_STATUSES, `status is one of ${EVENT_STATUSES.join(', ')}`).optional(),
})
