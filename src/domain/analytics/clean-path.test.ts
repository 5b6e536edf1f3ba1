import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutTokens } from './clean-path.ts'

describe('a path as it may be kept', () => {
  test.each([
    '/',
    '/events',
    '/event/kansas-city-2026',
    '/event/maintenance-and-reliability-workshop-2027-kansas-city-missouri',
    '/event/reliabilityworkshop2027',
    '/forum/post/8f14e45f-ceea-467f-a8b1-0c2f6d1f6a10',
    '/verify-report',
    '/logistics-form',
    '/logistics-form/',
    '/admin/event/setup',
  ])('%s stays as it is', (path) => {
    expect(withoutTokens(path)).toBe(path)
  })

  test.each([
    ['/logistics-form/abc', '/logistics-form/:token'],
    ['/logistics-form/abc/def', '/logistics-form/:token/:token'],
    ['/verify-report/short', '/verify-report/:token'],
    ['/auth/reset-code', '/auth/:token'],
    ['/api/calendar/short.ics', '/api/calendar/:token'],
    ['/forum/ada@plant.example', '/forum/:token'],
    ['/forum/ada%40plant.example', '/forum/:token'],
    ['/x/eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '/x/:token'],
    ['/x/12345678901234567890', '/x/:token'],
  ])('%s becomes %s', (path, kept) => {
    expect(withoutTokens(path)).toBe(kept)
  })

  const encodings = ['hex', 'base64url'] as const
  test.each(encodings)('no token of 16 to 48 random bytes in %s survives under any page', (encoding) => {
    fc.assert(
      fc.property(
        fc.constantFrom('event', 'forum', 'shop', 'anything'),
        fc.integer({ min: 16, max: 48 }),
        (page, size) => {
          const token = randomBytes(size).toString(encoding)
          expect(withoutTokens(`/${page}/${token}`)).toBe(`/${page}/:token`)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('slugs of words are never taken for tokens', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/)
    const slug = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 8 }), fc.integer({ min: 2020, max: 2099 }))
      .map(([words, year]) => [...words, year].join('-').slice(0, 100))
    fc.assert(
      fc.property(slug, (text) => {
        expect(withoutTokens(`/event/${text}`)).toBe(`/event/${text}`)
      }),
    )
  })
})
