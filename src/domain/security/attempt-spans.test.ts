import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getSpans, getUsual } from './attempt-spans.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const HOUR = 3_600_000
const failed = (count: number) => ({ succeeded: 0, failed: count, refused: 0 })

describe('what is usual', () => {
  test.each([
    [[], { median: 0, low: 0, high: 10 }],
    [[0, 0, 1, 0], { median: 0, low: 0, high: 10 }],
    [[100, 100, 100, 100], { median: 100, low: 70, high: 130 }],
    [[80, 100, 120, 900], { median: 110, low: 21, high: 199 }],
  ])('of %j is the median and the range around it, never less than ten', (counts, usual) => {
    expect(getUsual(counts)).toEqual(usual)
  })

  test('one wild day among four weeks does not widen it', () => {
    const calm = Array.from({ length: 27 }, (_, day) => 40 + (day % 5))
    expect(getUsual([...calm, 5_000]).high).toBeLessThan(70)
  })

  test('it contains the median, whatever the counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 30 }), (counts) => {
        const { low, median, high } = getUsual(counts)
        expect(low).toBeLessThanOrEqual(median)
        expect(high).toBeGreaterThanOrEqual(median)
        expect(getUsual(counts.toReversed())).toEqual({ low, median, high })
      }),
    )
  })
})

describe('the spans', () => {
  test('a day has an hour for each bar and a week a day, the oldest first', () => {
    const { day, week } = getSpans(new Map(), NOW)
    expect(day.bars.map(({ from }) => (NOW - from) / HOUR)).toEqual(Array.from({ length: 24 }, (_, at) => 24 - at))
    expect(week.bars.map(({ from }) => (NOW - from) / HOUR)).toEqual([168, 144, 120, 96, 72, 48, 24])
  })

  test('every hour of five weeks is in exactly the bars and comparisons it belongs to', () => {
    const hours = new Map(Array.from({ length: 840 }, (_, ago) => [ago, failed(ago < 168 ? 1 : 2)] as const))
    const { day, week } = getSpans(hours, NOW)
    expect(day.counts.failed).toBe(24)
    expect(week.counts.failed).toBe(168)
    expect(week.usual.failed.median).toBe(336)
    // Of the 28 days before, six are of the present week.
    expect(day.usual.failed.median).toBe(48)
    expect(day.bars.map(({ counts, usual }) => [counts.failed, usual.median])).toEqual(Array(24).fill([1, 2]))
    expect(week.bars.map(({ counts, usual }) => [counts.failed, usual.median])).toEqual(Array(7).fill([24, 48]))
  })

  test('an hour is compared with the same hour of earlier days alone', () => {
    const hours = new Map(Array.from({ length: 28 }, (_, day) => [5 + 24 * (day + 1), failed(50)] as const))
    const medians = getSpans(hours, NOW).day.bars.map(({ usual }) => usual.median)
    expect(medians.filter((median) => median > 0)).toEqual([50])
    expect(medians[23 - 5]).toBe(50)
  })
})
