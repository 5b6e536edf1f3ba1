import { z } from 'zod'
import type { EventRecord } from './event-record.ts'
import type { Instant, PlainDay } from './instant.ts'
import { pageFields } from './page.ts'
import { slugSchema } from './slug.ts'

/** What is reported once a deleted event is back. */
export function restoredAsDraft(eventName: string): string {
  return `${eventName} was restored as a draft.`
}

/** The button that confirms going back to a version. */
export const GO_BACK = 'Go back'

/** The button that brings it back under another page address. */
export const RESTORE_EVENT = 'Restore event'

/** The action that brings a deleted event back. */
export const RESTORE_AS_DRAFT = 'Restore as draft'

/** Why it is not possible to go back to the newest version. */
export const CURRENT_VERSION = 'Current version'

/** One field that a change touched, with its value before and after. */
export type FieldChange = { field: string; before: unknown; after: unknown }

/** One entry of an event's history, out of the audit log. */
export type EventHistoryLine = {
  /** The entry in the audit log. */
  auditId: number
  at: Instant
  /** What was done: `event.update`. */
  action: string
  /** Who did it: a username, or `Command line`. */
  by: string
  changes: FieldChange[]
  /** True if the event's fields can be put back to what they were after this. */
  isVersion: boolean
}

/** `GET /:id/history` and `GET /deleted`: newest first. */
export const auditPageQuery = z.strictObject(pageFields(z.tuple([z.int().positive()])))

/** `POST /:id/history/:auditId/restore` */
export const restoreVersionInput = z.strictObject({ version: z.int().positive() })

/** `DELETE /:id?version=` */
export const deleteEventQuery = z.strictObject({
  version: z
    .string('Give the version of the event')
    .regex(/^[1-9]\d{0,8}$/, 'version must be a whole number')
    .transform(Number),
})

/** The number of rows that belong to an event. */
export type EventPartCounts = { agenda: number; team: number; vendors: number; redirects: number; tasks: number }

/** What is lost when an event is deleted. */
export type EventLosses = EventPartCounts & {
  isPublished: boolean
  /** Counted views of its page. They stay in the statistics, under a slug that is no longer in use. */
  pageViews: number
}

/** One deleted event, as the audit log keeps it. */
export type DeletedEvent = {
  auditId: number
  /** The event's own id, which it gets back. */
  id: string
  eventSlug: string
  eventName: string
  eventDate: PlainDay
  deletedAt: Instant
  by: string
  wasPublished: boolean
  parts: EventPartCounts
}

/** `POST /deleted/:auditId/restore`: under the slug it had, or another one where that is taken. */
export const restoreEventInput = z.strictObject({ eventSlug: slugSchema.optional() })

/** A deleted event that was restored as a draft. `leftOut` names what could not be restored. */
export type RestoredEvent = { item: EventRecord; revision: null; leftOut: string[] }
