import { expect, test } from 'vitest'
import { eventsCalendar, joinCalendars } from '#src/domain/events/event-calendar.ts'
import { someRows } from '#tests/support/event-fixture.ts'
import { type EventTexts, textsIn } from './_event-texts.ts'
import { type KeptValue, type ListedEvent, momentsFor, toListed } from './_events.ts'
import { openMonths } from './_month-store.ts'

const site = { url: 'https://workshops.example', name: 'Uptime Workshops' }
const now = Date.parse('2026-12-01T12:00:00Z')
const rows = [
  someRows({ id: '1', eventSlug: 'january', eventDate: '2027-01-21' }),
  someRows({ id: '2', eventSlug: 'other-of-january', eventDate: '2027-01-22' }),
  someRows({ id: '3', eventSlug: 'march', eventDate: '2027-03-01' }),
]
const events = rows.map((one) => toListed(one, `digest of ${one.event.id}`))

/** A build that writes what is missing, with what builds before it have kept. */
function build(shown: readonly ListedEvent[], kept: Kept, { at = now, changed = [] as ListedEvent[] } = {}) {
  const texts = textsIn({ events: shown, now: at, momentOf: momentsFor(at), changed }, kept)
  const missing = shown.filter(texts.isMissing)
  for (const event of missing) texts.write(event, rowsOf(event), site)
  const calendar = Buffer.concat(joinCalendars(texts.calendars(), site)).toString()
  return { missing: missing.map(({ id }) => id), calendar, of: texts.of }
}

type Kept = Parameters<typeof textsIn>[1]
const nothing = (): Kept => ({ known: new Map<string, KeptValue>(), store: openMonths<EventTexts>(undefined, 'texts') })
const rowsOf = ({ id }: ListedEvent) => rows.find(({ event }) => event.id === id)
const whole = eventsCalendar(
  rows.map(({ event }) => event),
  site,
  now,
)

test('the calendar of all events is made of those of months, and needs no texts of events once these are kept', () => {
  const kept = nothing()
  expect(build(events, kept)).toMatchObject({ missing: ['1', '2', '3'], calendar: whole })
  const again = build(events, { ...kept, store: openMonths<EventTexts>(undefined, 'texts') })
  expect(again).toMatchObject({ missing: [], calendar: whole })
  expect(() => again.of({ id: '1' })).toThrow()
})

test('an event that has changed has its month made again, of what is kept of the others', () => {
  const kept = nothing()
  build(events, kept)
  const [first, ...others] = events.map((event) => ({ ...event }))
  const edited = [{ ...first, digest: 'another' } as ListedEvent, ...others]
  expect(build(edited, kept)).toMatchObject({ missing: ['1'], calendar: whole })
  const withoutTexts = { ...kept, store: openMonths<EventTexts>(undefined, 'texts') }
  expect(build(edited.slice(1), withoutTexts).missing).toEqual(['2'])
})

test('a month in which an event begins is made again', () => {
  const kept = nothing()
  build(events, kept)
  const at = (events[0]?.times.startsAt ?? 0) + 1
  expect(build(events, kept, { at }).missing).toContain('1')
})

test('texts of an event whose own files are made are written, even if the calendar of its month is kept', () => {
  const kept = nothing()
  build(events, kept)
  const withoutTexts = { ...kept, store: openMonths<EventTexts>(undefined, 'texts') }
  const built = build(events, withoutTexts, { changed: events.slice(0, 1) })
  expect(built.missing).toEqual(['1'])
  expect(built.of({ id: '1' }).image).toMatch(/\.png$/)
})
