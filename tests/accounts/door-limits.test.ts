import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOurPage, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi } from './account-api.ts'

const MINUTE = 60
const HOUR = 3_600
const token = 'A'.repeat(43)
const MISSING = '00000000-0000-4000-8000-000000000000'

/** So many tries in so many seconds, at each door. What is tried is always wrong. (security RL1, RL3) */
const DOORS: [path: string, most: number, seconds: number, body: object][] = [
  ['sign-in', 6, MINUTE, { email: 'nobody@gauge.example', password: 'wrong one' }],
  ['passkey/verify', 6, MINUTE, { challenge_id: MISSING, webauthn: { id: 'x' } }],
  ['sign-up', 5, HOUR, { username: 'x', email: 'x', password: 'x' }],
  ['password-reset', 10, HOUR, { email: 'nobody@gauge.example' }],
  ['confirm-email', 30, 5 * MINUTE, { token, password: 'wrong one' }],
  ['password-reset/confirm', 30, 5 * MINUTE, { token, password: 'new 63 torque spec' }],
  ['code-lock/end', 30, 5 * MINUTE, { token, password: 'new 63 torque spec' }],
  ['email/confirm', 30, 5 * MINUTE, { token }],
  ['recovery-codes/verify', 30, 5 * MINUTE, { code: 'aaaa-bbbb-cccc' }],
  [`factors/${MISSING}/verify`, 30, 5 * MINUTE, { challenge_id: MISSING, code: '123456' }],
  [`factors/${MISSING}/challenge`, 30, 5 * MINUTE, {}],
  ['passkey/challenge', 120, MINUTE, {}],
]

/** Every way a caller may claim to be somebody else, another one each time. */
function claims(turn: number): Record<string, string> {
  const address = `198.51.100.${turn % 250}`
  return {
    'X-Forwarded-For': `${address}, 10.0.0.1`,
    'X-Real-IP': address,
    'X-Nf-Client-Connection-Ip': address,
    Forwarded: `for=${address}`,
    'CF-Connecting-IP': address,
    'True-Client-IP': address,
    'User-Agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/1${turn}.0`,
  }
}

describe('the sign-in routes', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof accountApi>>
  let doors = 0
  beforeAll(async () => {
    opened = await testDb()
    api = await accountApi(opened.db)
  })
  afterAll(() => opened.close())

  const knock = (path: string, body: object, ip: string, turn: number) =>
    api.request(
      `/api/auth/${path}`,
      { method: 'POST', headers: { ...fromOurPage, ...claims(turn) }, body: JSON.stringify(body) },
      { ip },
    )

  test.each(DOORS)(
    '%s takes %i in %i s, whoever the caller claims to be (RL1, RL3, RL6)',
    async (path, most, seconds, body) => {
      doors += 1
      const ip = `192.0.2.${doors}`
      api.clock.now += 2 * HOUR * 1000
      const start = api.clock.now
      for (let turn = 0; turn < most; turn += 1)
        expect([400, 401, 404, 202, 200]).toContain((await knock(path, body, ip, turn)).status)
      const refused = await knock(path, body, ip, most)
      expect(refused.headers.get('Retry-After')).toBe(String(seconds))
      expect(await problemOf(refused)).toMatchObject({
        status: 429,
        code: 'rate_limited',
        detail: expect.stringMatching(/^Too many .+\. Try again in \d+ (seconds|minutes|hours)\.$/),
      })
      expect((await knock(path, body, `192.0.3.${doors}`, 0)).status).not.toBe(429)
      api.clock.now = start + seconds * 1000 - 1
      expect((await knock(path, body, ip, most)).status).toBe(429)
      api.clock.now = start + seconds * 1000
      expect((await knock(path, body, ip, most)).status).not.toBe(429)
    },
  )

  test('sign-in takes thirty in an hour, however they are spread', async () => {
    api.clock.now += 2 * HOUR * 1000
    const start = api.clock.now
    const [, , , body = {}] = DOORS[0] ?? []
    for (let turn = 0; turn < 30; turn += 1) {
      api.clock.now = start + Math.floor(turn / 6) * 61_000
      expect((await knock('sign-in', body, '192.0.2.200', turn)).status).toBe(401)
    }
    api.clock.now = start + HOUR * 1000 - 1
    expect((await knock('sign-in', body, '192.0.2.200', 31)).status).toBe(429)
    api.clock.now = start + HOUR * 1000
    expect((await knock('sign-in', body, '192.0.2.200', 32)).status).toBe(401)
  })

  test('no sign-in route has a field for an address of the caller (RL6)', async () => {
    for (const [path, , , body] of DOORS.filter(([, , , given]) => Object.keys(given).length > 0)) {
      const answer = await knock(path, { ...body, ip_address: '198.51.100.1' }, '192.0.2.250', 0)
      expect([400, 401], path).toContain(answer.status)
    }
  })

  test('a locked account still gets its reset mail, and the answer does not mention the lock (RL2)', async () => {
    const { email } = await api.member('locked_out')
    for (let count = 0; count < 10; count += 1) await api.post('sign-in', { email, password: `wrong ${count}` })
    const [locked, unknown] = [
      await api.post('sign-in', { email, password: 'gauge 41 leaks' }),
      await api.post('sign-in', { email: 'nobody@gauge.example', password: 'gauge 41 leaks' }),
    ]
    expect([locked.status, await locked.text()]).toEqual([unknown.status, await unknown.text()])
    expect([...locked.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect((await api.post('password-reset', { email })).status).toBe(202)
    const reset = { token: await api.linkTo(email, 'reset'), password: 'new 63 torque spec' }
    expect((await api.post('password-reset/confirm', reset)).status).toBe(200)
    await api.signIn(email, reset.password)
  })
})
