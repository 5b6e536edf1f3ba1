import type { EventStatus } from './event.ts'
import type { EventConflict } from './event-conflicts.ts'
import type { Instant, PlainDay } from './instant.ts'

/** What the calendar can show beside the events, with its name. */
export const CALENDAR_LAYERS = {
  boundaries: 'Starts and ends',
  deadlines: 'Deadlines',
  mails: 'Planned emails',
  tasks: 'Tasks due',
} as const
export type CalendarLayer = keyof typeof CALENDAR_LAYERS
export const LAYER_NAMES = Object.keys(CALENDAR_LAYERS) as [CalendarLayer, ...CalendarLayer[]]

/** The layers that an address names, separated by dots; what it cannot name is left out. */
export function toLayers(text: string): CalendarLayer[] {
  const named = text.split('.')
  return LAYER_NAMES.filter((name) => named.includes(name))
}

/** More events than this are not shown at once, and the calendar says so. */
export const MOST_CALENDAR_EVENTS = 500

/** An event on the calendar, on the day that it has in its own time zone. */
export type CalendarEvent = {
  id: string
  eventName: string
  eventDate: PlainDay
  /** `8:30 AM - 3:45 PM Central Time`. */
  hours: string
  /** `Tulsa, Oklahoma`; null where neither is known. */
  place: string | null
  venueName: string | null
  isPublished: boolean
  status: EventStatus
  isPast: boolean
  version: number
}

/** How the calendar marks an event. Cancelled outranks past, and past outranks draft. */
export type EventLook = 'published' | 'draft' | 'cancelled' | 'postponed' | 'past'

/** The look of an event, which the calendar shows by shape and in words. */
export function lookOf({
  status,
  isPast,
  isPublished,
}: Pick<CalendarEvent, 'status' | 'isPast' | 'isPublished'>): EventLook {
  if (status === 'cancelled' || status === 'postponed') return status
  if (isPast) return 'past'
  return isPublished ? 'published' : 'draft'
}

/** One line of a layer on one day. */
export type CalendarEntry = {
  layer: CalendarLayer
  /** In the time zone of the event. */
  day: PlainDay
  eventId: string
  eventName: string
  text: string
  /** How many people, at which time, or whose task. */
  note: string | null
}

/** `GET /api/admin/calendar`. */
export type EventCalendar = {
  /** By date, then by name. */
  events: CalendarEvent[]
  /** Of the layers that were asked for, by day. */
  entries: CalendarEntry[]
  /** Conflicts among these events and with those one day before or after. */
  conflicts: EventConflict[]
  /** True if there are more events or entries than are shown. */
  isCut: boolean
  /** The day of the last event before these days, and of the first one after them. */
  previous: PlainDay | null
  next: PlainDay | null
}

/** Something that moves along with an event, from one moment to another; null where there is none. */
type Shift<Moment> = { from: Moment | null; to: Moment | null }

/** The mails of a workflow, as far as a move changes them. */
export type MovedMails = Shift<Instant> & {
  title: string
  /** The title of the task that they are about. */
  about: string | null
  /** How many are sent after the move; before it, where none is. */
  people: number
  /** True if they are sent as soon as the event is moved. */
  isAtOnce: boolean
}

/** The logistics of an event, as far as a move changes them or leaves them behind. */
export type MovedLogistics = {
  people: number
  /** When sections of the form can no longer be changed. */
  closes: { titles: string[]; from: Instant; to: Instant; isAtOnce: boolean }[]
  /** On which days answers are deleted. */
  deletes: { titles: string[]; from: PlainDay; to: PlainDay }[]
  /** Lines of the run sheet that move along. */
  runItems: number
  /** Days of arrival and of deliveries, which were typed in as dates and stay. */
  arrivals: number
  deliveries: number
}

/** `GET /api/admin/events/:id/move-preview`: what a move to that date changes beside the date. */
export type MovePreview = {
  eventName: string
  /** The version that the preview was made of. */
  version: number
  from: PlainDay
  to: PlainDay
  timeZone: string
  isPublished: boolean
  /** True if the event would be over. */
  isPast: boolean
  /** When the early bird price ends: its last day. */
  earlyBird: Shift<PlainDay> | null
  /** When registration closes: the start of the event. */
  registration: { from: Instant; to: Instant }
  tasks: { title: string; assigneeName: string; from: PlainDay; to: PlainDay; isLate: boolean }[]
  mails: MovedMails[]
  /** Null for an event without logistics. */
  logistics: MovedLogistics | null
  /** How many people were already emailed with the date that the event has now. */
  informed: number
  /** Those that the event has on that date. */
  conflicts: EventConflict[]
}

/** Refuses a move to the date that the event has. */
export const SAME_DATE = 'Choose a date other than the current one.'

/** What the address of a feed shows: published events, or drafts as well. */
export const FEED_SCOPES = { published: 'Published events', all: 'All events, with drafts' } as const
export type FeedScope = keyof typeof FEED_SCOPES

/** The private URL from which a calendar app loads events. */
export type CalendarFeed = {
  scope: FeedScope
  createdAt: Instant
  lastFetchedAt: Instant | null
  /** The program that loaded it last, as it calls itself. */
  lastProgram: string | null
}

/** `GET /api/admin/calendar/feed`: null if there is none. */
export type OwnCalendarFeed = { feed: CalendarFeed | null }

/** A new address. It is in this answer only. */
export type NewCalendarFeed = { feed: CalendarFeed; url: string }
