import type { PlainDay } from './instant.ts'
import { plural } from './plural.ts'

/** Smaller figures are hidden so that no visitor can be identified. */
const LEAST_SHOWN = 5

/** A figure; null if it is too small to be told. */
export type Figure = number | null

/** A figure as vendors may see it. (security VP10) */
export function toFigure(count: number): Figure {
  return count < LEAST_SHOWN ? null : count
}

/** What `null` says. */
export const FEW = `fewer than ${LEAST_SHOWN}`

/**
 * An address without what pages and people add to it: the query and the fragment. Two partners with the same website are distinguished
 * by their ids, and everything that counts presses compares places. (security VP10)
 */
export function toPlace(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.origin}${url.pathname}` : address
}

/** How often the logo of a vendor was seen and pressed at one event, and registration was pressed after it. */
export type EventFigures = {
  eventId: string
  /** Null for an event that was deleted since. */
  name: string | null
  day: PlainDay | null
  shown: Figure
  clicked: Figure
  registered: Figure
}

/** What goes with a vendor that is deleted, in words, without the kinds it has none of. */
export function ownedByVendor({ contacts, proposals, events }: Record<'contacts' | 'proposals' | 'events', number>) {
  return [
    ...(contacts === 0 ? [] : [`${plural(contacts, 'contact')}, who can no longer open the vendor portal`]),
    ...(proposals === 0 ? [] : [plural(proposals, 'proposal')]),
    ...(events === 0 ? [] : [`the figures of its logo at ${plural(events, 'event')}`]),
  ]
}

/** `GET /api/vendor/statistics`: the events of a vendor, the latest first. */
export type VendorStatistics = { events: EventFigures[] }
