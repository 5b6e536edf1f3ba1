import { expect, test } from 'vitest'
import { axisTop, labelsOf, linePath, moveBy, runsOf } from './chart-shape.ts'

test.each([
  [[], 2],
  [[0, null], 2],
  [[3], 4],
  [[10, 4], 10],
  [[11], 20],
  [[61, 12], 80],
  [[1_001], 2_000],
])('the axis of %j ends at %i', (values, top) => expect(axisTop(values)).toBe(top))

test('a line ends at a gap, and a value alone is a dot', () => {
  expect(linePath([0, 10, null, 5, null], 10)).toEqual({ line: 'M0 100L25 0', dots: 'M75 50h0' })
  expect(linePath([5], 10)).toEqual({ line: '', dots: 'M50 50h0' })
  expect(linePath([null, null], 10)).toEqual({ line: '', dots: '' })
})

test('both ends of an axis are labeled, and no point twice', () => {
  expect(labelsOf(30, 5)).toEqual([0, 7, 15, 22, 29])
  expect(labelsOf(3, 5)).toEqual([0, 1, 2])
  expect([labelsOf(1, 5), labelsOf(0, 5)]).toEqual([[0], []])
})

test('points that follow each other are one run', () => {
  expect(runsOf([true, true, false, true])).toEqual([
    [0, 1],
    [3, 3],
  ])
  expect(runsOf([false])).toEqual([])
})

test('keys move over the points and stop at the ends', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown'].map((key) => moveBy(key, 0, 3))).toEqual([
    0, 1, 0, 2, 0,
  ])
  expect([moveBy('ArrowRight', 2, 3), moveBy('PageUp', 1, 30), moveBy('Tab', 1, 3)]).toEqual([2, 8, undefined])
})
