import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema/security.ts'
import { openKeyring } from '#src/auth/signing-keys.ts'
import { readVisit } from '#src/auth/visit.ts'
import { fromOurPage, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi, pendingCookieOf } from '#tests/support/factor-api.ts'
import { accountApi } from '../accounts/account-api.ts'

const EMAIL = 'quietly.zebra@gauge.example'
const PASSWORDS = ['hushed gauge 41', 'hushed gauge 42', 'never the right one']

let opened: TestDb
let db: Db
/** Everything that was given out or typed in, and that nobody else may read. */
const secrets = new Set<string>(['quietly.zebra', ...PASSWORDS])
/** Every line any of the APIs wrote. */
const lines: string[] = []

beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  await liveThrough(await factorApi(db))
  for (const { textBody } of await db.select().from(outbox)) {
    for (const [found] of textBody.matchAll(/[\w-]{43}|\b\d{6}\b/g)) secrets.add(found)
  }
})
afterAll(() => opened.close())

type Api = Awaited<ReturnType<typeof factorApi>>

/** Registers, confirms, comes and goes, adds a factor, asks for tokens, resets: rightly, and wrongly too. */
async function liveThrough(api: Api): Promise<void> {
  const [first = '', second = '', wrong = ''] = PASSWORDS
  const keep = (value: string) => {
    secrets.add(value.replace(/^__Host-\w+=/, ''))
    return value
  }
  await api.post('sign-up', { username: 'zebra', email: EMAIL, password: first })
  await api.post('sign-up', { username: 'zebra', email: EMAIL, password: first, role: 'owner' })
  const confirm = await api.linkTo(EMAIL, 'confirm')
  for (const password of [wrong, first, first]) await api.post('confirm-email', { token: confirm, password })
  await api.post('sign-in', { email: EMAIL, password: wrong })
  await api.post('sign-in', { email: [EMAIL], password: { first } })
  const cookie = keep(await api.signIn(EMAIL, first))
  const { access_token: token } = await (await api.post('token', {}, { cookie })).json()
  for (const part of token.split('.').slice(1)) keep(part)
  for (const Authorization of [`Bearer ${token}`, `Bearer ${token}x`, `Basic ${btoa(`${EMAIL}:${first}`)}`]) {
    keep(Authorization.split(' ')[1] ?? '')
    await api.request(`/api/auth/session?access_token=${token}&password=${first}`, { headers: { Authorization } })
    await api.request(`/api/auth/${token}/${await api.linkTo(EMAIL, 'confirm')}`, { headers: { Authorization } })
  }
  const app = await api.addApp(cookie)
  for (const value of [app.secret, app.cookie, api.getCode(app)]) keep(value)
  const { codes = [] } = await (await api.post('recovery-codes', {}, { cookie: app.cookie })).json()
  for (const code of codes) keep(code)
  const pending = keep(pendingCookieOf(await api.post('sign-in', { email: EMAIL, password: first })))
  await api.answerWith(pending, app.factorId, '000000')
  await api.post('recovery-codes/verify', { code: codes[0] }, { cookie: pending })
  await api.post('recovery-codes/verify', { code: codes[0] }, { cookie: pending })
  await api.post('reauthenticate', { password: wrong }, { cookie: app.cookie })
  await api.post('password-reset', { email: EMAIL })
  await api.post('password-reset/confirm', { token: await api.linkTo(EMAIL, 'reset'), password: '123' })
  await api.post('password-reset/confirm', { token: await api.linkTo(EMAIL, 'reset'), password: second })
  await api.call('GET', 'sessions', undefined, { cookie: app.cookie })
  await api.post('sign-out', {}, { cookie: app.cookie })
  lines.push(...api.lines)
}

function hits(text: string): string[] {
  return [...secrets].filter((secret) => text.includes(secret))
}

/** All that some tables hold, as text. */
async function dump(...tables: string[]): Promise<string> {
  const texts = await Promise.all(
    tables.map((name) => db.select({ row: sql<string>`t::text` }).from(sql`${sql.identifier(name)} t`)),
  )
  return JSON.stringify(texts)
}

describe('nothing that was given out or typed in is kept where others read', () => {
  test('there is something to find, and it would be found', async () => {
    expect(secrets.size).toBeGreaterThan(20)
    expect([...secrets].filter((secret) => secret.length < 6)).toEqual([])
    expect(lines.length).toBeGreaterThan(25)
    const statuses = new Set(lines.map((line) => JSON.parse(line).status))
    for (const status of [200, 202, 400, 401]) expect(statuses).toContain(status)
    expect(hits(await dump('outbox'))).not.toEqual([])
  })

  test('not in the log', () => {
    expect(hits(lines.join('\n'))).toEqual([])
  })

  test('not in the audit log, the attempts or the counters', async () => {
    expect(hits(await dump('audit_log', 'auth_attempts', 'rate_limits'))).toEqual([])
  })

  test('not in the log of what fails in the middle, whatever the driver says of it', async () => {
    const failures: unknown[] = [
      ...secretErrors(),
      new Error(`duplicate key ${[...secrets].join(' ')}\n    at ${[...secrets].join('\n    at ')}`),
    ]
    for (const failure of failures) {
      const broken = new Proxy(db, {
        get: (target, name) => {
          if (name === 'transaction' || name === 'insert') throw failure
          return Reflect.get(target, name)
        },
      })
      const api = await accountApi(broken)
      for (const [path, body] of [
        ['sign-up', { username: 'zebra_2', email: EMAIL, password: PASSWORDS[0] }],
        ['sign-in', { email: EMAIL, password: PASSWORDS[1] }],
        ['password-reset', { email: EMAIL }],
      ] as const) {
        const answer = await api.post(path, body)
        expect(answer.status).toBeGreaterThanOrEqual(500)
        expect(hits(await answer.text())).toEqual([])
      }
      expect(api.lines.join('\n')).toContain('unexpected error')
      expect(hits(api.lines.join('\n'))).toEqual([])
    }
  })

  test('not in the page views, though pages were called by addresses that held it', async () => {
    const keyring = openKeyring(db)
    const api = await testApi({
      db,
      readVisit: (request) => readVisit(db, request, { siteUrl: SITE_URL, now: 0, keyring }),
    })
    const tokens = [...secrets].filter((secret) => /^[\w-]{17,99}$/.test(secret))
    expect(tokens.length).toBeGreaterThan(6)
    for (const token of tokens) {
      const url = `${SITE_URL}/auth/${token}?token=${token}#confirm=${token}`
      for (const pagePath of [
        `/${token}`,
        `/logistics-form/${token}`,
        `/x/${token}/y?t=${token}`,
        `/auth#reset=${token}`,
      ]) {
        const body = JSON.stringify({ pagePath, referrer: url, eventSlug: token, sessionId: 'browser-session' })
        const answer = await api.request('/api/page-views', {
          method: 'POST',
          body,
          headers: { ...fromOurPage, Referer: url },
        })
        expect(answer.status).toBe(204)
      }
    }
    expect(hits(await dump('analytics_page_views'))).toEqual([])
    expect(hits(api.lines.join('\n'))).toEqual([])
  })
})

/** What drizzle throws: the statement, and every value that went into it. */
function* secretErrors(): Generator<Error> {
  for (const secret of secrets) {
    const cause = Object.assign(new Error(`invalid input: "${secret}"`), { code: '22P02', detail: secret })
    yield new Error(`Failed query: insert into x values ($1)\nparams: ${secret}\n    at ${secret}`, { cause })
    if (secret.length > 40) return
  }
}
