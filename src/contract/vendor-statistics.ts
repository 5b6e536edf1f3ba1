import type { PlainDay } from './instant.ts'

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

/** `GET /api/vendor/statistics`: the events of a vendor, the latest first. */
export type VendorStatistics = { events: EventFigures[] }
