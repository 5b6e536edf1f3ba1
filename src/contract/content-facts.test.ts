import { describe, expect, test } from 'vitest'
import { anEvent } from '#tests/support/event-fixture.ts'
import { resolveInHtml, resolveReferences } from './content-facts.ts'
import { CONTENT_REFERENCES, findReferences, unknownReferences } from './content-reference.ts'

const event = anEvent({ city: 'Tulsa', earlyBirdPrice: 395, standardPrice: 495, earlyBirdDeadline: '2026-12-04' })

describe('a reference', () => {
  test('says what the event says', () => {
    expect(resolveReferences('In {{city}} on {{ date }}', event)).toBe('In Tulsa on Thursday, January 21, 2027')
  })

  test('to the price names the day on which it changes, so that it is true before and after', () => {
    expect(resolveReferences('{{price}}', event)).toBe('$395 until Friday, December 4, 2026, then $495')
    expect(resolveReferences('{{price}}', { ...event, standardPrice: null })).not.toContain('then')
  })

  test.each(Object.keys(CONTENT_REFERENCES))(
    '{{%s}} has words for an event that does not know the fact yet',
    (name) => {
      const bare = anEvent({ city: null, state: null, venueName: null, venueAddress: null, earlyBirdDeadline: null })
      expect(resolveReferences(`{{${name}}}`, bare)).not.toMatch(/^$|null|undefined|\{/)
    },
  )

  test('that no fact has is found, and stays as it is written', () => {
    expect(unknownReferences('{{city}} {{town}} {{}}')).toEqual(['town', ''])
    expect(resolveReferences('{{town}}', event)).toBe('{{town}}')
  })

  test('is not made of what an event says', () => {
    expect(resolveReferences('{{city}}', { ...event, city: '{{date}}' })).toBe('{{date}}')
    expect(findReferences('{{city}} {{city}}')).toEqual(['city'])
  })

  test('in HTML is text, whatever signs it has', () => {
    const hostile = { ...event, city: '"><script>xss=1</script>' }
    expect(resolveInHtml('<p title="{{city}}">{{city}}</p>', hostile)).not.toMatch(/<script|title="">/)
  })
})
