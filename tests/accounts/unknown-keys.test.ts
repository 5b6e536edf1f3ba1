import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '#db/schema/security.ts'
import { authApi } from '#src/api/auth/auth-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { fromOurPage, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { factorApi } from '#tests/support/factor-api.ts'
import { nextIp, PASSWORD } from './account-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const token = 'A'.repeat(43)
const email = 'changer@gauge.example'

/** A good body for every call that takes one, and what it is answered when it comes as it is. */
const BODIES: Record<string, [object, number]> = {
  'POST /api/auth/sign-up': [{ username: 'newcomer', email: 'newcomer@gauge.example', password: PASSWORD }, 202],
  'POST /api/auth/confirm-email': [{ token, username: 'chosen', password: PASSWORD }, 404],
  'POST /api/auth/password-reset': [{ email }, 202],
  'POST /api/auth/password-reset/confirm': [{ token, password: 'new 63 torque spec' }, 404],
  'POST /api/auth/code-lock/end': [{ token, password: 'new 63 torque spec' }, 404],
  'POST /api/auth/email/confirm': [{ token }, 404],
  'POST /api/auth/recovery-codes/verify': [{ code: 'aaaa-bbbb-cccc' }, 401],
  'POST /api/auth/passkey/verify': [{ challenge_id: MISSING, webauthn: { id: 'x' } }, 401],
  'POST /api/auth/factors/:factorId/verify': [{ challenge_id: MISSING, code: '123456' }, 410],
  'PATCH /api/auth/account': [{ fullName: 'Changer' }, 200],
  'POST /api/auth/email': [{ email: 'moved@gauge.example' }, 202],
  'POST /api/auth/factors': [{ factor_type: 'totp', friendly_name: 'App' }, 201],
  // The last three renew or end the session they come with.
  'POST /api/auth/reauthenticate': [{ password: PASSWORD }, 200],
  'POST /api/auth/password': [{ currentPassword: PASSWORD, password: 'new 63 torque spec' }, 401],
  'POST /api/auth/sign-in': [{ email, password: PASSWORD }, 200],
}
/** Calls that read no body: what is in it changes nothing. A new call is named here or in `BODIES`. */
const BODILESS = [
  'POST /api/auth/sign-out',
  'POST /api/auth/token',
  'POST /api/auth/passkey/challenge',
  'POST /api/auth/factors/:factorId/challenge',
  'POST /api/auth/recovery-codes',
]
/** What nobody sets about themselves. (security AZ4) */
const GUARDED = ['id', 'userId', 'user_id', 'role', 'roles', 'isAdmin', 'is_admin', 'approved', 'approval', 'aal']
const MORE_GUARDED = ['email_verified', 'emailConfirmedAt', 'created_at', 'createdAt', 'promoted_at', 'promoted_by']
const WHO = ['passwordHash', 'status', 'verified', 'deletedAt', 'grantedBy', 'ip_address']

test('every call that changes something is known by the body it takes', () => {
  const writes = declaredRoutes(authApi).filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  const names = writes.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)
  expect(names.toSorted()).toEqual([...Object.keys(BODIES), ...BODILESS].toSorted())
})

describe('the body of a call', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof factorApi>>
  let cookie = ''
  let factorId = ''
  beforeAll(async () => {
    opened = await testDb()
    api = await factorApi(opened.db)
    cookie = await api.signIn((await api.member('changer')).email)
    factorId = (await api.enroll(cookie, { factor_type: 'totp' })).id
  })
  afterAll(() => opened.close())

  const send = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = name.split(' ')
    const init = { method, headers: { ...fromOurPage, Cookie: cookie, ...headers }, body: JSON.stringify(body) }
    return api.request(path.replace(':factorId', factorId), init, { ip: nextIp() })
  }
  /** All that is kept about people. */
  const everything = async () => {
    const tables = ['users', 'profiles', 'user_roles', 'sessions', 'auth_factors', 'link_tokens', 'outbox', 'bans']
    const rows = tables.map((name) => opened.db.execute(sql`select t::text from ${sql.identifier(name)} t order by 1`))
    return JSON.stringify(await Promise.all(rows))
  }

  test.each(Object.entries(BODIES))(
    '%s with one key more is refused, and nothing changes (AZ4)',
    async (name, [body]) => {
      const before = await everything()
      const guarded = fc.constantFrom(...GUARDED, ...MORE_GUARDED, ...WHO)
      const key = fc
        .oneof(guarded, fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }))
        .filter((text) => !Object.hasOwn(body, text) && text !== 'webauthn' && !isKnown(name, text))
      const value = fc.oneof(fc.constantFrom(true, 'owner', 'approved', 2, null), fc.jsonValue({ maxDepth: 1 }))
      await fc.assert(
        fc.asyncProperty(key, value, async (extra, held) => {
          await opened.db.delete(rateLimits)
          const problem = await problemOf(await send(name, { ...body, [extra]: held }))
          expect(problem, extra).toMatchObject({ status: 400, code: 'invalid' })
        }),
        { numRuns: 25 },
      )
      for (const extra of [...GUARDED, ...MORE_GUARDED, ...WHO]) {
        await opened.db.delete(rateLimits)
        expect((await send(name, { ...body, [extra]: true })).status, extra).toBe(400)
      }
      expect(await everything()).toBe(before)
    },
  )

  test.each(Object.entries(BODIES))('%s is taken as JSON alone (CS4)', async (name, [body]) => {
    const before = await everything()
    await opened.db.delete(rateLimits)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      '',
    ])
      expect(await problemOf(await send(name, body, { 'Content-Type': type })), type).toMatchObject({ status: 415 })
    expect(await everything()).toBe(before)
  })

  test('is good as it is, so that the key alone was what was refused', async () => {
    await opened.db.delete(rateLimits)
    for (const [name, [body, status]] of Object.entries(BODIES)) {
      const answer = await send(name, body)
      expect(answer.status, `${name} ${await answer.text()}`).toBe(status)
    }
  })
})

/** Fields that are left out of the body above. */
function isKnown(name: string, key: string): boolean {
  const optional: Record<string, string[]> = {
    'PATCH /api/auth/account': ['username'],
    'POST /api/auth/factors': ['issuer'],
  }
  return optional[name]?.includes(key) ?? false
}
