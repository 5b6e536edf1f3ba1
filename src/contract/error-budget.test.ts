import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BURN_WINDOWS,
  type Calls,
  findBurn,
  getBudgetLeft,
  getBurnRate,
  isFreshEnough,
  LEAST_FAILURES,
} from './error-budget.ts'

const counts = fc.nat(1_000_000)
const calls: fc.Arbitrary<Calls> = fc.record({ ok: counts, failed: fc.nat(10_000) })

/** Calls that came evenly: the same in every minute. */
const evenly =
  ({ ok, failed }: Calls) =>
  (minutes: number) => ({ ok: ok * minutes, failed: failed * minutes })

test.each([
  [{ ok: 0, failed: 0 }, 0, 1],
  [{ ok: 999, failed: 1 }, 1, 0],
  [{ ok: 9_999, failed: 1 }, 0.1, 0.9],
  [{ ok: 1_000, failed: 0 }, 0, 1],
  [{ ok: 0, failed: 7 }, 1_000, -999],
])('of %o the budget burns %d times too fast', (given, rate, left) => {
  expect(getBurnRate(given)).toBeCloseTo(rate, 6)
  expect(getBudgetLeft(given)).toBeCloseTo(left, 6)
})

test.each([
  [{ ok: 980, failed: 20 }, 14.4],
  [{ ok: 990, failed: 10 }, 6],
  [{ ok: 998, failed: 2 }, 1],
  [{ ok: 9_995, failed: 5 }, undefined],
])('%o in each minute burn it at %d', (given, rate) => {
  expect(findBurn(evenly(given))?.rate).toBe(rate)
})

test('an outage that is over is no alarm, however bad it was', () => {
  const outage = (minutes: number) => ({ ok: 1_000 * minutes, failed: minutes < 60 ? 0 : 5_000 })
  expect(findBurn(outage)).toMatchObject({ rate: 1 })
  expect(findBurn((minutes) => ({ ok: 1_000 * minutes, failed: minutes < 4_320 ? 0 : 50_000 }))).toBeNull()
})

test('fewer than five failures are never an alarm, however few calls there are', () => {
  fc.assert(
    fc.property(counts, fc.nat(LEAST_FAILURES - 1), (ok, failed) => {
      expect(findBurn(() => ({ ok, failed }))).toBeNull()
    }),
  )
  expect(findBurn(() => ({ ok: 0, failed: LEAST_FAILURES }))?.rate).toBe(14.4)
})

test('an alarm means that both of its windows burn, and more failures never end it', () => {
  fc.assert(
    fc.property(fc.array(calls, { minLength: 6, maxLength: 6 }), fc.nat(1_000), (windows, more) => {
      const lengths = [...new Set(BURN_WINDOWS.flatMap(({ long, short }) => [long, short]))]
      const callsIn = (minutes: number) => windows[lengths.indexOf(minutes)] ?? { ok: 0, failed: 0 }
      const burn = findBurn(callsIn)
      const worse = findBurn((minutes) => ({ ...callsIn(minutes), failed: callsIn(minutes).failed + more }))
      if (!burn) return
      expect(getBurnRate(callsIn(burn.long))).toBeGreaterThanOrEqual(burn.rate)
      expect(getBurnRate(callsIn(burn.short))).toBeGreaterThanOrEqual(burn.rate)
      expect(worse?.rate).toBeGreaterThanOrEqual(burn.rate)
    }),
  )
})

test.each([
  [{ changes: 0, late: 0 }, true],
  [{ changes: 4, late: 4 }, true],
  [{ changes: 100, late: 5 }, false],
  [{ changes: 500, late: 5 }, true],
  [{ changes: 499, late: 5 }, false],
])('%o is fresh enough: %s', (given, isFresh) => {
  expect(isFreshEnough(given)).toBe(isFresh)
})
