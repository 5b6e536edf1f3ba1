import { describe, expect, test } from 'vitest'
import { someRows } from '#tests/support/event-fixture.ts'
import { toLanding } from './landing.ts'
import { valueAt } from './phases.ts'
import { readClock } from './today.ts'

const at = (text: string) => Date.parse(`2027-01-${text}-06:00`)
const filled = { venueRoom: 'Pattern Shop', guestWifi: 'Guest, torque', forumPath: '/forum/category/general' }
const agenda = ['8:30am', 'later', '9:30am', '9:00am', '1:45 PM', '6pm'].map((timeSlot, place) => ({
  timeSlot,
  title: `Slot ${place}`,
  description: null,
}))
const todayOf = (now: number, changes = {}, parts = {}) => toLanding(someRows(changes, parts), now).today

describe('what a page shows on the day', () => {
  test('is in pages that are made from the day before until the end, by the zone of the event', () => {
    expect(todayOf(at('19T23:59:59'), filled)).toBeUndefined()
    expect(todayOf(at('20T00:00:00'), filled)).toMatchObject({
      from: at('21T00:00:00'),
      until: at('21T15:45:00'),
      room: 'Pattern Shop',
      wifi: 'Guest, torque',
      forumPath: '/forum/category/general',
    })
    expect(todayOf(at('21T15:44:59'), filled)).toBeDefined()
    expect(todayOf(at('21T15:45:00'), filled)).toBeUndefined()
  })

  test('is nothing for an event that is called off, or of which nothing is known', () => {
    expect(todayOf(at('21T09:00:00'), { ...filled, status: 'postponed' })).toBeUndefined()
    expect(todayOf(at('21T09:00:00'), {}, { agenda: null })).toBeUndefined()
    expect(todayOf(at('21T09:00:00'))).not.toHaveProperty('room')
  })

  test('says what is on and what comes next, leaving out slots without a time, out of order or after the end', () => {
    const program = todayOf(at('21T00:00:00'), {}, { agenda })?.program ?? []
    const titles = (time: string) => {
      const { now, next } = valueAt(program, at(`21T${time}:00`))
      return [now?.title, next?.title]
    }
    expect(titles('00:00')).toEqual([undefined, 'Slot 0'])
    expect(titles('08:30')).toEqual(['Slot 0', 'Slot 2'])
    expect(titles('13:44')).toEqual(['Slot 2', 'Slot 4'])
    expect(titles('15:44')).toEqual(['Slot 4', undefined])
    expect(() => titles('15:45')).toThrow()
  })
})

test.each([
  ['8:30am', '08:30'],
  ['8.30 A.M. - 9:15', '08:30'],
  ['12pm', '12:00'],
  ['12:05 AM', '00:05'],
  ['13:45', '13:45'],
  ['8', undefined],
  ['13 pm', undefined],
  ['25:00', undefined],
  ['After lunch', undefined],
])('%s begins at %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})
