import { expect, test } from 'vitest'
import { toPlain } from './plain-utilities.ts'

const registered = (names: string[]) =>
  `@layer properties{@supports (x){*,:before{${names.map((name) => `--tw-${name}:initial;`).join('')}}}}`
const property = (name: string) => `@property --tw-${name}{syntax:"*";inherits:false}`

test('a style sheet carries no variable that no rule reads, and no registration of it', () => {
  const css = `${registered(['border-style', 'leading'])}.a{--tw-leading:1;line-height:1}.b{border-style:var(--tw-border-style);border-width:1px}${property('border-style')}${property('leading')}`
  expect(toPlain(css)).toBe('.a{line-height:1}.b{border-style:solid;border-width:1px}')
})

test('a dashed border stays dashed', () => {
  expect(toPlain('.c{--tw-border-style:dashed;border-style:dashed}')).toBe('.c{border-style:dashed}')
})

test('a variable that a rule reads stays, with its registration', () => {
  const css = `${registered(['leading', 'shadow'])}.a{--tw-leading:1}.b{line-height:var(--tw-leading,2)}${property('leading')}`
  expect(toPlain(css)).toBe(css)
})
