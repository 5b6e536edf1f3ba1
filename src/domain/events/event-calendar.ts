import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import type { EventConfig } from '#src/contract/event.ts'
import { formatCity } from '#src/contract/event-dates.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getNotice, getOffer, getRegistration, VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { getPhases, type Phases, phaseAt } from '#src/contract/phases.ts'
import { remembered } from '#src/contract/remembered.ts'

/** The site as a calendar names it. */
type CalendarSite = { url: string; name: string }

/** How often a subscriber should look again. */
const REFRESH_SECONDS = 6 * 60 * 60

/** Calendar text may not contain control characters (RFC 5545, section 3.1), except tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/**
 * An RFC 5545 calendar of `events`: stable UID, wall-clock times with their zone, SEQUENCE from the event's version, lines
 * folded at 75 octets and ended by CRLF. The same events at the same moment give the same bytes. (architecture 5)
 */
export function eventsCalendar(events: readonly EventConfig[], site: CalendarSite, now: Instant): string {
  const calendar = ical({
    name: escapeText(clean(site.name)),
    prodId: { company: prodIdPart(site.name), product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: zoneBlock },
    events: events.map((event) => getEntry(event, site, now)),
  })
  return `${calendar.toString()}\r\n`
}

const [ZONE, TIMES, ENTRY, END] = ['BEGIN:VTIMEZONE', 'REFRESH-INTERVAL', 'BEGIN:VEVENT', 'END:VCALENDAR'].map(
  (line) => `\r\n${line}`,
) as [string, string, string, string]

/**
 * What the calendar of one event has of its own, or that of several ones: their entries, and the blocks of the zones they are written in. Events of one zone share
 * the list, so that many parts that are stored together have the block once.
 */
export type CalendarPart = { zones: readonly string[]; entries: Uint8Array }

/** Lines of a text begin with a space where they are folded, so that none looks like the beginning of a part. */
export function calendarPart(event: EventConfig, site: CalendarSite, now: Instant): CalendarPart {
  const calendar = eventsCalendar([event], site, now)
  const [zone, times, entry] = [ZONE, TIMES, ENTRY].map((part) => calendar.indexOf(part)) as [number, number, number]
  return {
    zones: zone === -1 ? [] : sharedZone(calendar.slice(zone, times)),
    entries: Buffer.from(calendar.slice(entry, calendar.lastIndexOf(END))),
  }
}

const sharedZone = remembered((block: string): readonly string[] => [block])

/** The parts of several events as one. */
export function joinParts(parts: readonly CalendarPart[]): CalendarPart {
  return {
    zones: [...new Set(parts.flatMap(({ zones }) => zones))],
    entries: Buffer.concat(parts.map(({ entries }) => entries)),
  }
}

/** The calendar of several events, from their parts: the bytes that `eventsCalendar` gives for all of them, in pieces. */
export function joinCalendars(parts: readonly CalendarPart[], site: CalendarSite): Uint8Array[] {
  const empty = emptyCalendars.get(site) ?? eventsCalendar([], site, 0)
  emptyCalendars.set(site, empty)
  const zones = new Set(parts.flatMap(({ zones }) => zones))
  const entries = parts.map(({ entries }) => entries)
  const [times, end] = [empty.indexOf(TIMES), empty.lastIndexOf(END)]
  const head = [empty.slice(0, times), ...zones, empty.slice(times, end)].join('')
  return [Buffer.from(head), ...entries, Buffer.from(empty.slice(end))]
}

/** A build joins thousands of calendars of one site. */
const emptyCalendars = new WeakMap<CalendarSite, string>()

/** Events for subscribers: all upcoming ones, and those that ended less than a year ago. */
export function inFeed({ endsAt }: Pick<Phases, 'endsAt'>, now: Instant): boolean {
  return endsAt > now - 365 * 24 * 60 * 60 * 1000
}

function getEntry(event: EventConfig, site: CalendarSite, now: Instant): ICalEventData {
  const { startsAt, endsAt } = getPhases(event)
  const zone = calendarZone(event.eventTimezone, [startsAt, endsAt])
  const at = (instant: Instant) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone ?? 'UTC')
  const stamp = new Date(event.updatedAt)
  const page = event.isPublished ? `/event/${event.eventSlug}` : `/admin/event/overview?event=${event.id}`
  const url = new URL(page, site.url).href
  return {
    id: `${event.id}@${new URL(site.url).hostname}`,
    timezone: zone,
    start: at(startsAt),
    end: endsAt > startsAt ? at(endsAt) : null,
    stamp,
    lastModified: stamp,
    sequence: event.version,
    ...getOccasion(event),
    summary: clean(getSummary(event)),
    location: clean(getPlace(event)),
    description: clean(getDescription(event, url, now)),
    url,
  }
}

function getSummary({ eventName, status, isPublished }: EventConfig): string {
  const name = status === 'scheduled' ? eventName : `${status.toUpperCase()}: ${eventName}`
  return isPublished ? name : `Draft: ${name}`
}

/** A draft may still change in every way. */
function getOccasion({ status, isPublished }: EventConfig): Pick<ICalEventData, 'status' | 'transparency'> {
  if (status === 'cancelled') {
    return { status: ICalEventStatus.CANCELLED, transparency: ICalEventTransparency.TRANSPARENT }
  }
  const isOpen = status === 'postponed' || !isPublished
  return { status: isOpen ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED }
}

function getPlace(event: EventConfig): string {
  const place = [event.venueName, event.venueAddress ?? formatCity(event)].filter(Boolean).join(', ')
  return place || VENUE_UNKNOWN
}

/** What happened to the event, the price that holds at `now`, where to register and where to read more. */
function getDescription(event: EventConfig, url: string, now: Instant): string {
  const phase = phaseAt(getPhases(event), now)
  const notice = getNotice(event)
  const offer = getOffer(event, phase)
  const registration = getRegistration(event, phase)
  return [
    notice && `${notice.title}. ${notice.text}`,
    `${offer.price ? `${offer.label}: ${offer.price}` : offer.label}. ${offer.note}`,
    'href' in registration && `Register: ${registration.href}`,
    `Details: ${url}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function clean(text: string): string {
  return text.replace(CONTROLS, '')
}

/** ical-generator escapes the text of an event, but not the calendar's own name. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')
}

function prodIdPart(text: string): string {
  return text.replace(/[^A-Za-z0-9 ]/g, '').trim() || 'Events'
}

const known = new Set([tzlib_get_timezones()].flat())

/**
 * The zone to write times in, or null for UTC, which every calendar turns into the reader's own time. UTC it is where a zone
 * would mislead: the blocks of timezones-ical-library hold a zone's present rule only (Casablanca in Ramadan and Vancouver
 * before 2026 had another), and readers disagree about which half of a repeated hour is meant.
 */
function calendarZone(zone: string, instants: readonly Instant[]): string | null {
  return known.has(zone) && instants.every((at) => isSteady(zone, at) || agrees(zone, at)) ? zone : null
}

const DAY = 24 * 60 * 60 * 1000

/** True if the clock of this zone is not changed in this month of UTC or the days around it, and the library knows its offset. */
function isSteady(zone: string, at: Instant): boolean {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const key = `${zone} ${year} ${month}`
  const found = steadyMonths.get(key)
  if (found !== undefined) return found
  const [first, last] = [Date.UTC(year, month, 1) - DAY, Date.UTC(year, month + 1, 1) + DAY]
  const begin = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone)
  const change = begin.getTimeZoneTransition('next')
  const isSteady = (!change || change.epochMilliseconds > last) && agrees(zone, first) && agrees(zone, last)
  steadyMonths.set(key, isSteady)
  return isSteady
}

const steadyMonths = new Map<string, boolean>()

/** Answers of the library, which parses a zone's text each time it is asked. */
const offsets = new Map<string, string>()
const blocks = new Map<string, string>()

/** The library's offset on a wall clock. Its zones change clocks once a year each way, and never twice in one month. */
function toOffset(zone: string, wall: Temporal.PlainDateTime): string {
  const midnight = wall.with({ day: 1 }).withPlainTime()
  const offset = askOffset(zone, midnight)
  return offset === askOffset(zone, midnight.add({ months: 1 })) ? offset : askOffset(zone, wall)
}

function askOffset(zone: string, wall: Temporal.PlainDateTime): string {
  const clock = wall.toPlainTime().toString({ smallestUnit: 'minute' })
  const question = `${zone} ${wall.toPlainDate()} ${clock}`
  const offset = offsets.get(question) ?? tzlib_get_offset(zone, wall.toPlainDate().toString(), clock)
  offsets.set(question, offset)
  return offset
}

/** The VTIMEZONE component of a zone that `calendarZone` gave, under the very name that the events use: the library names an alias's target. */
function zoneBlock(zone: string): string {
  const block = blocks.get(zone) ?? [tzlib_get_ical_block(zone)].flat()[0] ?? ''
  blocks.set(zone, block)
  return block.replace(/^TZID:.*$/m, () => `TZID:${zone}`)
}

function agrees(zone: string, at: Instant): boolean {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const wall = there.toPlainDateTime()
  return toOffset(zone, wall) === there.offset.replace(':', '') && isUnique(wall, zone)
}

/** True if the wall clock shows this time once that day. */
function isUnique(wall: Temporal.PlainDateTime, zone: string): boolean {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return first.equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }))
}
