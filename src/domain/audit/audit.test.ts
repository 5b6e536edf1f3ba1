import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from './audit.ts'

const CANARY = 'canary-4c1'
const SECRET_NAMES = [
  'password',
  'newPassword',
  'passwordHash',
  'password_hash',
  'secret',
  'client_secret',
  'token',
  'accessToken',
  'tokens',
  'code',
  'codes',
  'codeHash',
  'code_hash',
  'recoveryCodes',
  'credential',
  'credentialId',
  'publicKey',
  'privateJwk',
  'Authorization',
  'cookie',
]

test('the value of a secret is masked under each of its names, however deep it is and whatever it is', () => {
  const held = fc.constantFrom<unknown>(CANARY, [CANARY], { x: CANARY }, `${CANARY} and more`)
  const depth = fc.array(fc.constantFrom('list', 'row', 'a-b', '__proto__'), { maxLength: 5 })
  fc.assert(
    fc.property(fc.constantFrom(...SECRET_NAMES), held, depth, (name, value, path) => {
      const nested = path.reduce<unknown>(
        (inner, key) => (key === 'list' ? [inner, 1] : Object.fromEntries([[key, inner]])),
        { [name]: value, kept: 'kept' },
      )
      const text = JSON.stringify(redact(nested))
      expect(text).not.toContain(CANARY)
      expect(text).toContain('"kept":"kept"')
    }),
  )
})

test('what only sounds like a secret stays: titles, postal codes, how many codes there were', () => {
  const row = { credentials: 'CMRP', countryCode: 'US', codesLeft: 3, tokenCount: 2, emailKey: 'a@b.example' }
  expect(redact(row)).toEqual(row)
})

test('an empty secret stays visible as empty', () => {
  expect(redact({ passwordHash: null, list: [null] })).toEqual({ passwordHash: null, list: [null] })
})

test('any JSON value comes out as one that PostgreSQL can store', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const stored = JSON.stringify(redact({ value, text: `${text}\0\ud800` }))
      expect(stored).not.toContain('\\u0000')
      expect(stored).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i)
    }),
  )
})
