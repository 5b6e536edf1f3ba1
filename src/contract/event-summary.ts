import type { EventConfig } from './event.ts'
import { formatCity, formatDay, formatTimeRange } from './event-dates.ts'
import type { Instant } from './instant.ts'
import type { Offer, StatusNotice } from './landing-copy.ts'
import { noticeOf, offerOf } from './landing-copy.ts'
import { byPhase, phasesOf, type Timed } from './phases.ts'
import { startOfDayAfter } from './wall-clock.ts'

/** An event as a list shows it, finished text included. */
export type EventSummary = {
  id: string
  slug: string
  name: string
  /** `Thursday, January 21, 2027`. */
  date: string
  /** `2027-01-21`. */
  dateTime: string
  timeRange: string
  timeZone: string
  startsAt: Instant
  endsAt: Instant
  /** The event leaves the upcoming list at this instant: its day is over in its own zone. */
  upcomingUntil: Instant
  city: string | null
  venue: string | null
  notice: StatusNotice | null
  offer: Timed<Offer>[]
}

/** One line of the events list. */
export function toSummary(event: EventConfig): EventSummary {
  const phases = phasesOf(event)
  return {
    id: event.id,
    slug: event.eventSlug,
    name: event.eventName,
    date: formatDay(event.eventDate),
    dateTime: event.eventDate,
    timeRange: formatTimeRange(event),
    timeZone: event.eventTimezone,
    startsAt: phases.startsAt,
    endsAt: phases.endsAt,
    upcomingUntil: startOfDayAfter(event.eventDate, event.eventTimezone),
    city: formatCity(event) ?? null,
    venue: event.venueName,
    notice: noticeOf(event) ?? null,
    offer: byPhase(phases, (phase) => offerOf(event, phase)),
  }
}
