import { expect, test } from 'vitest'
import { isPastDue } from './event-task.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['Pacific/Honolulu', '2027-01-08T09:59:59Z', false],
  ['Pacific/Honolulu', '2027-01-08T10:00:00Z', true],
  ['America/Chicago', '2027-01-08T05:59:59Z', false],
  ['America/Chicago', '2027-01-08T06:00:00Z', true],
  ['Asia/Tokyo', '2027-01-07T14:59:59Z', false],
  ['Asia/Tokyo', '2027-01-07T15:00:00Z', true],
])('a task that is due on a day is late once that day is over in %s, at %s: %s', (zone, now, isLate) => {
  expect(isPastDue({ dueOn: '2027-01-07' }, zone, at(now))).toBe(isLate)
})
