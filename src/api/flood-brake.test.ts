import { expect, test } from 'vitest'
import { floodBrake } from './flood-brake.ts'

test('each key has its own allowance, and a new one when the window is over', () => {
  const allows = floodBrake({ most: 2, milliseconds: 1000, keys: 10 })
  expect([allows('a', 0), allows('a', 1), allows('a', 2), allows('b', 3)]).toEqual([true, true, false, true])
  expect([allows('a', 999), allows('a', 1000)]).toEqual([false, true])
})

test('it never holds more keys than it was told', () => {
  const allows = floodBrake({ most: 1, milliseconds: 1000, keys: 3 })
  expect(['a', 'b', 'c', 'a'].map((key) => allows(key, 0))).toEqual([true, true, true, true])
})
