import { expect, test } from 'vitest'
import { type BuildFacts, isTimeToAsk, retryDelay, timeoutAfter } from './rebuild-plan.ts'

const MINUTE = 60_000
const idle: BuildFacts = {
  askAge: null,
  isAskOpen: false,
  isBuilding: false,
  hasQueued: true,
  failures: 0,
  failureAge: null,
}
const asks = (facts: Partial<BuildFacts>) => isTimeToAsk({ ...idle, ...facts }, { askPatience: 55_000 })

test('a wish that nobody was asked for is asked for', () => {
  expect(asks({})).toBe(true)
})

test('an ask is given its time, then taken for lost', () => {
  expect(asks({ isAskOpen: true, askAge: 54_999 })).toBe(false)
  expect(asks({ isAskOpen: true, askAge: 55_000 })).toBe(true)
})

test('a running build is joined by one more at most', () => {
  expect(asks({ isBuilding: true, hasQueued: false })).toBe(false)
  expect(asks({ isBuilding: true })).toBe(true)
  expect(asks({ isBuilding: true, isAskOpen: true, askAge: 10 * MINUTE })).toBe(false)
})

test('failing builds are retried ever more rarely, a new edit at once', () => {
  expect([0, 1, 2, 3, 4, 5, 8, 50].map((failures) => retryDelay(failures) / MINUTE)).toEqual([0, 0, 0, 2, 4, 8, 60, 60])
  const failing = { hasQueued: false, failures: 4, failureAge: 3 * MINUTE }
  expect(asks(failing)).toBe(false)
  expect(asks({ ...failing, failureAge: 4 * MINUTE })).toBe(true)
  expect(asks({ ...failing, hasQueued: true })).toBe(true)
})

test('a running build is waited for three times as long as the slowest of the last ones took, within bounds', () => {
  const most = 20 * MINUTE
  expect(timeoutAfter([], most)).toBe(most)
  expect(timeoutAfter([MINUTE, 2 * MINUTE, 90_000], most)).toBe(6 * MINUTE)
  expect(timeoutAfter([4_000, 5_000], most)).toBe(2 * MINUTE)
  expect(timeoutAfter([19 * MINUTE], most)).toBe(most)
})
