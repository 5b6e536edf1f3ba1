import { describe, expect, test } from 'vitest'
import { parseEnv } from '#src/platform/env.ts'

const ID = { GOOGLE_CLIENT_ID: 'workshops.apps.example', GOOGLE_CLIENT_SECRET: 'a secret' }

describe('the settings of Google sign-in', () => {
  test('name Google unless they name another provider', () => {
    const client = { clientId: 'workshops.apps.example', clientSecret: 'a secret' }
    expect(parseEnv(ID).google).toEqual({ ...client, issuer: 'https://accounts.google.com' })
    const issuer = 'http://127.0.0.1:9301'
    expect(parseEnv({ ...ID, GOOGLE_ISSUER: issuer }).google).toEqual({ ...client, issuer })
  })

  test('may be left out, all of them', () => {
    expect(parseEnv({}).google).toBeUndefined()
    expect(parseEnv({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).google).toBeUndefined()
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together'],
    [{ ...ID, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER must be an http(s) address'],
    [{ ...ID, GOOGLE_ISSUER: 'http://provider.example' }, 'GOOGLE_ISSUER must be an https address'],
    [{ ...ID, GOOGLE_ISSUER: 'http://127.0.0.1.evil.example' }, 'GOOGLE_ISSUER must be an https address'],
  ])('%j is complained of in a sentence', (variables, sentence) => {
    expect(() => parseEnv(variables)).toThrow(sentence)
    expect(() => parseEnv(variables)).not.toThrow(/a secret/)
  })
})
