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

type Dated = Pick<EventSummary, 'id' | 'dateTime' | 'startsAt' | 'upcomingUntil'>

/** Upcoming events that the events list itself shows, and past ones there and on each page after it. They keep a page under 20 kB. (architecture 9) */
const AHEAD_ON_FIRST = 30
const ON_FIRST = 30
const ON_OTHERS = 100

/** What the events list itself, `/events`, shows. */
export type FirstList<E> = {
  /** The soonest of those that are ahead. */
  soonest: E[]
  /** The months with a page of their own, `2027-03`, soonest first. */
  months: string[]
  /** The latest of those that are over, latest first. */
  past: E[]
  /** How many pages past events have with this one; 0 if none is over. */
  count: number
}

/** A list of events on a page of its own: the upcoming ones of a month, or past ones, whose pages are counted from 1, which is `/events`. */
export type FurtherList<E> = { path: string; events: E[] } & (
  | { kind: 'month'; month: string; months: string[] }
  | { kind: 'past'; number: number; count: number }
)

/** Every list of the site's events. */
export type EventLists<E> = { first: FirstList<E>; further: FurtherList<E>[] }

/**
 * The lists of all events, which are given soonest first, at `now`. An event is past once its day is over. If not all upcoming ones are on the
 * events list itself, each month of the others has a page with every upcoming event of its days, so that a new event changes one month and no other.
 */
export function arrangeEvents<E extends Dated>(events: readonly E[], now: Instant): EventLists<E> {
  const ahead = events.filter((event) => event.upcomingUntil > now)
  const soonest = ahead.slice(0, AHEAD_ON_FIRST)
  const byMonth = new Map(ahead.slice(AHEAD_ON_FIRST).map((event) => [monthOf(event), [] as E[]]))
  for (const event of ahead) byMonth.get(monthOf(event))?.push(event)
  const months = [...byMonth.keys()]
  const pages = pastPages(events, now)
  const [past = [], ...earlier] = pages
  const ofMonths = [...byMonth].map(([month, events]): FurtherList<E> => {
    return { kind: 'month', path: monthPath(month), month, months, events }
  })
  const ofPast = earlier.map((events, at): FurtherList<E> => {
    return { kind: 'past', path: pastPagePath(at + 2), number: at + 2, count: pages.length, events }
  })
  return { first: { soonest, months, past, count: pages.length }, further: [...ofMonths, ...ofPast] }
}

const monthOf = ({ dateTime }: Pick<EventSummary, 'dateTime'>) => dateTime.slice(0, 7)

/** Past events in pages, latest first. */
function pastPages<E extends Dated>(events: readonly E[], now: Instant): E[][] {
  const past = events.filter((event) => event.upcomingUntil <= now).sort(latestFirst)
  const pages: E[][] = []
  for (let from = 0; from < past.length; ) {
    const until = from + (from === 0 ? ON_FIRST : ON_OTHERS)
    pages.push(past.slice(from, until))
    from = until
  }
  return pages
}

function latestFirst(a: Dated, b: Dated): number {
  if (a.startsAt !== b.startsAt) return b.startsAt - a.startsAt
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The path of the page of a month. */
export const monthPath = (month: string) => `/events/${month}`

/** The path of a page of past events. Pages are counted from 1. */
export function pastPagePath(page: number): string {
  return page === 1 ? '/events' : `/events/past/${page}`
}
