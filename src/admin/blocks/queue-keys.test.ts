import { expect, test } from 'vitest'
import { getNextIndex, getStep } from './queue-keys.tsx'

const STEPS = { j: 'next', ArrowDown: 'next', a: 'approve' } as const
const pressed = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('letters and arrows are steps, capital or not', () => {
  expect(['j', 'J', 'ArrowDown', 'A'].map((key) => getStep(STEPS, pressed(key)))).toEqual([
    'next',
    'next',
    'next',
    'approve',
  ])
})

test('what the browser has taken stays the browser’s', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(getStep(STEPS, pressed('a', { [held]: true }))).toBeUndefined()
  for (const key of ['Tab', ' ', 'Enter', 'b', '', 'Escape']) expect(getStep(STEPS, pressed(key))).toBeUndefined()
})

test('steps stop at both ends', () => {
  expect(getNextIndex('next', 0, 3)).toBe(1)
  expect(getNextIndex('next', 2, 3)).toBe(2)
  expect(getNextIndex('previous', 0, 3)).toBe(0)
  expect(getNextIndex('next', 0, 1)).toBe(0)
})
