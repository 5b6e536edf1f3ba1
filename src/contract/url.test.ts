import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRegistrationUrl, isSafeHref, isWebAddress } from './url.ts'

test.each(['/events', '#event', 'https://example.org/a?b#c', 'http://example.org', '/'])(
  '%s is safe to link',
  (href) => {
    expect(isSafeHref(href)).toBe(true)
  },
)

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://user:pass@example.org',
  'https://',
  'ftp://example.org',
  'https://exa\u0000mple.org',
  'blob:https://example.org/1',
  '',
])('%j is not', (href) => {
  expect(isSafeHref(href)).toBe(false)
})

test('whatever is called safe leads to the web or stays on this site', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    ':',
    'javascript',
    'https',
    'data',
    '//',
    '\t',
    '\n',
    ' ',
    '@',
    '#',
    'a.b',
    '?',
    '%2f',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (list) => {
      const href = list.join('')
      if (!isSafeHref(href)) return
      const url = new URL(href, 'https://site.example')
      expect(['https:', 'http:']).toContain(url.protocol)
      if (!isWebAddress(href)) expect(url.origin).toBe('https://site.example')
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['https://register.example.org/tulsa', true],
  ['https://REGISTER.example.org/tulsa', true],
  ['http://register.example.org/tulsa', false],
  ['https://register.example.org.evil.com/', false],
  ['https://register.example.orgevil.com/', false],
  ['https://evil.com/https://register.example.org', false],
  ['https://register.example.org@evil.com/', false],
  ['https://me@register.example.org/', false],
  ['https://register.example.org:8443/', false],
  ['//register.example.org/', false],
])('registration at %s: %s', (href, isValid) => {
  expect(isRegistrationUrl(href, 'https://register.example.org')).toBe(isValid)
})
