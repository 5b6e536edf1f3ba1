import { expect, test } from 'vitest'
import { formatAge, formatAgo, getDay, momentIn } from './moment.ts'

const NOW = Date.parse('2026-11-21T18:00:00Z')
const MINUTE = 60_000

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
])('%i milliseconds ago is %s', (age, words) => {
  expect(formatAgo(NOW - age, NOW)).toBe(words)
})

test('a column has the short form of a minute', () => {
  expect(formatAge(NOW - 59 * MINUTE, NOW)).toBe('59 min ago')
  expect(formatAge(NOW - 23 * 60 * MINUTE, NOW)).toBe('23 hours ago')
})

test('what is older is named by its day', () => {
  expect(formatAgo(NOW - 3 * 24 * 60 * MINUTE, NOW)).toMatch(/^on Nov 1\d, 2026$/)
  expect(formatAge(NOW - 3 * 24 * 60 * MINUTE, NOW)).toMatch(/^Nov 1\d, 2026$/)
})

test('a calendar day is the same day wherever the admin is', () => {
  expect(getDay('2027-01-21')).toBe('Thu, Jan 21, 2027')
})

test('a moment of an event is shown in the zone of the event, and midnight is the end of the day before', () => {
  expect(momentIn('America/Chicago', Date.parse('2027-01-21T14:30:00Z'))).toBe('Thu, Jan 21, 8:30 AM CST')
  expect(momentIn('America/Chicago', Date.parse('2027-07-21T13:30:00Z'))).toBe('Wed, Jul 21, 8:30 AM CDT')
  expect(momentIn('America/Chicago', Date.parse('2026-12-12T06:00:00Z'))).toBe('Fri, Dec 11, end of day CST')
  expect(momentIn('America/Chicago', Date.parse('2026-12-12T18:00:00Z'))).toBe('Sat, Dec 12, 12:00 PM CST')
})
