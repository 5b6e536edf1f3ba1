import { expect, test } from 'vitest'
import { type BuildFacts, getAskStep, retryDelay, timeoutAfter } from './rebuild-plan.ts'

const MINUTE = 60_000
const idle: BuildFacts = {
  askAge: 10 * MINUTE,
  isAskOpen: false,
  isBuilding: false,
  isLocked: false,
  hasQueued: true,
  hasNew: false,
  repeats: 0,
  failures: 0,
  failureAge: null,
}
const timing = { askPatience: 55_000, repeats: 6 }
const step = (facts: Partial<BuildFacts>, boundaryAge: number | null = null) =>
  getAskStep({ ...idle, ...facts }, { boundaryAge, timing })

test('a queued build that was never requested is requested', () => {
  expect(step({ askAge: null })).toBe('ask')
  expect(step({ hasNew: true })).toBe('ask')
})

test('an ask is given its time, then it is made again as lost', () => {
  expect(step({ isAskOpen: true, askAge: 54_999 })).toBe('waiting')
  expect(step({ isAskOpen: true, askAge: 55_000 })).toBe('askAgain')
})

test('a running build is joined by one more at most', () => {
  expect(step({ isBuilding: true, hasQueued: false })).toBe('waiting')
  expect(step({ isBuilding: true, hasNew: true })).toBe('ask')
  expect(step({ isBuilding: true, hasNew: true, isAskOpen: true })).toBe('waiting')
})

test('failing builds are retried ever more rarely, a new edit at once', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 50].map((failures) => retryDelay(failures) / MINUTE)
  expect(delays).toEqual([0, 0, 0, 4, 16, 64, 240, 240])
  const failing = { hasQueued: false, failures: 4, failureAge: 15 * MINUTE }
  expect(step(failing)).toBe('waiting')
  expect(step({ ...failing, failureAge: 16 * MINUTE })).toBe('askAgain')
  expect(step({ ...failing, hasQueued: true, hasNew: true })).toBe('ask')
})

test('after six repeats in 30 days only something new is asked for', () => {
  const spent = { repeats: 6, hasQueued: false, failures: 1, failureAge: 10 * MINUTE }
  expect(step(spent)).toBe('givenUp')
  expect(step({ ...spent, hasNew: true })).toBe('ask')
  expect(step(spent, 9 * MINUTE)).toBe('ask')
  expect(step(spent, 11 * MINUTE)).toBe('givenUp')
})

test('a locked host is asked for nothing', () => {
  expect(step({ isLocked: true, hasNew: true })).toBe('locked')
})

test('a running build is waited for three times as long as the slowest of the last ones took, within bounds', () => {
  const most = 20 * MINUTE
  expect(timeoutAfter([], most)).toBe(most)
  expect(timeoutAfter([MINUTE, 2 * MINUTE, 90_000], most)).toBe(6 * MINUTE)
  expect(timeoutAfter([4_000, 5_000], most)).toBe(2 * MINUTE)
  expect(timeoutAfter([19 * MINUTE], most)).toBe(most)
})
