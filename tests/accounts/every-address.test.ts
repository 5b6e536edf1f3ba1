import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authApi } from '#src/api/auth/auth-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { fromOurPage, problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { accountApi, nextIp } from './account-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']
const JWKS = '/.well-known/jwks.json'
const routes = declaredRoutes(authApi).map(({ method, path }) => ({ method, path: path.replace(/:\w+/, MISSING) }))
const paths = [...new Set(routes.map(({ path }) => path))]

let opened: TestDb
let api: Awaited<ReturnType<typeof accountApi>>
let cookie = ''
beforeAll(async () => {
  opened = await testDb()
  api = await accountApi(opened.db)
  cookie = await api.signIn((await api.member('walker')).email)
})
afterAll(() => opened.close())

const send = (path: string, method: string, headers: Record<string, string> = {}) =>
  api.request(path, { method, headers: { ...fromOurPage, ...headers } }, { ip: nextIp() })

/** What an address answers to: what is declared, and HEAD wherever there is GET. */
function allowedAt(path: string): string[] {
  const declared = routes.filter((route) => route.path === path).map(({ method }) => method)
  return declared.includes('GET') ? [...declared, 'HEAD'] : declared
}

describe('an address of the account API (AZ2)', () => {
  test.each(paths)('%s answers to no method but its own, and names those', async (path) => {
    const allowed = allowedAt(path)
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      for (const headers of [{}, { Cookie: cookie }]) {
        const answer = await send(path, method, headers)
        expect(answer.status, method).toBe(405)
        expect(answer.headers.get('Allow')?.split(', ').toSorted(), method).toEqual(allowed.toSorted())
        if (method !== 'HEAD') expect(await problemOf(answer)).toMatchObject({ code: 'method_not_allowed' })
      }
    }
  })

  test.each([
    '/api/auth',
    '/api/auth/',
    '/api/auth/nothing',
    '/api/auth/admin',
    '/api/auth/users',
    '/api/AUTH/session',
    '/api/auth//session',
    '/api/auth/..%2fauth/session',
    '/.well-known/',
    '/.well-known/openid-configuration',
    ...paths.flatMap((path) => [`${path}/x`, `${path}.json`, `${path};x`, `${path}%00`, `${path}%2f`]),
  ])('%s is not there, by any method', async (path) => {
    // An id takes any text: it is looked for, and is nobody's.
    if (paths.includes(path.replace(/[^/]+$/, MISSING))) return
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
      for (const headers of [{}, { Cookie: cookie }])
        expect(await problemOf(await send(path, method, headers)), method).toMatchObject({ status: 404 })
  })
})

describe('pages of other sites (CS5)', () => {
  const origins = ['https://evil.example', 'null', SITE_URL, `${SITE_URL}.evil.example`]
  test.each(routes)('get leave to read from no answer: $method $path', async ({ method, path }) => {
    const preflight = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'authorization' }
    for (const Origin of origins) {
      for (const answer of [
        await send(path, method, { Origin, Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' }),
        await send(path, method, { Origin, Authorization: 'Bearer x' }),
        await send(path, 'OPTIONS', { Origin, ...preflight }),
      ]) {
        const leave = [...answer.headers].filter(([name]) => name.startsWith('access-control-'))
        const isOpen = path === JWKS && answer.status === 200
        expect(leave, Origin).toEqual(isOpen ? [['access-control-allow-origin', '*']] : [])
      }
    }
  })
})
