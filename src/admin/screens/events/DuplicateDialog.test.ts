import { expect, test } from 'vitest'
import { daysBefore, shiftedDay } from './DuplicateDialog.tsx'

test.each([
  ['2026-12-31', '2027-01-21', '2028-03-09', '2028-02-17'],
  ['2027-03-01', '2027-03-15', '2027-03-14', '2027-02-28'],
  ['2027-01-21', '2027-01-21', '2027-11-07', '2027-11-07'],
])('%s, of an event that goes from %s to %s, becomes %s', (day, from, to, expected) => {
  expect(shiftedDay(day, from, to)).toBe(expected)
  expect(daysBefore(expected, to)).toBe(daysBefore(day, from))
})

test('while a day is half typed there is none', () => {
  expect(shiftedDay('2026-12-31', '2027-01-21', '')).toBeUndefined()
})
