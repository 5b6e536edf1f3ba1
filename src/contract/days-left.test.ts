import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'
import { startOfDayAfter } from './wall-clock.ts'

test.each([
  ['America/Chicago', '2026-12-31', '2026-12-31T23:59:59-06:00', 1],
  ['America/Chicago', '2026-12-31', '2026-12-31T00:00:00-06:00', 1],
  ['America/Chicago', '2026-12-31', '2026-12-30T23:59:59-06:00', 2],
  // Another day already where the reader is.
  ['Pacific/Auckland', '2026-12-31', '2026-12-30T12:00:00Z', 1],
  // A day of 25 hours and one of 23 in between.
  ['America/Chicago', '2026-11-05', '2026-10-31T00:30:00-05:00', 6],
  ['America/Chicago', '2027-03-16', '2027-03-13T23:30:00-06:00', 4],
])('in %s, the deadline %s, seen at %s, is %i days away', (zone, deadline, now, days) => {
  expect(daysLeft(startOfDayAfter(deadline, zone), Date.parse(now), zone)).toBe(days)
})
