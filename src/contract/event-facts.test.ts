import { expect, test } from 'vitest'
import { compareFacts, eventFacts } from './event-facts.ts'
import type { EventFacts } from './mail-rule.ts'

const known: EventFacts = {
  eventDate: '2027-01-21',
  timeStart: '08:30:00',
  timeEnd: '15:45:00',
  timeZone: 'America/Chicago',
  venue: 'Foundry Hall',
  address: '1 Mill Road',
  city: 'Tulsa',
  status: 'scheduled',
}
const news = (now: Partial<EventFacts>, before: Partial<EventFacts> = {}) =>
  compareFacts({ ...known, ...before }, { ...known, ...now })

test('what reads the same is no news', () => {
  expect(news({})).toBeUndefined()
  expect(news({ timeStart: '08:30' })).toBeUndefined()
  expect(news({ status: 'moved' })).toBeUndefined()
  expect(news({ status: 'scheduled' }, { status: 'moved' })).toBeUndefined()
  expect(news({ status: 'unpublished' }, { status: 'cancelled' })).toBeUndefined()
})

test('a moved event names the day before and after, and every other change', () => {
  expect(news({ status: 'moved', eventDate: '2027-03-04', venue: 'Dock 4' })).toEqual({
    news: 'moved',
    changes: [
      { label: 'Date', before: 'Thursday, January 21, 2027', now: 'Thursday, March 4, 2027' },
      { label: 'Place', before: 'Foundry Hall, 1 Mill Road, Tulsa', now: 'Dock 4, 1 Mill Road, Tulsa' },
    ],
  })
})

test('another zone at the same time of day is another time', () => {
  expect(news({ timeZone: 'America/Denver' })).toEqual({
    news: 'time',
    changes: [{ label: 'Time', before: '8:30 AM - 3:45 PM Central Time', now: '8:30 AM - 3:45 PM Mountain Time' }],
  })
})

test('a place that is no longer known is to be announced', () => {
  expect(news({ venue: null, address: null, city: null })).toMatchObject({
    news: 'place',
    changes: [{ label: 'Place', now: 'To be announced' }],
  })
})

test.each(['cancelled', 'postponed', 'unpublished'] as const)('an event that is %s is no more than that', (status) => {
  const difference = news({ status, eventDate: '2027-03-04', venue: null })
  expect(difference?.news).toBe(status)
  expect(difference?.changes.map(({ label }) => label)).toEqual(['Status'])
})

test('an event that takes place after all says so first', () => {
  expect(news({ eventDate: '2027-03-04' }, { status: 'postponed' })).toMatchObject({
    news: 'back',
    changes: [{ label: 'Status', before: 'Postponed', now: 'Takes place' }, { label: 'Date' }],
  })
})

test('facts are read from a mail only if they are whole', () => {
  expect(eventFacts.safeParse(known).data).toEqual(known)
  expect(eventFacts.safeParse({ eventDate: '2027-01-21' }).success).toBe(false)
})
