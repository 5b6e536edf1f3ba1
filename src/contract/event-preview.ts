import { z } from 'zod'
import type { EventRows } from './event.ts'
import type { Instant } from './instant.ts'
import { text } from './text.ts'
import type { NoAdmin } from './viewer.ts'

/** Why a phase cannot be chosen. */
export const PHASE_UNUSED = 'not used by this event'

/** The label for the recipient of a shared link. */
export const LINK_RECIPIENT = 'Recipient'

/** The label of how long a shared link works. */
export const LINK_DAYS = 'Valid for (days)'

/** A link to the preview of an event works for this many days at most. */
export const MOST_LINK_DAYS = 30
/** An event has at most this many links that have not expired. */
export const MOST_LINKS = 20

/** Body of `POST /api/admin/events/:id/share-links`. The form chooses the id, so that a double click makes one link. */
export const shareLinkInput = z.strictObject({
  id: z.uuid(),
  days: z
    .int('Days must be a whole number')
    .min(1, 'A link works for at least 1 day')
    .max(MOST_LINK_DAYS, `A link works for at most ${MOST_LINK_DAYS} days`),
  note: text(0, 100, 'Note').default(''),
})
export type ShareLinkInput = z.output<typeof shareLinkInput>

/** One link that has not expired, without its token, which cannot be read again. */
export type ShareLink = {
  id: string
  /** Its recipient, as described by the person who made it. */
  note: string
  /** Username of the person who made it. */
  by: string
  createdAt: Instant
  expiresAt: Instant
  /** Why the link does not work: what happened to the admin who created it. Null for a link that works. */
  fault: NoAdmin | null
}

/** A link as it is shown once, to the person who made it. */
export type NewShareLink = { id: string; url: string; expiresAt: Instant }

/** Body of `POST /api/event-previews`. */
export const previewInput = z.strictObject({ token: z.string().max(200) })

/** What a link opens: the event as it is now, in any state. */
export type EventPreview = { rows: EventRows; now: Instant; expiresAt: Instant }

/** The same message for links that are unknown, expired, revoked or made for something else. (security TL5) */
export const PREVIEW_DEAD = 'This link is no longer valid. Ask for a new one.'

/** `GET /api/admin/event-setup`: what the form needs from the server. */
export type SetupFacts = {
  /** The origin of all registration addresses. (product 5) */
  registrationOrigin: string
  /** The site's origin, to show an event's address in full. */
  siteUrl: string
}
