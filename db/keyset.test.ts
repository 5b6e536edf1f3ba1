import { expect, test } from 'vitest'
import { getPlace } from './keyset.ts'

test('a place keeps its microseconds', () => {
  const at = Date.parse('2026-11-20T18:00:00.123Z') * 1000
  expect(getPlace([at + 456, 'x'])).toEqual(['2026-11-20T18:00:00.123456Z', 'x'])
  expect(getPlace([at, 'x'])).toEqual(['2026-11-20T18:00:00.123000Z', 'x'])
  expect(getPlace([7, 'x'])).toEqual(['1970-01-01T00:00:00.000007Z', 'x'])
  expect(getPlace([Date.parse('2026-11-20T18:00:59Z') * 1000, 'x'])[0]).toBe('2026-11-20T18:00:59.000000Z')
})
