import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serializeJsonLd } from './serialize-json-ld.ts'

describe('JSON between script tags', () => {
  test.each(['</script>', '</Script >', '</SCRIPT\n>', '<!--<script>', ']]>', '\u2028', '\u2029', '&lt;/script&gt;'])(
    '%j cannot end or change the element',
    (text) => {
      const json = serializeJsonLd({ text })
      expect(json).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(json)).toEqual({ text })
    },
  )

  test('any text, as a key or as a value, comes back as it was', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('<', '>', '&', '\u2028', '\u2029', '</script', '\\', '"'),
        fc.string({ unit: 'binary' }),
      ),
    )
    fc.assert(
      fc.property(hostile, hostile, (name, parts) => {
        const value = { [`k${name.join('')}`]: [parts.join('')] }
        const json = serializeJsonLd(value)
        expect(json).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(json)).toEqual(value)
      }),
    )
  })
})
