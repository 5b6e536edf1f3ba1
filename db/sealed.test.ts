import { expect, test } from 'vitest'
import { getSealedPrefix, makeSecretKey, open, provideSecretKeys, seal } from './sealed.ts'

const [older, newer] = [makeSecretKey(), makeSecretKey()]

test('what is sealed opens with the same key and purpose, and is another text each time', () => {
  provideSecretKeys([newer])
  const sealed = seal('JBSWY3DPEHPK3PXP', 'a factor')
  expect(sealed.startsWith(getSealedPrefix())).toBe(true)
  expect(sealed).not.toContain('JBSWY3DP')
  expect(seal('JBSWY3DPEHPK3PXP', 'a factor')).not.toBe(sealed)
  expect(open(sealed, 'a factor')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => open(sealed, 'a signing key')).toThrow()
})

test('one changed character is noticed', () => {
  provideSecretKeys([newer])
  const sealed = seal('secret', 'a factor')
  const at = sealed.length - 12
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => open(changed, 'a factor')).toThrow()
})

test('an older key opens and no longer seals; without it, the sentence names the key', () => {
  provideSecretKeys([older])
  const sealed = seal('secret', 'a factor')
  provideSecretKeys([newer, older])
  expect(open(sealed, 'a factor')).toBe('secret')
  expect(sealed.startsWith(getSealedPrefix())).toBe(false)
  provideSecretKeys([newer])
  expect(() => open(sealed, 'a factor')).toThrow(/sealed with the key [0-9a-f]{12}, which SECRET_KEY does not contain/)
})

test('plain text from before passes; nothing is sealed without a key', () => {
  provideSecretKeys([])
  expect(open('JBSWY3DPEHPK3PXP', 'a factor')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => seal('secret', 'a factor')).toThrow('SECRET_KEY is not set. `npm run keys -- secret` prints a new one.')
})
