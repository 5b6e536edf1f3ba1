import type { EventSummary } from './event-summary.ts'
import type { Instant } from './instant.ts'

type Dated = Pick<EventSummary, 'id' | 'startsAt' | 'upcomingUntil'>

/** Past events that the events list itself shows, and those on each page after it. They keep a page under 20 kB. (architecture 9) */
const ON_FIRST = 30
const ON_OTHERS = 100

/** The events whose day is over at `now`, the latest first, in pages: the first stands on `/events`. None gives no page. */
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

/** Where a page of past events stands; pages are counted from 1. */
export function pastPagePath(page: number): string {
  return page === 1 ? '/events' : `/events/past/${page}`
}

function latestFirst(a: Dated, b: Dated): number {
  if (a.startsAt !== b.startsAt) return b.startsAt - a.startsAt
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
