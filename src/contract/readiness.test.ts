import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, someRows } from '#tests/support/event-fixture.ts'
import { draftEvent, type EventDraft } from './draft-event.ts'
import { eventInput } from './event.ts'
import { FALLBACK } from './fallback-copy.ts'
import { toLanding } from './landing.ts'
import { isReady, missingForPublishing, readiness } from './readiness.ts'

const registrationOrigin = 'https://register.uptime-workshops.example'
const { event, ...parts } = someRows()
const { id: _id, publishedAt: _published, version: _version, updatedAt: _updated, ...fields } = event
const registrationUrl = `${registrationOrigin}/tulsa-2027`
const full = {
  ...fields,
  registrationUrl,
  earlyBirdPrice: 395,
  courseValue: 750,
  eventTimeStart: '08:30',
  eventTimeEnd: '15:45',
}
const nothing = { agenda: [], team: [], vendors: [] }

const itemOf = (draft: EventDraft, field: string, given: Parameters<typeof readiness>[1]['parts'] = parts) =>
  readiness(draft, { registrationOrigin, parts: given }).find((item) => item.field === field)

describe('what an event still needs', () => {
  test('an event with every field filled is ready', () => {
    const items = readiness(full, { registrationOrigin, parts })
    expect(isReady(items)).toBe(true)
    expect(items.filter(({ state }) => state === 'missing')).toEqual([])
  })

  test('an empty form names everything that is required, and nothing else', () => {
    const missing = readiness({}, { registrationOrigin, parts: nothing }).filter(({ state }) => state === 'missing')
    expect(missing.map(({ field }) => field).toSorted()).toEqual([
      'earlyBirdPrice',
      'eventDate',
      'eventName',
      'eventSlug',
      'eventTimeEnd',
      'eventTimeStart',
      'registrationUrl',
    ])
  })

  test('a field that does not fit says why, in the words of the form', () => {
    expect(itemOf({ ...full, registrationUrl: 'https://elsewhere.example/x' }, 'registrationUrl')).toMatchObject({
      state: 'missing',
      note: `Registration URL must start with ${registrationOrigin}/`,
    })
    expect(itemOf({ ...full, metaTitle: 'x'.repeat(101) }, 'metaTitle')).toMatchObject({ state: 'missing' })
    expect(itemOf({ ...full, announcementText: 'x'.repeat(501) }, 'announcementText')).toMatchObject({
      state: 'missing',
      label: 'Announcement text',
    })
  })

  test('an empty field says what the page shows instead', () => {
    expect(itemOf({ ...full, heroCtaText: '' }, 'heroCtaText')).toMatchObject({
      state: 'fallback',
      note: FALLBACK.heroCtaText,
    })
    expect(itemOf({ ...full, heroTitle: null }, 'heroTitle')).toMatchObject({ note: full.eventName })
    expect(itemOf({ ...full, city: '' }, 'city')).toMatchObject({ state: 'left out' })
    expect(itemOf(full, 'agenda', nothing)).toMatchObject({ state: 'fallback' })
    expect(itemOf(full, 'team', nothing)).toMatchObject({ state: 'left out' })
  })

  test('what the list calls ready the server publishes', () => {
    const some = fc.record({
      eventDate: fc.constantFrom('2027-01-21', '2027-02-30', ''),
      eventTimeStart: fc.constantFrom('08:30', '', '16:00'),
      registrationUrl: fc.constantFrom(`${registrationOrigin}/a`, 'http://x', ''),
      eventTimezone: fc.constantFrom('America/Chicago', 'Mars/Olympus'),
    })
    fc.assert(
      fc.property(some, (changes) => {
        const draft = { ...full, ...changes }
        const parsed = eventInput(registrationOrigin).safeParse(draft)
        expect(isReady(readiness(draft, { registrationOrigin, parts }))).toBe(parsed.success)
        if (parsed.success) expect(missingForPublishing(parsed.data)).toEqual([])
      }),
    )
  })
})

describe('the event a form would make', () => {
  test('is the event it was filled from', () => {
    expect(draftEvent(full, event)).toEqual({ ...anEvent(), eventTimeStart: '08:30', eventTimeEnd: '15:45' })
  })

  test('does not exist without a date', () => {
    for (const eventDate of ['', '2027-02-30', 'soon']) expect(draftEvent({ ...full, eventDate })).toBeNull()
  })

  test('always makes a page, whatever is typed', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.double(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(fc.string()),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(full)), anything, (field, value) => {
        const made = draftEvent({ ...full, eventDate: '2027-01-21', ...(field !== 'eventDate' && { [field]: value }) })
        if (!made) throw new Error('There is a date')
        expect(toLanding({ event: made, ...parts }, 0).slug).toBe(made.eventSlug)
      }),
    )
  })
})
