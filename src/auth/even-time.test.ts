import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inEvenTime } from './even-time.ts'

vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}))
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const taking = (milliseconds: number) => () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const toTime = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  const done = inEvenTime(250, work).then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  )
  await vi.runAllTimersAsync()
  return done
}

test.each([
  [0, 250],
  [1, 250],
  [249, 250],
  [251, 500],
  [600, 750],
])('work of %i milliseconds is answered after %i, and up to a tenth of a step more', async (milliseconds, step) => {
  const time = await toTime(taking(milliseconds))
  expect(time).toBeGreaterThanOrEqual(step)
  expect(time).toBeLessThanOrEqual(step + 25)
})

test('what fails takes as long as what succeeds, and fails', async () => {
  expect(await toTime(() => Promise.reject(new Error('taken')))).toBeLessThanOrEqual(275)
  const late = await toTime(() => taking(100)().then(() => Promise.reject(new Error('taken'))))
  expect(late).toBeGreaterThanOrEqual(250)
  const failing = expect(inEvenTime(250, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken')
  await vi.runAllTimersAsync()
  await failing
})
