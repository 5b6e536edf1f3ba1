import { expect, test } from 'vitest'
import { MOST_TRIES, pauseAfter } from './claim.ts'

test('tries come after 1, 5 and 30 minutes, 2 and 12 hours, then every 12 hours; the eighth is the last (OB4)', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7].map((tries) => (pauseAfter(tries) ?? 0) / 60_000)
  expect(minutes).toEqual([1, 5, 30, 120, 720, 720, 720])
  expect(MOST_TRIES).toBe(8)
  expect(pauseAfter(8)).toBeNull()
  expect(pauseAfter(9)).toBeNull()
})
