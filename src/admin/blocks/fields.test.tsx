import { expect, test } from 'vitest'
import { toNumber } from './fields.tsx'

test.each([
  ['395', 395],
  [' 1,250.50 ', 1250.5],
  ['0', 0],
  ['', null],
  ['   ', null],
  [null, null],
  [12, 12],
])('%o is read as %o', (typed, number) => {
  expect(toNumber(typed)).toBe(number)
})

test('what is no number stays as it was typed', () => {
  expect(toNumber('about 400')).toBe('about 400')
})
