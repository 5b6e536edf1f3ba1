import { expect, test } from 'vitest'
import { bestEncoding } from './static-file.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['brotli', undefined],
])('a caller that accepts %o gets %o', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding)
})
