import { expect, test } from 'vitest'
import { enrollment, getSteps, newSecret } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238's own examples. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238: %s', (second, code) => {
  const step = Math.floor(second / 30)
  expect(getSteps(SECRET, code, second * 1000)).toEqual([step])
  expect(getSteps(SECRET, code, (second + 30) * 1000)).toEqual([step])
  expect(getSteps(SECRET, code, (second + 60) * 1000)).toEqual([])
})

test.each(['', '28708', '2870820', '28708a', '２８７０８２', '-87082'])('%j is not a code', (code) => {
  expect(getSteps(SECRET, code, 59_000)).toEqual([])
})

test('a secret is 160 random bits, and its address says so to an app', () => {
  const secrets = Array.from({ length: 50 }, newSecret)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) {
    const { uri } = enrollment(secret, { issuer: 'Works: & Co', email: 'a+b@gauge.example' })
    const url = new URL(uri)
    expect(url.searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(url.pathname)).toBe('/Works: & Co:a+b@gauge.example')
  }
})
