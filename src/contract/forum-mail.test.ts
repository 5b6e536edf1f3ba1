import { expect, test } from 'vitest'
import { digestTime } from './forum-mail.ts'

test.each([
  ['UTC', Date.UTC(2026, 10, 22, 23, 30), '7:00 AM'],
  ['America/Chicago', Date.UTC(2026, 10, 22, 23, 30), '1:00 AM'],
  ['America/Chicago', Date.UTC(2026, 6, 1), '2:00 AM'],
  ['Asia/Kolkata', Date.UTC(2026, 6, 1), '12:30 PM'],
])('in %s the daily mail of %i goes at %s', (zone, now, time) => {
  expect(digestTime(now, zone)).toBe(time)
})
