import { expect, test } from 'vitest'
import { countOf } from './queue-words.ts'

test('a hundred stands for more than anybody counts', () => {
  expect([0, 99, 100].map(countOf)).toEqual(['0', '99', '100+'])
})
