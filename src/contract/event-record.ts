import { z } from 'zod'
import { EVENT_STATUSES, type EventConfig, type EventStatus, eventInput } from './event.ts'
import type { Instant, PlainDay } from './instant.ts'
import type { StaleHint } from './stale-copy.ts'

/** An event as those who edit it see it: every field, drafts included. (product 3, 7) */
export type EventRecord = EventConfig & {
  locationId: string | null
  agendaTemplateGroupId: string | null
  /** The account that made it; null for one that the seed or a restored backup brought. */
  createdBy: string | null
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
  status: EventStatus
  /** What keeps it from being published, as nouns; empty when nothing does. */
  missing: string[]
  version: number
  updatedAt: Instant
}

/** What makes an event: its fields, and the id that the form chose so that a double click makes one row. (product 5) */
export function createEventInput(registrationOrigin: string) {
  return eventInput(registrationOrigin).safeExtend({ id: z.uuid() })
}
export type CreateEventInput = z.output<ReturnType<typeof createEventInput>>

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
