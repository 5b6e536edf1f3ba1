import { expect, test } from 'vitest'
import { formatDuration, plural } from './plural.ts'

const MINUTE = 60_000

test.each([
  [0, '0 minutes'],
  [MINUTE, '1 minute'],
  [119 * MINUTE, '119 minutes'],
  [120 * MINUTE, '2 hours'],
  [47 * 60 * MINUTE, '47 hours'],
  [48 * 60 * MINUTE, '2 days'],
  [1_000 * 24 * 60 * MINUTE, '1,000 days'],
])('%i milliseconds are %s', (span, words) => {
  expect(formatDuration(span)).toBe(words)
})

test.each([
  [1, '1 person'],
  [1_200, '1,200 people'],
])('of an irregular noun, %i is %s', (count, words) => {
  expect(plural(count, 'person', 'people')).toBe(words)
})
