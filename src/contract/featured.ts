import type { EventConfig } from './event.ts'
import type { Instant } from './instant.ts'
import { isCalledOff } from './landing-copy.ts'
import { getPhases, type Phases } from './phases.ts'
import { remembered } from './remembered.ts'
import { todayMadeFrom } from './today.ts'
import { dayIn, startOfDayAfter } from './wall-clock.ts'

export type Dated = Pick<
  EventConfig,
  'id' | 'eventDate' | 'eventTimeStart' | 'eventTimeEnd' | 'eventTimezone' | 'earlyBirdDeadline' | 'status'
>

/**
 * The instants at which an event changes what a page shows: its phases, the day before (from which on pages carry what they show on
 * the day), and the end of its day in its own zone.
 */
export type EventTimes = Phases & { dayBeforeFrom: Instant; dayEndsAt: Instant }

/** Working these out from wall clocks takes longest in a list: a build that knows them already passes its own `TimesOf`. */
export function getEventTimes(event: Dated): EventTimes {
  const dayEndsAt = startOfDayAfter(event.eventDate, event.eventTimezone)
  return { ...getPhases(event), dayBeforeFrom: todayMadeFrom(event), dayEndsAt }
}

type TimesOf<E> = (event: E) => EventTimes

/** True while the event's date is today or later in its own zone. */
export function isUpcoming(
  event: Pick<Dated, 'eventDate' | 'eventTimezone'>,
  now: Instant,
  todayIn = (zone: string) => dayIn(zone, now),
): boolean {
  return event.eventDate >= todayIn(event.eventTimezone)
}

function bySoonest<E extends Dated>(getTimes: TimesOf<E>) {
  return (a: E, b: E): number => {
    if (a.eventDate !== b.eventDate) return a.eventDate < b.eventDate ? -1 : 1
    const byStart = getTimes(a).startsAt - getTimes(b).startsAt
    if (byStart !== 0) return byStart
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  }
}

/**
 * The event the home page shows: the soonest published event dated today or later in its own zone; else the latest past one;
 * else none. Dates are compared as calendar days, ties by start instant, then by id. (product 4, security BR10)
 */
export function pickFeatured<E extends Dated>(
  events: readonly E[],
  now: Instant,
  getTimes: TimesOf<E> = getEventTimes,
): E | undefined {
  const compare = bySoonest(getTimes)
  const todayIn = remembered((zone: string) => dayIn(zone, now))
  const upcoming = events.filter((event) => isUpcoming(event, now, todayIn))
  if (upcoming.length > 0) return upcoming.reduce((first, event) => (compare(event, first) < 0 ? event : first))
  return events.reduce<E | undefined>((last, event) => (last && compare(event, last) < 0 ? last : event), undefined)
}

/**
 * The next instant at which any static page becomes outdated: an early-bird end, the day before (from which on pages carry what they
 * show on the day), a start, an end, or the end of an event's day (when the home page moves on). Undefined when nothing is ahead.
 */
export function nextBoundary<E extends Dated>(
  events: readonly E[],
  now: Instant,
  getTimes: TimesOf<E> = getEventTimes,
): Instant | undefined {
  let next: Instant | undefined
  for (const event of events) {
    const { earlyBirdEndsAt, dayBeforeFrom, startsAt, endsAt, dayEndsAt } = getTimes(event)
    for (const at of [earlyBirdEndsAt, dayBeforeFrom, startsAt, endsAt, dayEndsAt]) {
      if (at !== undefined && at > now && (next === undefined || at < next)) next = at
    }
  }
  return next
}

/**
 * The last instant, at `now` or before it, at which the pages of an event changed. A page that is made for this moment is the
 * page that is made for `now`, so that it need not be made again until the next one. Before the event was published, which
 * only a clock that was set back shows, it is `now` itself. `dayAt` says when its day and the parts of it begin. (decision 0069)
 */
export function shownMoment(
  publishedAt: Instant | null,
  times: EventTimes,
  dayAt: readonly Instant[],
  now: Instant,
): Instant {
  if (publishedAt !== null && publishedAt > now) return now
  const { earlyBirdEndsAt, dayBeforeFrom, startsAt, endsAt, dayEndsAt } = times
  const changes = [publishedAt ?? 0, earlyBirdEndsAt ?? 0, dayBeforeFrom, startsAt, endsAt, dayEndsAt, ...dayAt]
  return Math.max(0, ...changes.filter((at) => at <= now))
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
  getTimes: TimesOf<E> = getEventTimes,
): Opening<E>[] {
  return events
    .filter((event) => event.registrationUrl !== null && !isCalledOff(event))
    .sort(bySoonest(getTimes))
    .map((event) => ({ event, startsAt: getTimes(event).startsAt }))
}

/**
 * The event that visitors are sent to once they cannot register for this one: the soonest other one that is then still open
 * for registration. An event that is called off links to it immediately, any other when it begins. (product 2)
 */
export function nextOpening<E>(
  event: Dated,
  openings: readonly Opening<E & Pick<Dated, 'id' | 'eventDate'>>[],
  now: Instant,
  { startsAt } = getPhases(event),
) {
  const from = isCalledOff(event) ? now : Math.max(now, startsAt)
  for (let at = firstFrom(openings, from); at < openings.length; at += 1) {
    const opening = openings[at]
    if (opening && opening.startsAt > from && opening.event.id !== event.id) return opening.event
  }
  return undefined
}

const DAY = 24 * 3_600_000

/** Where the openings begin whose date may be after `from` in some zone. There may be thousands, and each event asks. */
function firstFrom(openings: readonly Opening<Pick<Dated, 'eventDate'>>[], from: Instant): number {
  const day = dayTwoBefore(from)
  let [low, high] = [0, openings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((openings[middle]?.event.eventDate ?? '') >= day) high = middle
    else low = middle + 1
  }
  return low
}

let [lastAsked, lastDay] = [Number.NaN, '']

/** The date of UTC two days before. Events are asked for by date, so that many in a row have the same. */
function dayTwoBefore(at: Instant): string {
  const asked = Math.floor(at / DAY)
  if (asked !== lastAsked) [lastAsked, lastDay] = [asked, new Date(at - 2 * DAY).toISOString().slice(0, 10)]
  return lastDay
}
