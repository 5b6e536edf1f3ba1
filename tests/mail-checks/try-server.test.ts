import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { trySmtpServer } from '#src/platform/smtp.ts'
import { mailServer, oddServer, refusal } from '#tests/outbox/mail-server.ts'

/** Made for this test, good for a hundred years, for `localhost` and `127.0.0.1` alone. */
const CERT = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUTRMISWZ2RBmYcTg5SBlJgpzDjjYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4MDUzOVoYDzIxMjYxMDMw
MTgwNTM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATPCWu+TAqAi2q0S6iT+p8jEWZLON0kteb+eBZZpjGzictMHXozIyVP
mZAEfvLoKNHsE1aX0vkzi0z++/C3gG4Co28wbTAdBgNVHQ4EFgQUsBe9F1OefDHC
fBgRLarOj8uKwgQwHwYDVR0jBBgwFoAUsBe9F1OefDHCfBgRLarOj8uKwgQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPurBOtUR/bU2oHOrpURxqhy3aOq65wMYMgyjuTrl+3nAiBe
lskwoNqRmyVKwMlKHXKIXKOhLMa6rbERCQqFIVAG6g==
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgw2BCbKvk9pQuX98Z
2PaAD7IbdC/RH+wtkGKiELjkIPyhRANCAATPCWu+TAqAi2q0S6iT+p8jEWZLON0k
teb+eBZZpjGzictMHXozIyVPmZAEfvLoKNHsE1aX0vkzi0z++/C3gG4C
-----END PRIVATE KEY-----`

const encrypted: SMTPServerOptions = {
  disabledCommands: [],
  authOptional: false,
  cert: CERT,
  key: KEY,
  onAuth: ({ username, password }, _session, done) =>
    username === 'post' && password === 'right' ? done(null, { user: 'post' }) : done(refusal(535, 'No')),
}

const signedIn = (url: string, password: string) => url.replace('127.0.0.1', `post:${password}@localhost`)
const within = 5_000

describe('trying the mail server', () => {
  test('says what the connection is like, and sends nothing', async () => {
    await using server = await mailServer(encrypted)
    const facts = await trySmtpServer(signedIn(server.url, 'right'), { within, ca: CERT })
    expect(facts).toMatchObject({
      protocol: 'TLSv1.3',
      isSignedIn: true,
      isLocal: true,
      milliseconds: expect.any(Number),
    })
    expect(server.arrived).toEqual([])
  })

  test('says that there is no encryption where there is none', async () => {
    await using server = await mailServer()
    expect(await trySmtpServer(server.url, { within })).toMatchObject({ protocol: null, isSignedIn: false })
  })

  test('says in our own words why the server does not take us', async () => {
    await using server = await mailServer(encrypted)
    const reasons = [
      await trySmtpServer(signedIn(server.url, 'wrong'), { within, ca: CERT }),
      await trySmtpServer(signedIn(server.url, 'right'), { within }),
      await trySmtpServer('smtp://127.0.0.1:1', { within }),
    ]
    await using silent = await oddServer(() => {})
    expect([...reasons, await trySmtpServer(silent.url, { within: 200 })]).toEqual([
      { reason: 'The mail server refused our user or password (535).' },
      { reason: 'The mail server offers no encryption that can be trusted.' },
      { reason: 'The mail server cannot be reached.' },
      { reason: 'The mail server did not answer in time.' },
    ])
  })
})
