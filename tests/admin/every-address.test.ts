import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { disguised } from '#tests/support/disguised-path.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import {
  ADMIN_QUESTIONS,
  ADMIN_READS,
  ADMIN_ROUTES,
  ADMIN_WRITES,
  type AdminRoute,
  getAddress,
  MISSING,
  NOTES,
} from './admin-area.ts'
import type { Prepared } from './calls/call.ts'
import { adminCaller, IP, storedViewer } from './calls/caller.ts'
import { READ_CALLS, WRITE_CALLS } from './calls/calls.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']
const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
const paths = [...new Set(ADMIN_ROUTES.map(({ path }) => path))]

let opened: TestDb
let api: Awaited<ReturnType<typeof adminCaller>>
let nobody: Awaited<ReturnType<typeof adminCaller>>
/** A good call of every route, on rows of its own, and another one on others. */
const prepared = new Map<AdminRoute, [Prepared, Prepared]>()
let state = ''
beforeAll(async () => {
  opened = await testDb()
  api = await adminCaller(opened.db, await storedViewer(opened.db, 'owner'))
  nobody = await adminCaller(opened.db, null)
  for (const route of ADMIN_ROUTES) prepared.set(route, [await prepare(route), await prepare(route)])
  state = await fingerprint(opened.db)
})
afterAll(() => opened.close())

const prepare = async ({ name }: AdminRoute): Promise<Prepared> =>
  (await (WRITE_CALLS[name]?.prepare ?? READ_CALLS[name])?.(api.groundOf(true))) ?? {}
const callOf = (route: AdminRoute, which: 0 | 1 = 0): Prepared => prepared.get(route)?.[which] ?? {}

test('every admin route that only reads has a good call here, and every call a route', () => {
  expect(Object.keys(READ_CALLS).toSorted()).toEqual(
    [...ADMIN_READS, ...ADMIN_QUESTIONS].map(({ name }) => name).toSorted(),
  )
})

describe('an address of the admin API (AZ2)', () => {
  test.each(paths)('%s answers to no method but its own, and names those', async (path) => {
    const declared = ADMIN_ROUTES.filter((route) => matches(route.path, path)).map(({ method }) => method)
    const allowed = [...new Set(declared.includes('GET') ? [...declared, 'HEAD'] : declared)]
    for (const method of METHODS.filter((one) => !allowed.includes(one))) {
      for (const who of [api, nobody]) {
        const answer = await who.request(getAddress({ path }), { method, headers: own }, { ip: IP })
        expect(answer.status, method).toBe(405)
        expect(answer.headers.get('Allow')?.split(', ').toSorted(), method).toEqual(allowed.toSorted())
        if (method !== 'HEAD') expect(await problemOf(answer)).toMatchObject({ code: 'method_not_allowed' })
      }
    }
  })

  const nothing = ['/api/admin', '/api/admin/', '/api/admin/nothing', '/api/ADMIN/vendors', '/api/admin//vendors']
  const beside = paths
    .map((path) => getAddress({ path }))
    .flatMap((path) => [`${path}/x`, `${path}/`, `${path};x`, `${path}%00`])
  test.each([...nothing, ...beside])('%s is not there, by any method', async (path) => {
    // An id takes any text: it is looked for, and is nobody's. So is the last part of `…/:id/uses`.
    if (paths.some((known) => matches(known, path))) return
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
      for (const who of [api, nobody])
        expect(await problemOf(await who.request(path, { method, headers: own })), method).toMatchObject({
          status: 404,
        })
  })

  test('in disguise never lets anybody around its policy (HD5)', async () => {
    const path = fc.constantFrom(...paths.map((one) => getAddress({ path: one }))).chain(disguised)
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        const answer = await nobody.request(text, { headers: own })
        expect([401, 404, 405]).toContain(answer.status)
        await problemOf(answer)
      }),
      { numRuns: 1000 },
    )
  })
})

/** Whether the router takes `path` for the route's. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) =>
      part.startsWith(':') ? given[at] !== '' && !/[;%]/.test(given[at] ?? '') : part === given[at],
    )
  )
}

describe.each(ADMIN_ROUTES.filter(({ path }) => path.includes(':')))('$name', (route) => {
  test('gives the same answer for a missing id and one of another parent (AZ3)', async () => {
    const answerFor = async (path: string[]) => {
      const answer = await api.send(route, { ...callOf(route), path })
      const names = [...answer.headers.keys()].filter((name) => name !== 'x-request-id').toSorted()
      return [answer.status, await answer.text(), names.join()]
    }
    const ids = callOf(route).path ?? []
    const others = callOf(route, 1).path ?? []
    for (const at of ids.keys()) {
      const missing = await answerFor(ids.with(at, unknownFor(ids[at])))
      expect(missing[0]).toBe(404)
      for (const wrong of WRONG_IDS) expect((await answerFor(ids.with(at, wrong)))[0], wrong).toBe(404)
      // The child of another parent, and the parent of another child.
      if (ids.length === 1 || isName(route)) continue
      const elsewhere = await answerFor(ids.with(at, others[at] ?? ''))
      expect(elsewhere).toEqual(at === 0 ? await answerFor([others[0] ?? '', unknownFor(ids[1])]) : missing)
    }
  })
})

const WRONG_IDS = ['not-an-id', '0', '-1', '1e3', '9007199254740993', "' or 1=1 --", 'x'.repeat(3_000), 'Ⅷ']
const unknownFor = (id = '') => (/^\d+$/.test(id) ? '999999999' : MISSING)
/** The last part is no id but a word everybody knows. */
const isName = ({ path }: AdminRoute) => path.endsWith('/:role')

const FOREIGN: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL },
  { 'Sec-Fetch-Site': 'same-site', Origin: SITE_URL },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  {},
]
const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

test.each(ADMIN_WRITES)('$name takes nothing from another site, whatever it calls the body (CS1)', async (route) => {
  const call = callOf(route)
  const address = `${getAddress(route, call.path)}${call.query ? `?${call.query}` : ''}`
  const body = call.bytes ?? JSON.stringify(call.body ?? {})
  for (const from of FOREIGN) {
    for (const type of TYPES) {
      const init = { method: route.method, headers: { 'Content-Type': type, ...from }, body }
      const answer = await api.request(address, init, { ip: IP })
      expect(await problemOf(answer), `${type} ${JSON.stringify(from)}`).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    }
  }
})

test.each(ADMIN_ROUTES)(
  '$name refuses in JSON that nobody keeps, and gives other sites no leave (HD1, HD4, CS5)',
  async (route) => {
    for (const Origin of ['https://evil.example', 'null', `${SITE_URL}.evil.example`]) {
      const preflight = {
        'Access-Control-Request-Method': route.method,
        'Access-Control-Request-Headers': 'authorization',
      }
      requireDressed(await api.request(getAddress(route), { method: 'OPTIONS', headers: { Origin, ...preflight } }))
      requireDressed(await nobody.send(route, callOf(route), { Origin }))
    }
  },
)

const DRESS = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

function requireDressed({ headers, status }: Response): void {
  expect(Object.fromEntries(headers), String(status)).toMatchObject(DRESS)
  expect(headers.get('Netlify-CDN-Cache-Control')).toBeNull()
  expect([...headers.keys()].filter((name) => /^(access-control-|x-powered-by|server$|set-cookie)/.test(name))).toEqual(
    [],
  )
}

/** Every name that some list takes, with what a person may put there by hand. */
const QUERY_NAMES = [
  'q',
  'limit',
  'cursor',
  'state',
  'when',
  'status',
  'approval',
  'role',
  'actor',
  'action',
  'subjectType',
]
const MORE_NAMES = [
  'subjectId',
  'from',
  'until',
  'hash',
  'address',
  'name',
  'city',
  'website',
  'email',
  'except',
  'version',
]
const HOSTILE = [
  '',
  ' ',
  '%00',
  '%ff',
  '%ed%a0%80',
  "'",
  '%25',
  '_',
  '\\',
  ':*',
  '! & |',
  'a'.repeat(3_000),
  '-1',
  '0',
  '1e9',
]
const MORE_HOSTILE = [
  '99999999999999999999',
  'NaN',
  'W10',
  btoa('["x"]'),
  btoa('[1e308,"x"]'),
  btoa('[null,null]'),
  '<script>',
]

/** What is one's own is deleted without an id, and would really be. */
const askable = ADMIN_ROUTES.filter(
  ({ method, path }) => method === 'GET' || (method === 'DELETE' && path.includes(':')),
)
const taken = new Set<string>()
describe.each(askable)('$name', (route) => {
  test('never fails on its query (IV2, IV3)', async () => {
    // An id that is nobody’s: what gets by must not delete.
    const call = route.method === 'DELETE' ? {} : callOf(route)
    const ask = async (query: string) => {
      const answer = await api.send(route, { ...call, query })
      expect(answer.status, query.slice(0, 80)).toBeLessThan(500)
      return { status: answer.status, text: answer.status === 400 ? await answer.text() : await answer.body?.cancel() }
    }
    // A route without a query ignores it; every other one refuses unknown names, whatever they are.
    if ((await ask('nothing=1')).status !== 400) return
    for (const name of [...QUERY_NAMES, ...MORE_NAMES]) {
      if ((await ask(`${name}=1`)).text?.includes(UNKNOWN_FIELD)) continue
      taken.add(name)
      for (const value of [...HOSTILE, ...MORE_HOSTILE]) await ask(`${name}=${value}`)
      expect((await ask(`${name}=1&${name}=1`)).status, `${name} twice`).toBe(400)
    }
    for (const name of ['isAdmin', '__proto__', 'constructor', 'q%00'])
      expect((await ask(`${name}=1`)).status, name).toBe(400)
  })
})

test('each name of a query is one that some route takes', () => {
  expect([...taken].toSorted()).toEqual([...QUERY_NAMES, ...MORE_NAMES].toSorted())
})

test('no GET or HEAD of the admin API changes a byte of the database, however often it is sent (CS3)', async () => {
  for (const method of ['GET', 'HEAD', 'GET']) {
    for (const route of ADMIN_READS) {
      const answer = await api.send({ ...route, method }, callOf(route))
      expect(answer.status, `${method} ${route.name}`).toBe(200)
      await answer.body?.cancel()
      expect((await nobody.send({ ...route, method }, callOf(route))).status).toBe(401)
    }
  }
})

test('no question that is asked with a body changes a byte either (MR3)', async () => {
  for (const route of ADMIN_QUESTIONS) expect((await api.send(route, callOf(route))).status, route.name).toBe(200)
  expect(await fingerprint(opened.db)).toBe(state)
})

test('nothing of all that changed anything', async () => {
  expect(await fingerprint(opened.db)).toBe(state)
})

const GOOD = ADMIN_ROUTES.filter(({ name }) => !NOTES.includes(name))
test.each(GOOD)('$name was good as it is, and its answer is personal (SE10)', async (route) => {
  const good = await api.send(route, await prepare(route))
  expect(good.status, await good.clone().text()).toBeLessThan(300)
  requireDressed(good)
  expect(good.headers.get('Vary')).toContain('Cookie')
  const isCsv = route.path.endsWith('.csv')
  const isFile = route.path.includes('/task-files/')
  const type = isFile
    ? 'application/octet-stream'
    : isCsv
      ? 'text/csv; charset=utf-8'
      : 'application/json; charset=utf-8'
  if (good.status !== 204) expect(good.headers.get('Content-Type')).toBe(type)
  if (isCsv) expect(good.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
})
