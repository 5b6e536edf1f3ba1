import { expect, test } from 'vitest'
import { passwordHint } from './NewPasswordInput.tsx'

test.each([
  ['', /^At least 6 characters\./],
  ['abc', /^3 more characters\.$/],
  ['abcde', /^1 more character\.$/],
  ['🔧🔧🔧🔧🔧', /^1 more character\.$/],
  ['abcdef', /^Long enough/],
  ['a few words in a row', /^Long and strong/],
])('%o is met with %o', (typed, hint) => {
  expect(passwordHint(typed)).toMatch(hint)
})

test('an account with a role is asked for as much as its password needs', () => {
  expect(passwordHint('', 15)).toMatch(/^At least 15 characters\./)
  expect(passwordHint('abcdef', 15)).toBe('9 more characters.')
})
