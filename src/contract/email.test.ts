import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DISPOSABLE_DOMAINS,
  DISPOSABLE_EMAIL,
  emailKey,
  getDomain,
  INVALID_EMAIL,
  isDisposable,
  normalizeEmail,
  permanentEmail,
} from './email.ts'

const sentenceFor = (email: string) => permanentEmail.safeParse(email).error?.issues[0]?.message

describe('an address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  ada@EXAMPLE.com\n', 'ada@example.com'],
    ["Ada.O'Quill+forum@mail.Example.co.uk", "Ada.O'Quill+forum@mail.example.co.uk"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@example。com', 'ada@example.com'],
  ])('%j is kept as %j', (written, kept) => {
    expect(normalizeEmail(written)).toBe(kept)
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@example.com,eve@evil.example',
    'ada@example.com eve@evil.example',
    'ada@example.com;eve@evil.example',
    'ada@example.com\r\nBcc: eve@evil.example',
    'a\nda@example.com',
    'a da@example.com',
    '"ada eve"@example.com',
    'ada <ada@example.com>',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@[127.0.0.1]',
    'ada@example.com:80',
    'ada@example.com/path',
    'ada@exam%70le.com',
    'ada\uff20example.com',
    'ada@eve\uff20example.com',
    'аda@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${`${'a'.repeat(60)}.`.repeat(5)}com`,
  ])('%j is refused', (written) => {
    expect(normalizeEmail(written)).toBeUndefined()
    expect(sentenceFor(written)).toBe(INVALID_EMAIL)
  })

  test('whatever is typed, what is kept is one plain address and stays as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress()), (written) => {
        const kept = normalizeEmail(written)
        if (kept === undefined) return
        expect(kept).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/)
        expect(normalizeEmail(kept)).toBe(kept)
      }),
    )
  })

  test('is the same person in any case', () => {
    expect(emailKey('Ada@example.com')).toBe('ada@example.com')
    expect(getDomain('ada@example.com')).toBe('example.com')
  })
})

describe('throw-away mailboxes', () => {
  test('are a list of exactly fourteen different domains', () => {
    expect(new Set(DISPOSABLE_DOMAINS).size).toBe(14)
    for (const domain of DISPOSABLE_DOMAINS) expect(normalizeEmail(`ada@${domain}`)).toBe(`ada@${domain}`)
  })

  test.each(DISPOSABLE_DOMAINS)('at %s are refused in any case and below it', (domain) => {
    for (const spelled of [domain, domain.toUpperCase(), `mx.${domain}`, `a.b.${domain}`])
      expect(sentenceFor(`ada@${spelled}`)).toBe(DISPOSABLE_EMAIL)
  })

  test('do not take their neighbors with them', () => {
    expect(isDisposable('notmailinator.com')).toBe(false)
    expect(isDisposable('mailinator.com.example.org')).toBe(false)
    expect(sentenceFor('ada@notmailinator.com')).toBeUndefined()
  })
})
