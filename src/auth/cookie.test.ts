import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCookie } from './cookie.ts'
import { hasAttempt, readAttempt } from './google/attempt.ts'
import { readDeviceToken, readPendingToken, readToken } from './session-cookie.ts'

const SITE = 'https://workshops.example'
const [planted, own] = ['P'.repeat(43), 'O'.repeat(43)]
const attempt = `${own}.${own}.${own}.1000`

/** Every cookie that opens something: its name, a value it could have, and what reads it. */
const READERS = [
  ['__Host-session', planted, (headers: Headers) => readToken(headers, SITE)],
  ['__Host-pending_sign_in', planted, (headers: Headers) => readPendingToken(headers, SITE)],
  ['__Host-google_attempt', attempt, (headers: Headers) => readAttempt(headers, SITE, 2000)],
] as const

const cookies = (line: string) => new Headers({ Cookie: line })

describe.each(READERS)('the cookie %s', (name, value, read) => {
  test('is found among others, with blanks and tabs around it', () => {
    for (const line of [`${name}=${value}`, `a=1; ${name}=${value}; b=2`, `a=1;\t ${name}=${value}\t;b=2`])
      expect(read(cookies(line)), JSON.stringify(line)).not.toBeNull()
  })

  // A browser compares the bytes of the prefix: these names are free for every host of the domain to set.
  test.each(['\u00a0', '\u00c2\u00a0', '\u0085', '\v', '\f', '"', '$', '%20', 'x'])(
    'is not a name with %j in front of it or behind it',
    (extra) => {
      for (const line of [`${extra}${name}=${value}`, `a=1; ${extra}${name}=${value}`, `${name}${extra}=${value}`])
        expect(read(cookies(line)), JSON.stringify(line)).toBeNull()
    },
  )

  test('is a name of its own in other letters, without its prefix, without a value or without a name', () => {
    const others = [
      name.toLowerCase().replace('__host', '__HOST'),
      name.replace('__Host-', ''),
      `${name} `,
      `${name}\t`,
    ]
    for (const line of [
      ...others.map((other) => `${other}=${value}`),
      name,
      `${name}=`,
      value,
      `=${value}`,
      `= ${name}`,
    ])
      expect(read(cookies(line)), JSON.stringify(line)).toBeNull()
  })

  test('counts as none when there are two of it, be they the same', () => {
    for (const other of [value, 'x', ''])
      for (const line of [`${name}=${value}; ${name}=${other}`, `${name}=${other}; a=1;${name}=${value}`])
        expect(read(cookies(line)), line).toBeNull()
  })
})

test('a value is taken as it was sent, up to the semicolon', () => {
  expect(readCookie(cookies('a="b=c" ; d==e'), 'a')).toBe('"b=c"')
  expect(readCookie(cookies('a="b=c" ; d==e'), 'd')).toBe('=e')
  expect(readCookie(cookies('a=\u00a0b\u00a0'), 'a')).toBe('\u00a0b\u00a0')
})

test('the real cookie is read whatever another host puts beside it, unless that has its very name', () => {
  const byte = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code))
  const name = fc.string({ unit: byte, maxLength: 4 }).map((text) => text.replace(/[;=]/g, ''))
  fc.assert(
    fc.property(name, name, (before, after) => {
      const beside = `${before}__Host-session${after}`
      fc.pre(beside.replace(/^[ \t]+/, '') !== '__Host-session')
      expect(readToken(cookies(`${beside}=${planted}`), SITE)).toBeNull()
      expect(readToken(cookies(`${beside}=${planted}; __Host-session=${own}`), SITE)).toBe(own)
    }),
  )
})

test.each([
  ['__Host-session', readToken],
  ['__Host-pending_sign_in', readPendingToken],
  ['__Host-device', readDeviceToken],
])('the cookie %s counts for nothing beside an Authorization, whatever that says', (name, read) => {
  const headers = cookies(`${name}=${own}`)
  expect(read(headers, SITE)).toBe(own)
  headers.set('Authorization', '')
  expect(read(headers, SITE)).toBeNull()
})

test('a try that counts as none is still to be forgotten', () => {
  const line = `__Host-google_attempt=${attempt}; __Host-google_attempt=x`
  expect(readAttempt(cookies(line), SITE, 2000)).toBeNull()
  expect(hasAttempt(cookies(line), SITE)).toBe(true)
  expect(hasAttempt(cookies('x__Host-google_attempt=1'), SITE)).toBe(false)
})
