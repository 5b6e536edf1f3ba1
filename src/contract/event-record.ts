import { z } from 'zod'
import { EVENT_STATUSES, type EventConfig, type EventStatus, eventInput, plainDay } from './event.ts'
import type { Instant, PlainDay } from './instant.ts'
import { pageFields } from './page.ts'
import type { StaleHint } from './stale-copy.ts'
import { optionalText } from './text.ts'

/** An event as those who edit it see it: every field, drafts included. (product 3, 7) */
export type EventRecord = EventConfig & {
  locationId: string | null
  agendaTemplateGroupId: string | null
  /** The account that made it; null for an event from the seed or a restored backup. */
  createdBy: string | null
  /** The revision of the site from which on visitors no longer see it; null if it is published or never was. */
  unpublishedRevision: number | null
  createdAt: Instant
  /** What keeps it from being published, as nouns; empty when nothing does. */
  missing: string[]
  /** Texts that name a place or a day that is not this event's. */
  staleHints: StaleHint[]
}

/** One line of the list of events. */
export type EventLine = {
  id: string
  eventSlug: string
  eventName: string
  eventDate: PlainDay
  timezone: string
  city: string | null
  state: string | null
  isPublished: boolean
  /** The revision of the site from which on visitors no longer see it; null if it is published or never was. */
  unpublishedRevision: number | null
  status: EventStatus
  /** What keeps it from being published, as nouns; empty when nothing does. */
  missing: string[]
  version: number
  updatedAt: Instant
}

/** Warnings of the content checks that were read and accepted, each by its `findingCode`. Publishing an event needs all of them. */
const accepted = z.array(z.string().max(60)).max(1_000).default([])

/** `POST /api/admin/events/:id/publish` (decision 0065) */
export const publishEventInput = z.strictObject({ accepted })

/** What makes an event: its fields, and the id that the form chose so that a double click makes one row. (product 5) */
function createEventInput(registrationOrigin: string) {
  return eventInput(registrationOrigin).safeExtend({ id: z.uuid() })
}
export type CreateEventInput = z.output<ReturnType<typeof createEventInput>>

/** `POST /api/admin/events`: an event that may be published at once. */
export const createEventBody = (registrationOrigin: string) =>
  createEventInput(registrationOrigin).safeExtend({ accepted })

/**
 * What a save of an event carries: every field, and the version it was made from. Whether it is published and takes place is
 * said, never assumed: a save that forgot it would take an event off the site.
 */
export function updateEventInput(registrationOrigin: string) {
  return eventInput(registrationOrigin).safeExtend({
    isPublished: z.boolean(),
    status: z.enum(EVENT_STATUSES),
    version: z.int().positive(),
  })
}
export type UpdateEventInput = z.output<ReturnType<typeof updateEventInput>>

/** `PATCH /api/admin/events/:id`: a save that may publish the event. */
export const updateEventBody = (registrationOrigin: string) =>
  updateEventInput(registrationOrigin).safeExtend({ accepted })

/** The title of the dialog that sets whether an event takes place. */
export const EVENT_STATUS = 'Event status'

const always = { version: z.int().positive(), statusNote: optionalText(500, 'Status note') }

/** What happens to the early-bird deadline when the day changes: it moves by as many days, or stays. */
const newDay = { eventDate: plainDay, deadline: z.enum(['shift', 'keep']).default('shift') }

/**
 * `POST /api/admin/events/:id/status`: cancel, postpone, move to another day, or schedule again, optionally on another day.
 * (architecture 8)
 */
export const occasionInput = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('cancelled'), ...always }),
  z.strictObject({ status: z.literal('postponed'), ...always }),
  z.strictObject({ status: z.literal('moved'), ...always, ...newDay }),
  z.strictObject({ status: z.literal('scheduled'), ...always, ...newDay, eventDate: plainDay.optional() }),
])
export type OccasionInput = z.output<typeof occasionInput>

/** The link to the form of the event. */
export const OPEN_SETUP = 'Open event setup'

/** The title of the list of texts in a copy that still mention its source. */
export const DRAFT_CREATED = 'Draft created'

/** The button that makes a copy. */
export const CREATE_DRAFT = 'Create draft'

/**
 * `POST /api/admin/events/:id/duplicate`: the same workshop on another day in another city. The form chooses the id.
 * Fields left out are copied from the source, except the venue, which stays empty.
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

/** The label of the filter of published events and drafts. */
export const PUBLICATION = 'Publication'

/** The title of a search that finds no event. */
export const NO_MATCHING_EVENTS = 'No matching events'

/** `?state=` of the list of events. */
const PUBLICATION_STATES = ['published', 'draft'] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

/** `?when=`: an event is past once its day is over in its own zone. */
const EVENT_TIMES = ['upcoming', 'past'] as const
export type EventTime = (typeof EVENT_TIMES)[number]

/** `GET /api/admin/events`: latest date first and upcoming ones soonest first, narrowed by words and by state. */
export const eventListQuery = z.strictObject({
  ...pageFields(z.tuple([z.iso.date(), z.uuid()])),
  q: z.string().max(200, 'Search for at most 200 characters').default(''),
  state: z.enum(PUBLICATION_STATES, 'state is published or draft').optional(),
  when: z.enum(EVENT_TIMES, 'when is upcoming or past').optional(),
  status: z.enum(EVENT_STATUSES, `status is one of ${EVENT_STATUSES.join(', ')}`).optional(),
})
