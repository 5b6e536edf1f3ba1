import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryInput } from './forum-moderation.ts'
import { requireSlug, slugSchema, suggestSlug, toSlug } from './slug.ts'

test.each([undefined, '', '   '])('%j is not a slug', (slug) => {
  expect(() => requireSlug(slug)).toThrow('Slug is required')
})

test('a slug is taken as given', () => {
  expect(requireSlug('tulsa-2027')).toBe('tulsa-2027')
})

test.each([
  [{ city: 'Kansas City', eventName: 'Maintenance Day', eventDate: '2027-01-21' }, 'kansas-city-2027'],
  [{ city: '', eventName: 'Maintenance Day', eventDate: '2027-01-21' }, 'maintenance-day-2027'],
  [{ city: 'Tulsa', eventName: '', eventDate: '' }, 'tulsa'],
  [{ city: 'Montréal', eventName: '', eventDate: '2027-03-01' }, 'montreal-2027'],
  [{ city: 'Coeur d’Alene', eventName: '', eventDate: '2027-03-01' }, 'coeur-dalene-2027'],
  [{ city: '  ', eventName: '', eventDate: '2027-03-01' }, ''],
  [{ city: '東京', eventName: '', eventDate: '2027-03-01' }, ''],
  [{ city: 'Preview', eventName: '', eventDate: '' }, ''],
])('the slug suggested for %j is %j', (event, slug) => {
  expect(suggestSlug(event)).toBe(slug)
})

test('each suggested slug is valid', () => {
  const words = fc.string({ unit: 'binary', maxLength: 150 })
  fc.assert(
    fc.property(words, words, fc.constantFrom('', '2027-01-21'), (city, eventName, eventDate) => {
      const slug = suggestSlug({ city, eventName, eventDate })
      expect(slug === '' || slugSchema.safeParse(slug).success).toBe(true)
    }),
  )
})

test.each([
  ['Pumps & seals', 'pumps-seals'],
  ['  Général  ', 'general'],
  ['ISO 55000', 'iso-55000'],
  ['--', ''],
])('the slug of the name %j is %j', (name, slug) => {
  expect(toSlug(name, 60)).toBe(slug)
})

test('the slug of a long name is a valid address of a category', () => {
  const slug = toSlug('pump '.repeat(40), 60)
  expect(categoryInput.safeParse({ slug, name: 'Pumps' }).success).toBe(true)
})
