import { z } from 'zod'
import type { EventRecord } from './event-record.ts'
import type { Instant, PlainDay } from './instant.ts'
import { pageFields } from './page.ts'
import { plural } from './plural.ts'
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

/** One entry of the history of an event, a content block or a page, out of the audit log. */
export type HistoryLine = {
  /** The entry in the audit log. */
  auditId: number
  at: Instant
  /** What was done: `event.update`. */
  action: string
  /** Who did it: a username, or `Command line`. */
  by: string
  changes: FieldChange[]
  /** True if the fields can be put back to what they were after this. */
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

/** The number of rows that belong to an event and are restored with it. Deliveries are those of the organizers. */
export type EventPartCounts = Record<
  'agenda' | 'team' | 'vendors' | 'redirects' | 'tasks' | 'runItems' | 'deliveries',
  number
>

/** What goes with an event for good: its people with their answers and deliveries, and the tasks that something was handed in for. */
export type LostWork = Record<'people' | 'answers' | 'theirDeliveries' | 'handedIn', number>

/** What is lost with an event in words, without the kinds it has none of. */
export function lostWords({ people, answers, theirDeliveries, handedIn }: LostWork): string[] {
  const answered = answers === 0 ? '' : ` with ${plural(answers, 'answered section')} of their forms`
  return [
    ...(people === 0 ? [] : [`${plural(people, 'person', 'people')}${answered}`]),
    ...(theirDeliveries === 0 ? [] : [`${plural(theirDeliveries, 'delivery', 'deliveries')} that people announced`]),
    ...(handedIn === 0 ? [] : [`what was handed in for ${plural(handedIn, 'task')}`]),
  ]
}

/** What is lost when an event is deleted. */
export type EventLosses = EventPartCounts & {
  isPublished: boolean
  lost: LostWork
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
