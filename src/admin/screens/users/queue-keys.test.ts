import { expect, test } from 'vitest'
import { KEY_HINTS, QUEUE_STEPS } from './queue-keys.ts'

const SIGNS: Record<string, string> = { '↓': 'ArrowDown', '↑': 'ArrowUp' }

test('every key does what its hint says, and every key has one', () => {
  for (const [keys, what] of KEY_HINTS) for (const key of keys) expect(QUEUE_STEPS[SIGNS[key] ?? key]).toBe(what)
  expect(KEY_HINTS.flatMap(([keys]) => keys)).toHaveLength(Object.keys(QUEUE_STEPS).length)
})
