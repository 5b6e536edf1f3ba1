import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugSchema } from './slug.ts'
import { suggestSlug } from './suggest-slug.ts'

test.each([
  [{ city: 'Kansas City', eventName: 'Maintenance Day', eventDate: '2027-01-21' }, 'kansas-city-2027'],
  [{ city: '', eventName: 'Maintenance Day', eventDate: '2027-01-21' }, 'maintenance-day-2027'],
  [{ city: 'Tulsa', eventName: '', eventDate: '' }, 'tulsa'],
  [{ city: 'Montréal', eventName: '', eventDate: '2027-03-01' }, 'montreal-2027'],
  [{ city: 'Coeur d’Alene', eventName: '', eventDate: '2027-03-01' }, 'coeur-dalene-2027'],
  [{ city: '  ', eventName: '', eventDate: '2027-03-01' }, ''],
  [{ city: '東京', eventName: '', eventDate: '2027-03-01' }, ''],
  [{ city: 'Preview', eventName: '', eventDate: '' }, ''],
])('%j is suggested as %j', (event, slug) => {
  expect(suggestSlug(event)).toBe(slug)
})

test('whatever is suggested is a slug the schema takes', () => {
  const words = fc.string({ unit: 'binary', maxLength: 150 })
  fc.assert(
    fc.property(words, words, fc.constantFrom('', '2027-01-21'), (city, eventName, eventDate) => {
      const slug = suggestSlug({ city, eventName, eventDate })
      expect(slug === '' || slugSchema.safeParse(slug).success).toBe(true)
    }),
  )
})
