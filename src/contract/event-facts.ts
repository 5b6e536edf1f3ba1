import { z } from 'zod'
import { EVENT_STATUSES, type EventConfig, plainDay } from './event.ts'
import { formatDay, formatTimeRange } from './event-dates.ts'
import type { EventFacts } from './mail-rule.ts'

/** Facts as they are stored with a mail, or sent back by a screen that showed them. */
export const eventFacts = z.strictObject({
  eventDate: plainDay,
  timeStart: z.string().max(8).nullable(),
  timeEnd: z.string().max(8).nullable(),
  timeZone: z.string().max(64),
  venue: z.string().max(200).nullable(),
  address: z.string().max(500).nullable(),
  city: z.string().max(100).nullable(),
  status: z.enum([...EVENT_STATUSES, 'unpublished']),
}) satisfies z.ZodType<EventFacts>

type Source = Pick<
  EventConfig,
  | 'eventDate'
  | 'eventTimeStart'
  | 'eventTimeEnd'
  | 'eventTimezone'
  | 'venueName'
  | 'venueAddress'
  | 'city'
  | 'status'
  | 'isPublished'
>

/** What a mail about this event says of it, which a correction is about if it changes. */
export function toEventFacts(event: Source): EventFacts {
  return {
    eventDate: event.eventDate,
    timeStart: event.eventTimeStart,
    timeEnd: event.eventTimeEnd,
    timeZone: event.eventTimezone,
    venue: event.venueName,
    address: event.venueAddress,
    city: event.city,
    status: event.isPublished ? event.status : 'unpublished',
  }
}

/**
 * What happened to an event since somebody was told of it, the most important first: it is off, it takes place after all, or it
 * takes place on another day, at another time or in another place.
 */
export type FactNews = 'cancelled' | 'postponed' | 'unpublished' | 'back' | 'moved' | 'time' | 'place'

/** One fact in words, as it was known and as it is now. */
export type FactChange = { label: string; before: string; now: string }

export type FactDifference = { news: FactNews; changes: FactChange[] }

/** What somebody who knows `known` has to learn; undefined if what they would read in a mail is still true. */
export function compareFacts(known: EventFacts, now: EventFacts): FactDifference | undefined {
  // An event that is off may leave the site: nobody has to know.
  if (isOff(known) && now.status === 'unpublished') return undefined
  const changes = [
    toChange('Status', sayStatus(known), sayStatus(now)),
    toChange('Date', formatDay(known.eventDate), formatDay(now.eventDate)),
    toChange('Time', sayTime(known), sayTime(now)),
    toChange('Place', sayPlace(known), sayPlace(now)),
  ].filter(({ before, now: after }) => before !== after)
  // An event that is off keeps a day and a place that nobody needs to know.
  const told = isOff(now) ? changes.filter(({ label }) => label === 'Status') : changes
  const [first] = told
  return first && { news: findNews(first.label, now), changes: told }
}

const isOff = ({ status }: EventFacts) => status !== 'scheduled' && status !== 'moved'

function findNews(label: string, { status }: EventFacts): FactNews {
  if (label === 'Status') return status === 'scheduled' || status === 'moved' ? 'back' : status
  if (label === 'Date') return 'moved'
  return label === 'Time' ? 'time' : 'place'
}

const toChange = (label: string, before: string, now: string): FactChange => ({ label, before, now })

const STATUS = {
  scheduled: 'Takes place',
  moved: 'Takes place',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
  unpublished: 'Not on the site',
} as const

const sayStatus = ({ status }: EventFacts) => STATUS[status]

function sayTime({ eventDate, timeStart, timeEnd, timeZone }: EventFacts): string {
  return formatTimeRange({
    eventDate,
    eventTimeStart: timeStart,
    eventTimeEnd: timeEnd,
    eventTimezone: timeZone,
    earlyBirdDeadline: null,
  })
}

function sayPlace({ venue, address, city }: EventFacts): string {
  return [venue, address, city].filter(Boolean).join(', ') || 'To be announced'
}
