import type { EventConfig } from './event.ts'
import { formatCity, formatDay, formatTimeRange } from './event-dates.ts'
import type { Instant } from './instant.ts'
import { getNotice, getOffer, type OfferCopy, type StatusNotice } from './landing-copy.ts'
import { byPhase, getPhases, type Timed } from './phases.ts'
import { startOfDayAfter } from './wall-clock.ts'

/** An event as a list shows it, with formatted texts. */
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
  /** At this instant the event's day ends in its own zone and it leaves the upcoming list. */
  upcomingUntil: Instant
  city: string | null
  venue: string | null
  notice: StatusNotice | null
  offer: Timed<OfferCopy>[]
}

/** What decides where in the lists an event is. */
export type PlacedEvent = Pick<EventSummary, 'id' | 'dateTime' | 'startsAt' | 'upcomingUntil' | 'city'>

/** One line of the events list. */
export function toSummary(event: EventConfig): EventSummary {
  const phases = getPhases(event)
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
    notice: getNotice(event) ?? null,
    offer: byPhase(phases, (phase) => getOffer(event, phase)),
  }
}

type Dated = Pick<EventSummary, 'id' | 'startsAt' | 'upcomingUntil'>

/** Past events that the events list itself shows, and those on each page after it. They keep a page under 20 kB. (architecture 9) */
const ON_FIRST = 30
const ON_OTHERS = 100

/**
 * The events whose day is over at `now`, latest first, in pages; the first page is on `/events`. Without events there
 * is no page.
 */
export function pastPages<E extends Dated>(events: readonly E[], now: Instant): E[][] {
  const past = events.filter((event) => event.upcomingUntil <= now).sort(latestFirst)
  const pages: E[][] = []
  for (let from = 0; from < past.length; ) {
    const until = from + (from === 0 ? ON_FIRST : ON_OTHERS)
    pages.push(past.slice(from, until))
    from = until
  }
  return pages
}

/** The path of a page of past events. Pages are counted from 1. */
export function pastPagePath(page: number): string {
  return page === 1 ? '/events' : `/events/past/${page}`
}

function latestFirst(a: Dated, b: Dated): number {
  if (a.startsAt !== b.startsAt) return b.startsAt - a.startsAt
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
