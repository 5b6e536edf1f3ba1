import type { EventConfig } from './event.ts'
import type { Instant } from './instant.ts'
import { isCalledOff } from './landing-copy.ts'
import { getPhases } from './phases.ts'
import { todayMadeFrom } from './today.ts'
import { dayIn, startOfDayAfter } from './wall-clock.ts'

export type Dated = Pick<
  EventConfig,
  'id' | 'eventDate' | 'eventTimeStart' | 'eventTimeEnd' | 'eventTimezone' | 'earlyBirdDeadline' | 'status'
>

/** True while the event's date is today or later in its own zone. */
export function isUpcoming(event: Pick<Dated, 'eventDate' | 'eventTimezone'>, now: Instant): boolean {
  return event.eventDate >= dayIn(event.eventTimezone, now)
}

function compareSoonest(a: Dated, b: Dated): number {
  if (a.eventDate !== b.eventDate) return a.eventDate < b.eventDate ? -1 : 1
  const byStart = getPhases(a).startsAt - getPhases(b).startsAt
  if (byStart !== 0) return byStart
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * The event the home page shows: the soonest published event dated today or later in its own zone; else the latest past one;
 * else none. Dates are compared as calendar days, ties by start instant, then by id. (product 4, security BR10)
 */
export function pickFeatured<E extends Dated>(events: readonly E[], now: Instant): E | undefined {
  const upcoming = events.filter((event) => isUpcoming(event, now)).sort(compareSoonest)
  if (upcoming[0]) return upcoming[0]
  return [...events].sort(compareSoonest).at(-1)
}

/**
 * The next instant at which any static page becomes outdated: an early-bird end, the day before (from which on pages carry what they
 * show on the day), a start, an end, or the end of an event's day (when the home page moves on). Undefined when nothing is ahead.
 */
export function nextBoundary(events: readonly Dated[], now: Instant): Instant | undefined {
  let next: Instant | undefined
  for (const event of events) {
    const phases = getPhases(event)
    const rollover = startOfDayAfter(event.eventDate, event.eventTimezone)
    for (const at of [phases.earlyBirdEndsAt, todayMadeFrom(event), phases.startsAt, phases.endsAt, rollover]) {
      if (at !== undefined && at > now && (next === undefined || at < next)) next = at
    }
  }
  return next
}

/** When the featured event is replaced because its day is over; undefined for a past one. */
export function featuredUntil(event: Dated, now: Instant): Instant | undefined {
  const rollover = startOfDayAfter(event.eventDate, event.eventTimezone)
  return rollover > now ? rollover : undefined
}

/** An event that is open for registration, and the instant at which it begins and registration closes. */
export type Opening<E> = { event: E; startsAt: Instant }

/** The events that have a registration page and are not called off, the soonest start first. */
export function getOpenings<E extends Dated & Pick<EventConfig, 'registrationUrl'>>(
  events: readonly E[],
): Opening<E>[] {
  return events
    .filter((event) => event.registrationUrl !== null && !isCalledOff(event))
    .sort(compareSoonest)
    .map((event) => ({ event, startsAt: getPhases(event).startsAt }))
}

/**
 * The event that visitors are sent to once they cannot register for this one: the soonest other one that is then still open
 * for registration. An event that is called off links to it immediately, any other when it begins. (product 2)
 */
export function nextOpening<E>(event: Dated, openings: readonly Opening<E & { id: string }>[], now: Instant) {
  const from = isCalledOff(event) ? now : Math.max(now, getPhases(event).startsAt)
  return openings.find((opening) => opening.startsAt > from && opening.event.id !== event.id)?.event
}
