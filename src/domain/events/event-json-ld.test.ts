import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventConfig } from '#src/contract/event.ts'
import { EARLY_BIRD_PACKAGE, VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { getPhases } from '#src/contract/phases.ts'
import { emptyFields, someRows } from '#tests/support/event-fixture.ts'
import { day, zone } from '#tests/support/wall-clock.ts'
import { eventJsonLd } from './event-json-ld.ts'

const page = {
  url: 'https://workshops.example/event/tulsa-2027',
  imageUrl: 'https://workshops.example/og/tulsa-2027.png?v=1',
  description: 'A day on your own assets',
  siteUrl: 'https://workshops.example',
  siteName: 'Uptime Workshops',
}
const early = Date.parse('2026-12-01T12:00:00Z')
const standard = Date.parse('2027-01-10T12:00:00Z')
const past = Date.parse('2027-02-01T12:00:00Z')
const open = 'https://schema.org/InStock'

const dataOf = (changes: Partial<EventConfig> = {}, now = early) => eventJsonLd(someRows(changes), page, now)
const getOffers = (changes: Partial<EventConfig> = {}, now = early) =>
  [dataOf(changes, now).offers ?? []].flat().map((offer) => Object(offer))

describe('what search engines read about an event', () => {
  test('when and where it takes place', () => {
    expect(dataOf()).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: 'Tulsa Reliability Workshop',
      startDate: '2027-01-21T08:30:00-06:00',
      endDate: '2027-01-21T15:45:00-06:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: 'Foundry Hall',
        address: { streetAddress: '12 Mill Street', addressLocality: 'Tulsa', addressRegion: 'Oklahoma' },
      },
      organizer: { '@type': 'Organization', name: 'Uptime Workshops', url: 'https://workshops.example' },
      performer: [{ '@type': 'Person', name: 'Ada Quill', jobTitle: 'Trainer' }],
      image: ['https://workshops.example/og/tulsa-2027.png?v=1'],
    })
  })

  test('the offset is the one that holds on that day', () => {
    expect(dataOf({ eventDate: '2027-07-21' }).startDate).toBe('2027-07-21T08:30:00-05:00')
    expect(dataOf({ eventTimezone: 'UTC' }).startDate).toBe('2027-01-21T08:30:00+00:00')
  })

  test('dates name the very instants of the page, in every zone and on days when clocks jump', () => {
    fc.assert(
      fc.property(zone, day, (eventTimezone, eventDate) => {
        const changes = { eventTimezone, eventDate, earlyBirdDeadline: null }
        const { startsAt, endsAt } = getPhases(someRows(changes).event)
        const data = dataOf(changes)
        expect(Date.parse(String(data.startDate))).toBe(startsAt)
        expect(Date.parse(String(data.endDate))).toBe(endsAt)
      }),
    )
  })

  test.each([
    ['cancelled', {}, { eventStatus: 'https://schema.org/EventCancelled' }],
    ['postponed', {}, { eventStatus: 'https://schema.org/EventPostponed' }],
    ['moved', {}, { eventStatus: 'https://schema.org/EventScheduled' }],
    ['moved', { previousEventDate: '2027-01-21' }, { eventStatus: 'https://schema.org/EventScheduled' }],
    [
      'moved',
      { previousEventDate: '2026-10-15' },
      { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: '2026-10-15T08:30:00-05:00' },
    ],
  ] as const)('an event that is %s with %o', (status, changes, expected) => {
    const data = dataOf({ status, ...changes })
    expect(data).toMatchObject(expected)
    expect('previousStartDate' in data).toBe('previousStartDate' in expected)
  })

  test('a portrait is not named, whose address is longer than all else of a person', () => {
    const team = someRows().team.map((member) => ({ ...member, photoUrl: '/media/abc' }))
    const data = eventJsonLd(someRows({}, { team }), page, early)
    expect(data.performer).toEqual([{ '@type': 'Person', name: 'Ada Quill', jobTitle: 'Trainer' }])
  })

  test('an event with empty fields claims nothing it does not know', () => {
    const data = eventJsonLd(someRows(emptyFields, { team: [] }), page, early)
    expect(data.location).toEqual({
      '@type': 'Place',
      name: VENUE_UNKNOWN,
      address: { '@type': 'PostalAddress' },
    })
    expect('performer' in data).toBe(false)
    expect(data.offers).toMatchObject([{ price: 395, url: page.url }])
    expect(JSON.stringify(data)).not.toContain('availability')
  })
})

describe('the offers', () => {
  test('the early one holds until the deadline is over there, the standard one from then to the start', () => {
    expect(getOffers()).toEqual([
      {
        '@type': 'Offer',
        name: EARLY_BIRD_PACKAGE,
        price: 395,
        priceCurrency: 'USD',
        validFrom: '2026-10-05T09:00:00-05:00',
        priceValidUntil: '2027-01-01T00:00:00-06:00',
        url: 'https://register.uptime-workshops.example/tulsa-2027',
        availability: open,
      },
      {
        '@type': 'Offer',
        name: 'Standard price',
        price: 495,
        priceCurrency: 'USD',
        validFrom: '2027-01-01T00:00:00-06:00',
        priceValidUntil: '2027-01-21T08:30:00-06:00',
        url: 'https://register.uptime-workshops.example/tulsa-2027',
        availability: open,
      },
    ])
  })

  test.each([
    ['an event whose publication nobody wrote down', { publishedAt: null }],
    ['one without a way to register', { registrationUrl: null }],
  ] as const)('the early one of %s claims no beginning', (_, changes) => {
    expect(getOffers(changes)[0]).not.toHaveProperty('validFrom')
  })

  test('no offer begins after the moment the page is made for', () => {
    expect(getOffers({ publishedAt: past })[0]).toMatchObject({ validFrom: '2026-12-01T06:00:00-06:00' })
  })

  test.each([
    ['before the deadline', {}, early, [395, 495]],
    ['after the deadline', {}, standard, [495]],
    ['after the event', {}, past, []],
    ['cancelled', { status: 'cancelled' }, early, []],
    ['postponed', { status: 'postponed' }, early, []],
    ['moved', { status: 'moved' }, early, [395, 495]],
    ['without a registration address', { registrationUrl: null }, early, [395, 495]],
    ['without a standard price', { standardPrice: null }, early, [395]],
    ['without a deadline', { earlyBirdDeadline: null }, standard, [395]],
  ] as const)('%s, only what is not over is offered', (_, changes, now, expected) => {
    const offers = getOffers(changes, now)
    expect(offers.map((offer) => offer.price)).toEqual(expected)
    const known = 'registrationUrl' in changes ? undefined : open
    for (const { availability } of offers) expect(availability).toBe(known)
  })

  test('an event without any says nothing of offers', () => {
    expect(dataOf({}, past)).not.toHaveProperty('offers')
  })
})
