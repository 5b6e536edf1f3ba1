import { expect, test } from 'vitest'
import { durationWords, forumDateTime, forumDay, forumMoment } from './forum-time.ts'

const lateInKansas = Date.parse('2026-11-22T04:05:00Z')

test('a moment is said by the clock of UTC, wherever the page is made', () => {
  expect(forumDay(lateInKansas)).toBe('Nov 22, 2026')
  expect(forumMoment(lateInKansas)).toBe('Nov 22, 2026, 04:05 UTC')
  expect(forumDateTime(lateInKansas)).toBe('2026-11-22T04:05:00.000Z')
})

test('midnight is the hour 00', () => {
  expect(forumMoment(Date.parse('2026-01-02T00:00:00Z'))).toBe('Jan 2, 2026, 00:00 UTC')
})

test.each([
  [10, '10 seconds'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [5_400, '1 hour 30 minutes'],
  [86_400, '1 day'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})
