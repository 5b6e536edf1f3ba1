import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { EventConfig } from '#src/contract/event.ts'
import { VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { getPhases } from '#src/contract/phases.ts'
import { anEvent, emptyFields } from '#tests/support/event-fixture.ts'
import { day, zone } from '#tests/support/wall-clock.ts'
import { calendarPart, eventsCalendar, inFeed, joinCalendars, joinParts } from './event-calendar.ts'

const site = { url: 'https://workshops.example', name: 'Uptime Workshops' }
const beforeDeadline = Date.parse('2026-12-01T12:00:00Z')
const afterDeadline = Date.parse('2027-01-10T12:00:00Z')

const calendarOf = (changes: Partial<EventConfig> = {}, now = beforeDeadline) =>
  eventsCalendar([anEvent(changes)], site, now)

/** Reads a calendar the way a mail program does: times through the VTIMEZONE in the file. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const value = (name: string) => component.getFirstPropertyValue(name)
    return { event, value, startsAt: toInstant(calendar, component, 'dtstart'), component, calendar }
  })
}

function toInstant(calendar: ICAL.Component, component: ICAL.Component, name: string): number {
  const property = component.getFirstProperty(name)
  const time = property?.getFirstValue()
  if (!(time instanceof ICAL.Time)) throw new Error(`${name} is missing`)
  const tzid = property?.getFirstParameter('tzid')
  if (tzid) {
    const block = calendar.getAllSubcomponents('vtimezone').find((each) => each.getFirstPropertyValue('tzid') === tzid)
    if (!block) throw new Error(`no VTIMEZONE for ${tzid}`)
    time.zone = new ICAL.Timezone(block)
  }
  return time.toUnixTime() * 1000
}

function only(text: string) {
  const [entry] = read(text)
  if (!entry) throw new Error('no event in the calendar')
  return entry
}

describe('the calendar file of an event', () => {
  test('says where, when, what and which version', () => {
    const { event, value, component } = only(calendarOf({ version: 7, updatedAt: Date.parse('2026-10-01T09:30:00Z') }))
    expect(event.uid).toBe('00000000-0000-4000-8000-000000000001@workshops.example')
    expect(event.summary).toBe('Tulsa Reliability Workshop')
    expect(event.location).toBe('Foundry Hall, 12 Mill Street')
    expect(value('url')).toBe('https://workshops.example/event/tulsa-2027')
    expect(value('sequence')).toBe(7)
    expect(value('status')).toBe('CONFIRMED')
    expect(String(value('dtstamp'))).toBe('2026-10-01T09:30:00Z')
    expect(component.getFirstProperty('dtstart')?.getFirstParameter('tzid')).toBe('America/Chicago')
    expect(event.startDate.toString()).toBe('2027-01-21T08:30:00')
    expect(event.endDate.toString()).toBe('2027-01-21T15:45:00')
  })

  test('names the price that holds when it is made', () => {
    expect(only(calendarOf()).event.description).toContain('Early Bird Package: $395')
    expect(only(calendarOf({}, afterDeadline)).event.description).toContain('Standard price: $495')
    expect(only(calendarOf({}, afterDeadline)).event.description).not.toContain('$395')
  })

  test.each([
    ['cancelled', 'CANCELLED', 'CANCELLED: Tulsa Reliability Workshop', 'This workshop is cancelled'],
    ['postponed', 'TENTATIVE', 'POSTPONED: Tulsa Reliability Workshop', 'This workshop is postponed'],
    ['moved', 'CONFIRMED', 'MOVED: Tulsa Reliability Workshop', 'This workshop has moved'],
  ] as const)('an event that is %s says so', (status, expected, summary, notice) => {
    const { event, value } = only(calendarOf({ status }))
    expect(value('status')).toBe(expected)
    expect(event.summary).toBe(summary)
    expect(event.description).toContain(notice)
    expect(event.description?.includes('Register:')).toBe(status === 'moved')
  })

  test('a draft says so, and leads to its form instead of a page that nobody can open', () => {
    const { event, value } = only(calendarOf({ isPublished: false }))
    expect(event.summary).toBe('Draft: Tulsa Reliability Workshop')
    expect(value('status')).toBe('TENTATIVE')
    expect(value('url')).toBe(
      'https://workshops.example/admin/event/overview?event=00000000-0000-4000-8000-000000000001',
    )
    expect(only(calendarOf({ isPublished: false, status: 'cancelled' })).value('status')).toBe('CANCELLED')
  })

  test('the same event at the same moment gives the same bytes', () => {
    expect(calendarOf()).toBe(calendarOf())
  })

  test('an event with empty fields shows the fallback times and no made-up place', () => {
    const { event } = only(calendarOf(emptyFields))
    expect(event.startDate.toString()).toBe('2027-01-21T08:30:00')
    expect(event.endDate.toString()).toBe('2027-01-21T15:45:00')
    expect(event.location).toBe(VENUE_UNKNOWN)
  })

  test.each([
    ['a zone whose rule was another on that day', { eventTimezone: 'Africa/Casablanca', eventDate: '2026-06-24' }],
    ['an hour that the clock shows twice', { eventDate: '2026-11-01', eventTimeStart: '01:30' }],
  ])('%s is written in UTC', (_, changes) => {
    const text = calendarOf({ ...changes, earlyBirdDeadline: null })
    expect(text).not.toContain('VTIMEZONE')
    expect(text).toMatch(/DTSTART:\d{8}T\d{6}Z/)
  })
})

describe('the calendar feed', () => {
  test('holds one block per zone and every event', () => {
    const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
    const zones = ['America/Chicago', 'America/Denver', 'America/Chicago']
    const events = ids.map((id, at) => anEvent({ id, eventTimezone: zones[at] ?? 'UTC' }))
    const text = eventsCalendar(events, site, beforeDeadline)
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2)
    expect(read(text).map(({ event }) => event.uid.slice(0, 36))).toEqual(ids)
  })

  test('is made of parts of one event or several ones each, to the byte', () => {
    const some = fc.record({ eventTimezone: zone, eventDate: day, eventName: fc.string({ unit: 'binary' }) })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 6 }), (changes) => {
        const events = changes.map((change, at) => anEvent({ ...change, id: `event-${at}`, earlyBirdDeadline: null }))
        const parts = events.map((event) => calendarPart(event, site, beforeDeadline))
        const joined = Buffer.concat(joinCalendars(parts, site)).toString()
        expect(joined).toBe(eventsCalendar(events, site, beforeDeadline))
        const months = [parts.slice(0, 2), parts.slice(2)].map(joinParts)
        expect(Buffer.concat(joinCalendars(months, site)).toString()).toBe(joined)
      }),
      { numRuns: 25 },
    )
  })

  test('an empty feed is still a calendar', () => {
    expect(read(eventsCalendar([], site, 0))).toEqual([])
  })

  test('forgets what ended a year ago', () => {
    const { endsAt } = getPhases(anEvent())
    expect(inFeed({ endsAt }, endsAt + 364 * 86_400_000)).toBe(true)
    expect(inFeed({ endsAt }, endsAt + 365 * 86_400_000)).toBe(false)
  })
})

describe('whatever an editor writes', () => {
  const clock = fc.integer({ min: 0, max: 23 * 60 + 58 }).map((minutes) => getClock(minutes))
  const getClock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

  test('a reader finds the very instants of the page, in every zone and on days when clocks jump', () => {
    const times = fc.tuple(clock, clock).filter(([a, b]) => a < b)
    fc.assert(
      fc.property(zone, day, times, (eventTimezone, eventDate, [eventTimeStart, eventTimeEnd]) => {
        const event = anEvent({ eventTimezone, eventDate, eventTimeStart, eventTimeEnd, earlyBirdDeadline: null })
        const { calendar, component, startsAt } = only(eventsCalendar([event], site, beforeDeadline))
        const phases = getPhases(event)
        expect(startsAt).toBe(phases.startsAt)
        if (phases.endsAt > phases.startsAt) expect(toInstant(calendar, component, 'dtend')).toBe(phases.endsAt)
        else expect(component.hasProperty('dtend')).toBe(false)
      }),
      { numRuns: 400 },
    )
  })

  test('text survives, lines are at most 75 octets and end with CRLF, and nothing is injected', () => {
    const pieces = [
      '\r\n',
      '\n',
      '\r',
      ';',
      ',',
      '\\',
      ':',
      '"',
      'BEGIN:VALARM',
      'é',
      '漢字',
      '🛠️',
      ' ',
      'x',
      '\u0007',
      '\u2028',
    ]
    const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(hostile, hostile, (eventName, venueName) => {
        const text = eventsCalendar([anEvent({ eventName, venueName })], { ...site, name: eventName }, beforeDeadline)
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
        for (const stray of ['\r', '\n', '\u0007']) expect(text.replaceAll('\r\n', '')).not.toContain(stray)
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const { event, component } = only(text)
        expect(component.getAllSubcomponents()).toEqual([])
        expect(event.summary).toBe(asStored(eventName))
        expect(event.location).toBe(`${asStored(venueName)}, 12 Mill Street`)
      }),
    )
  })

  /** Calendar text knows one kind of line break and no control characters. */
  const asStored = (text: string) => text.replaceAll('\u0007', '').replace(/\r\n|\r/g, '\n')
})
