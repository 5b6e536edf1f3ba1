import { describe, expect, test } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { toLanding } from './landing.ts'

const linksOf = (changes = {}) =>
  toLanding(someRows(changes), 0).calendarLinks.map(({ service, href }) => [service, new URL(href)] as const)

describe('links to calendars', () => {
  test.each([
    ['winter', { eventDate: '2027-01-21' }, '2027-01-21T14:30:00Z', '2027-01-21T21:45:00Z'],
    ['summer', { eventDate: '2027-07-21', earlyBirdDeadline: null }, '2027-07-21T13:30:00Z', '2027-07-21T20:45:00Z'],
    [
      'another zone, over midnight in UTC',
      { eventTimezone: 'America/Los_Angeles', eventTimeEnd: '17:00' },
      '2027-01-21T16:30:00Z',
      '2027-01-22T01:00:00Z',
    ],
  ])('name the moments of the event in UTC: %s', (_, changes, start, end) => {
    const short = (text: string) => text.replace(/[-:]/g, '')
    for (const [service, { searchParams }] of linksOf(changes)) {
      const times =
        searchParams.get('dates') ??
        [
          searchParams.get('startdt') ?? searchParams.get('st'),
          searchParams.get('enddt') ?? searchParams.get('et'),
        ].join('/')
      expect(short(times), service).toBe(`${short(start)}/${short(end)}`)
    }
  })

  test('carry name and place, whatever is in them, to the services by https', () => {
    const links = linksOf({ eventName: 'Pumps & seals #1 = 100%', venueName: 'A&B "Hall"', venueAddress: null })
    expect(links.map(([, { host }]) => host)).toEqual([
      'calendar.google.com',
      'outlook.live.com',
      'outlook.office.com',
      'calendar.yahoo.com',
    ])
    for (const [, { protocol, searchParams, hash }] of links) {
      const of = (...names: string[]) => names.map((name) => searchParams.get(name)).find((value) => value !== null)
      expect([protocol, of('text', 'subject', 'title'), of('location', 'in_loc'), hash]).toEqual([
        'https:',
        'Pumps & seals #1 = 100%',
        'A&B "Hall", Tulsa, Oklahoma',
        '',
      ])
    }
  })
})
