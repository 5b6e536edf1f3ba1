import { expect, test } from 'vitest'
import { stepOf } from './queue-keys.ts'
import { countOf } from './queue-words.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'keep'],
  ['R', 'remove'],
  ['o', 'open'],
  ['x', undefined],
  ['Enter', undefined],
])('the key %s asks for %s', (key, step) => {
  expect(stepOf({ key, ...plain })).toBe(step)
})

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key stays what the browser makes of it', (held) => {
  expect(stepOf({ key: 'r', ...plain, [held]: true })).toBeUndefined()
})

test('a hundred stands for more than anybody counts', () => {
  expect([0, 99, 100].map(countOf)).toEqual(['0', '99', '100+'])
})
