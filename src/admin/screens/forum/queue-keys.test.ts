import { expect, test } from 'vitest'
import { KEY_HINTS, QUEUE_STEPS } from './queue-keys.ts'

test('every key does what its hint says, and every key has one', () => {
  expect(KEY_HINTS.map(([keys, what]) => [what, ...keys.map((key) => QUEUE_STEPS[key])])).toEqual([
    ['next', 'next'],
    ['previous', 'previous'],
    ['keep', 'keep'],
    ['remove', 'remove'],
    ['open', 'open'],
  ])
  expect(KEY_HINTS.flatMap(([keys]) => keys)).toHaveLength(Object.keys(QUEUE_STEPS).length)
})
