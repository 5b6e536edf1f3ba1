import { expect, test } from 'vitest'
import { moved } from './MoveButtons.tsx'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
])('moving entry %i to place %i gives %s', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected)
})
