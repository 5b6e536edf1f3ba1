import { expect, test } from 'vitest'
import { KEY_HINTS, placeAfter, stepOf } from './queue-keys.ts'

const pressed = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('letters and arrows step through the queue, capital or not', () => {
  expect(['j', 'ArrowDown', 'k', 'ArrowUp', 'x', 'A', 'R', 'o'].map((key) => stepOf(pressed(key)))).toEqual([
    'next',
    'next',
    'previous',
    'previous',
    'select',
    'approve',
    'reject',
    'open',
  ])
})

test('what the browser has taken stays the browser’s', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(stepOf(pressed('a', { [held]: true }))).toBeUndefined()
  for (const key of ['Tab', ' ', 'Enter', 'b', '', 'Escape']) expect(stepOf(pressed(key))).toBeUndefined()
})

test('every key of the hint does what it says', () => {
  for (const [[key = ''], what] of KEY_HINTS) expect(stepOf(pressed(key))).toBe(what)
})

test('steps stop at both ends', () => {
  expect(placeAfter('next', 0, 3)).toBe(1)
  expect(placeAfter('next', 2, 3)).toBe(2)
  expect(placeAfter('previous', 0, 3)).toBe(0)
  expect(placeAfter('next', 0, 1)).toBe(0)
})
