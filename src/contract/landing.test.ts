import { describe, expect, test } from 'vitest'
import { anEvent, emptyFields, someRows } from '#tests/support/event-fixture.ts'
import { toLanding } from './landing.ts'
import { valueAt } from './phases.ts'

const early = Date.parse('2026-12-01T12:00:00Z')
const standard = Date.parse('2027-01-10T12:00:00Z')
const during = Date.parse('2027-01-21T18:00:00Z')
const after = Date.parse('2027-03-01T00:00:00Z')

describe('the hero', () => {
  test('shows title, date, time range with the zone in words, and venue', () => {
    const { hero } = toLanding(someRows(), early)
    expect(hero).toMatchObject({
      title: 'Stop the next breakdown',
      date: 'Thursday, January 21, 2027',
      dateTime: '2027-01-21',
      timeRange: '8:30 AM - 3:45 PM Central Time',
      city: 'Tulsa, Oklahoma',
      venue: { name: 'Foundry Hall', address: '12 Mill Street' },
    })
  })

  test('falls back to the event name and the specified time', () => {
    const { hero } = toLanding(someRows(emptyFields), early)
    expect(hero.title).toBe('Tulsa Reliability Workshop')
    expect(hero.timeRange).toBe('8:30 AM - 3:45 PM Central Time')
    expect(hero.venue.name).toBe('Venue to be announced')
  })
})

describe('price', () => {
  const priceAt = (now: number, changes = {}) => valueAt(toLanding(someRows(changes), now).hero.offer, now)

  test('is the early-bird package with its total value until the deadline', () => {
    expect(priceAt(early)).toEqual({
      phase: 'early-bird',
      label: 'Early Bird Package',
      price: '$395',
      note: 'Early bird ends Thursday, December 31, 2026',
      totalValue: '$1,145',
      included: 'Includes Failure Analysis Basics, a $750 value',
    })
  })

  test('falls back to 395, 750 and a total of 1,145', () => {
    expect(priceAt(early, emptyFields)).toMatchObject({ price: '$395', totalValue: '$1,145' })
  })

  test('is the standard price after the deadline', () => {
    expect(priceAt(standard)).toMatchObject({ phase: 'standard', price: '$495' })
  })

  test('is left to the registration page when no standard price is set, never invented', () => {
    expect(priceAt(standard, { standardPrice: null })).not.toHaveProperty('price')
  })

  test.each([during, after])('is gone once registration is closed (%i)', (now) => {
    expect(priceAt(now)).not.toHaveProperty('price')
  })

  test('keeps cents when there are any', () => {
    expect(priceAt(early, { earlyBirdPrice: 99.5, courseValue: 0.5 })).toMatchObject({
      price: '$99.50',
      totalValue: '$100',
    })
  })
})

describe('registration', () => {
  const registerAt = (now: number, changes = {}) => valueAt(toLanding(someRows(changes), now).register, now)

  test('is a link with the event’s own label, or the default one', () => {
    expect(registerAt(early)).toEqual({
      href: 'https://register.uptime-workshops.example/tulsa-2027',
      label: 'Save my seat',
    })
    expect(registerAt(standard, { heroCtaText: null })).toMatchObject({ label: 'Register Now' })
  })

  const others = { href: '/events', label: 'See upcoming workshops' }

  test.each([
    [during, {}, { closed: 'Registration is closed. The workshop is under way.', others }],
    [after, {}, { closed: 'This workshop has taken place.', others }],
    [early, { status: 'cancelled' }, { closed: 'This workshop is cancelled. Registration is closed.', others }],
    [
      early,
      { status: 'postponed' },
      { closed: 'This workshop is postponed. Registration reopens with the new date.', others },
    ],
    [early, { registrationUrl: null }, { closed: 'Registration is not open yet.' }],
  ] as const)('is closed with a reason (%#)', (now, changes, expected) => {
    expect(registerAt(now, changes)).toEqual(expected)
  })

  test('leads to the next workshop where there is one', () => {
    const next = anEvent({ id: 'n', eventSlug: 'omaha', city: 'Omaha', state: null, eventDate: '2027-02-03' })
    const { register } = toLanding(someRows(), during, { next })
    expect(valueAt(register, during)).toMatchObject({
      others: { href: '/event/omaha', label: 'The next workshop: Omaha, Feb 3' },
    })
  })

  test('is open until the start, and never for an event that is called off', () => {
    expect(toLanding(someRows(), early).openUntil).toBe(Date.parse('2027-01-21T14:30:00Z'))
    for (const status of ['cancelled', 'postponed'] as const)
      expect(toLanding(someRows({ status }), early)).not.toHaveProperty('openUntil')
  })
})

describe('a called-off or moved event', () => {
  test.each(['cancelled', 'postponed'] as const)(
    '%s is said in banner, notice, price and register, and there is no letter',
    (status) => {
      const landing = toLanding(someRows({ status }), early)
      const word = new RegExp(status, 'i')
      expect(landing.notice?.title).toMatch(word)
      expect(landing).not.toHaveProperty('letter')
      for (const part of ['banner', 'register'] as const)
        for (const span of landing[part]) expect(JSON.stringify(span.value)).toMatch(word)
      for (const span of landing.hero.offer) expect(span.value.label).toMatch(word)
    },
  )

  test('moved shows the day it was first announced for', () => {
    const landing = toLanding(someRows({ status: 'moved', previousEventDate: '2027-01-14' }), early)
    expect(landing.hero.previousDate).toBe('Thursday, January 14, 2027')
    expect(landing.notice?.text).toBe('It now takes place on Thursday, January 21, 2027 at Foundry Hall.')
  })

  test('the organizer’s own sentence wins', () => {
    expect(toLanding(someRows({ status: 'cancelled', statusNote: 'The venue flooded.' }), early).notice?.text).toBe(
      'The venue flooded.',
    )
  })
})

describe('agenda, partners and team', () => {
  test('an event without an agenda shows the nine slots from 8:30am to 3:30pm', () => {
    const slots = toLanding(someRows({}, { agenda: [] }), early).agenda?.slots ?? []
    expect(slots).toHaveLength(9)
    expect([slots[0]?.timeSlot, slots[8]?.timeSlot]).toEqual(['8:30am', '3:30pm'])
  })

  test('parts that could not be read are null, so that their sections can say so', () => {
    const landing = toLanding(someRows({}, { agenda: null, vendors: null }), early)
    expect(landing.agenda).toBeNull()
    expect(landing.partners).toBeNull()
  })

  test('a logo known to be missing drops its partner; a partner that never had one stays by name', () => {
    const vendor = { vendorName: 'X', websiteUrl: null, description: null }
    const vendors = [
      { ...vendor, id: 'a', logoUrl: '/gone.svg' },
      { ...vendor, id: 'b', logoUrl: null },
      { ...vendor, id: 'c', logoUrl: '/here.svg' },
    ]
    const findPicture = (src: string) => (src === '/gone.svg' ? null : { src, width: 10, height: 5 })
    const { partners } = toLanding(someRows({}, { vendors }), early, { findPicture })
    expect(partners?.map((partner) => partner.id)).toEqual(['b', 'c'])
    expect(partners?.[1]?.logo).toEqual({ src: '/here.svg', width: 10, height: 5 })
  })
})
