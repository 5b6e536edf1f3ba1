import { expect, test } from 'vitest'
import { passwordHint } from './password-hint.ts'

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
