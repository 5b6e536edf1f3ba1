import { expect, test } from 'vitest'
import { addMonths, dayAfter, sameDayIn, spanOf, weeksOf } from './calendar-days.ts'

test('a month has the weeks that it touches, from Sunday to Saturday', () => {
  const weeks = weeksOf('2027-01')
  expect(weeks.map((week) => [week[0], week.at(-1)])).toEqual([
    ['2026-12-27', '2027-01-02'],
    ['2027-01-03', '2027-01-09'],
    ['2027-01-10', '2027-01-16'],
    ['2027-01-17', '2027-01-23'],
    ['2027-01-24', '2027-01-30'],
    ['2027-01-31', '2027-02-06'],
  ])
  expect(weeksOf('2026-02')).toHaveLength(4)
})

test('each view asks for the days that it shows', () => {
  expect(spanOf('month', '2027-01')).toEqual({ from: '2026-12-27', to: '2027-02-06' })
  expect(spanOf('list', '2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(spanOf('year', '2028-02')).toEqual({ from: '2028-01-01', to: '2028-12-31' })
})

test.each([
  ['ArrowLeft', '2026-12-31'],
  ['ArrowDown', '2027-01-08'],
  ['Home', '2026-12-27'],
  ['End', '2027-01-02'],
  ['PageUp', '2026-12-01'],
  ['PageDown', '2027-02-01'],
  ['a', undefined],
])('%s leads from New Year to %s', (key, day) => {
  expect(dayAfter(key, '2027-01-01')).toBe(day)
})

test('a shorter month ends on its last day', () => {
  expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28')
  expect(addMonths('2027-01', -13)).toBe('2025-12')
})
