import { expect, test } from 'vitest'
import { categoryInput } from '#src/contract/forum-moderation.ts'
import { slugOf } from './categories.ts'

test.each([
  ['Pumps & seals', 'pumps-seals'],
  ['  Général  ', 'general'],
  ['ISO 55000', 'iso-55000'],
  ['--', ''],
])('the name %j suggests the address %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('what is suggested is taken, however long the name is', () => {
  const slug = slugOf('pump '.repeat(40))
  expect(categoryInput.safeParse({ slug, name: 'Pumps' }).success).toBe(true)
})
