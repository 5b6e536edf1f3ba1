import { expect, test } from 'vitest'
import { BAN_ENDS, banEnd } from './ban-end.ts'

test('every choice is an end, or none', () => {
  const now = Date.parse('2026-11-20T18:00:00Z')
  const day = 86_400_000
  expect(BAN_ENDS.map(([days]) => banEnd(days, now))).toEqual([
    now + day,
    now + 7 * day,
    now + 30 * day,
    now + 365 * day,
    null,
  ])
})
