import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './env.ts'

const pairOf = (namedCurve: string, kid = 'a') => ({
  ...generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' }),
  kid,
})
const good = pairOf('P-256')
const another = pairOf('P-256', 'b')
const read = (keys: unknown) =>
  parseEnv({ TOKEN_KEYS: typeof keys === 'string' ? keys : JSON.stringify(keys) }).tokenKeys

test('keys are taken in their order, without what else a key says of itself', () => {
  expect(read([good, { ...another, use: 'sig', alg: 'ES256' }])).toEqual([good, another])
  expect(parseEnv({}).tokenKeys).toBeUndefined()
  expect(parseEnv({ TOKEN_KEYS: '' }).tokenKeys).toBeUndefined()
})

describe('refuses with a sentence that reveals nothing of a key', () => {
  const { d: _, ...open } = good
  const { kid: __, ...nameless } = good
  const array = /must be a JSON array of private keys/
  test.each<[string, unknown, RegExp]>([
    ['what is no JSON', `[{"d":"${good.d}"`, array],
    ['a key alone', good, array],
    ['no key at all', [], array],
    ['a public key', [open], array],
    ['a key without a name', [nameless], array],
    ['another curve', [pairOf('P-384')], array],
    ['another kind', [{ kty: 'oct', k: 'secret', kid: 'a' }], array],
    ['a shortened key', [{ ...good, d: good.d?.slice(1) }], array],
    ['a bad one behind a good one', [good, open], array],
    ['one name twice', [good, { ...another, kid: 'a' }], /its own kid/],
    ['halves of two keys', [{ ...good, d: another.d }], /do not belong together/],
    ['a point that is not on the curve', [{ ...good, y: good.x }], /do not belong together/],
  ])('%s', (_what, keys, sentence) => {
    expect(() => read(keys)).toThrow(sentence)
    const said = saidOf(() => read(keys))
    for (const secret of [good.d, another.d, good.x]) expect(said).not.toContain(secret)
  })
})

function saidOf(run: () => unknown): string {
  try {
    return String(run())
  } catch (cause) {
    return cause instanceof Error ? `${cause.message}${cause.stack}${JSON.stringify(cause)}` : ''
  }
}
