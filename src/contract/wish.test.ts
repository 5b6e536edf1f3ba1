import { expect, test } from 'vitest'
import { monthShipped } from './wish.ts'

test('the month a wish was shipped in is that of UTC, wherever it is shown', () => {
  expect(monthShipped(Date.parse('2026-10-31T23:59:59Z'))).toBe('October 2026')
  expect(monthShipped(Date.parse('2026-11-01T00:00:00Z'))).toBe('November 2026')
})
