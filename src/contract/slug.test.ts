import { expect, test } from 'vitest'
import { requireSlug } from './slug.ts'

test.each([undefined, '', '   '])('%j is no slug', (slug) => {
  expect(() => requireSlug(slug)).toThrow('Slug is required')
})

test('a slug is taken as given', () => {
  expect(requireSlug('tulsa-2027')).toBe('tulsa-2027')
})
