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

/** Upcoming events that the events list itself shows, and past ones there and on each page after it. They keep a page under 20 kB. (architecture 9) */
const AHEAD_ON_FIRST = 30
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

/** Upcoming events of one month, `2027-03`. */
export type EventMonth<E> = { month: string; events: E[] }

/**
 * The events whose day is not over at `now`, in the order given, which is soonest first: those that the events list itself shows, and
 * the months of all others. A month has every upcoming event of its days, so that a new event changes one month and no other.
 */
export function upcomingPages<E extends Pick<EventSummary, 'dateTime' | 'upcomingUntil'>>(
  events: readonly E[],
  now: Instant,
): { first: E[]; months: EventMonth<E>[] } {
  const ahead = events.filter((event) => event.upcomingUntil > now)
  const further = new Set(ahead.slice(AHEAD_ON_FIRST).map(monthOf))
  const months = new Map([...further].map((month) => [month, [] as E[]]))
  for (const event of ahead) months.get(monthOf(event))?.push(event)
  return {
    first: ahead.slice(0, AHEAD_ON_FIRST),
    months: [...months].map(([month, own]) => ({ month, events: own })),
  }
}

const monthOf = ({ dateTime }: Pick<EventSummary, 'dateTime'>) => dateTime.slice(0, 7)

/** The path of the page of a month. */
export const monthPath = (month: string) => `/events/${month}`

/** The path of a page of past events. Pages are counted from 1. */
export function pastPagePath(page: number): string {
  return page === 1 ? '/events' : `/events/past/${page}`
}

/** A list of events on a page after `/events`. It is what it was while this is equal and its events show the same. */
export type ListPage<E> = { path: string; events: readonly E[]; others: unknown }

/** The pages of months, and those of past events after the first one. */
export function listPages<E extends Pick<EventSummary, 'dateTime'> & Dated>(
  events: readonly E[],
  now: Instant,
): ListPage<E>[] {
  const { months } = upcomingPages(events, now)
  const past = pastPages(events, now)
  return [
    ...months.map(({ month, events }) => ({ path: monthPath(month), events, others: months.map((one) => one.month) })),
    ...past.slice(1).map((events, at) => ({ path: pastPagePath(at + 2), events, others: past.length })),
  ]
}

function latestFirst(a: Dated, b: Dated): number {
  if (a.startsAt !== b.startsAt) return b.startsAt - a.startsAt
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
