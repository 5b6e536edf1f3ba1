import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authApi } from '#src/api/auth/auth-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, nextIp } from './account-api.ts'
import { applyIncident, PEOPLE, type Person, preparePerson } from './people.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const routes = declaredRoutes(authApi)
  .filter(({ path }) => path.startsWith('/api/auth/'))
  .map(({ method, path, policy }) => ({ method, policy, path: path.replace(/:\w+/g, MISSING) }))
const closed = routes.filter(({ policy }) => policy !== 'public')
/** The one answer that is the same for everybody: whether there is a Google button. */
const SHARED = '/api/auth/providers'
const writes = routes.filter(({ method }) => method !== 'GET')

let opened: TestDb
let api: Awaited<ReturnType<typeof accountApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await accountApi(opened.db)
})
afterAll(() => opened.close())

/** The cookie of an account of this kind that nobody has used before. */
async function cookieOf(person: Person): Promise<string> {
  const { id, cookie } = await preparePerson(opened.db, person)
  await applyIncident(opened.db, id, person)
  return cookie
}

const send = (route: { method: string; path: string }, headers: Record<string, string>, body?: string) =>
  api.request(
    route.path,
    { method: route.method, headers, ...(body !== undefined && route.method !== 'GET' && { body }) },
    { ip: nextIp() },
  )
const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Origin: SITE_URL }

test('there are routes to walk, each behind a policy', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter(({ policy }) => policy === undefined)).toEqual([])
})

describe.each(closed)('$method $path, for $policy', (route) => {
  test('refuses anonymous callers', async () => {
    const answer = await send(route, own, '{}')
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test.each(Object.entries(PEOPLE))('knows a person who is %s', async (_name, person: Person) => {
    const answer = await send(route, { ...own, Cookie: await cookieOf(person) }, '{}')
    requirePersonal(answer)
    if (person.isOut) return expect(answer.status).toBe(401)
    expect(answer.status).not.toBe(401)
    expect(answer.status).toBeLessThan(500)
  })
})

test.each(routes.filter(({ path }) => path !== SHARED))(
  '$method $path keeps its answer out of every cache',
  async (route) => {
    requirePersonal(await send(route, own, '{}'))
  },
)

function requirePersonal({ headers }: Response): void {
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Vary')).toContain('Cookie')
  expect(headers.get('Netlify-CDN-Cache-Control')).toBeNull()
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
}

describe.each(writes)('$method $path', (route) => {
  test.each([
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
  ])('takes nothing from another site: %o', async (from) => {
    const cookie = await cookieOf(PEOPLE.owner)
    const sent: Record<string, string>[] = [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ]
    for (const type of sent) {
      const answer = await send(route, { ...type, ...from, Cookie: cookie } as Record<string, string>, '{}')
      expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await api.viewerOf(cookie)).not.toBeNull()
  })

  test('never falls over what it is sent', async () => {
    const cookie = await cookieOf(PEOPLE.owner)
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"__proto__":1}',
      '{"a":1,"a":2}',
      `{"token":"${'x'.repeat(70_000)}"}`,
    ]
    for (const body of [
      ...bodies,
      '{"email":{"$gt":""},"password":[1]}',
      '{"email":"a\\u0000b","password":"\\ud800"}',
    ]) {
      const { status } = await send(route, { ...own, Cookie: cookie }, body)
      expect(status, body.slice(0, 40)).toBeLessThan(500)
    }
  })

  test('takes no key it does not know', async () => {
    const everything = { token: 'x', email: 'a@gauge.example', password: 'gauge 41 leaks', username: 'someone' }
    const sent = { ...everything, role: 'owner', approved: true, isAdmin: true, approval: 'approved', id: MISSING }
    const answer = await send(route, { ...own, Cookie: await cookieOf(PEOPLE.approved) }, JSON.stringify(sent))
    // A route that reads no body has nothing to refuse; every other one refuses all of it.
    if (!takesBody(route)) return
    expect([400, 403]).toContain(answer.status)
  })
})

/** Calls that read no body. A new one is named here, or has to refuse what it does not know. */
function takesBody({ method, path }: { method: string; path: string }): boolean {
  return method !== 'DELETE' && !/\/(sign-out|token|challenge|recovery-codes)$/.test(path)
}
