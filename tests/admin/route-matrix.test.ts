import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SENTENCE } from '#src/api/sentences.ts'
import { readVisit } from '#src/auth/visit.ts'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import type { Role } from '#src/contract/viewer.ts'
import { accountApi } from '#tests/accounts/account-api.ts'
import { applyIncident, PEOPLE, type Person, preparePerson } from '#tests/accounts/people.ts'
import { fromOurPage, NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN_ROUTES, type AdminRoute, adminArea, getAddress } from './admin-area.ts'

const HOUR = 3_600_000
const PERSONAS: [string, Person | null][] = [['anonymous', null], ...Object.entries(PEOPLE)]
const WAYS = ['cookie', 'token'] as const
type Way = (typeof WAYS)[number]

/** Written here a second time and not taken from the code: owner > admin > moderator. (product 6) */
const OPEN_TO: Partial<Record<string, readonly Role[]>> = {
  moderator: ['moderator', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
}

type Cell = 'passes' | 'sign in' | 'not allowed' | 'step up'

/** What a cell of the matrix has to be. A token never is as good as having just shown who one is. */
function cellOf(route: AdminRoute, person: Person | null, way: Way): Cell {
  if (!person || person.isOut) return 'sign in'
  const isOpen = person.roles?.some((role) => OPEN_TO[route.policy ?? '']?.includes(role)) ?? false
  if (!isOpen) return 'not allowed'
  return route.isFresh && way === 'token' ? 'step up' : 'passes'
}

let opened: TestDb
let account: Awaited<ReturnType<typeof accountApi>>
let admin: Awaited<ReturnType<typeof testApi>>
const clock = { now: NOON }
beforeAll(async () => {
  opened = await testDb()
  account = await accountApi(opened.db)
  const { keyring } = account
  admin = await testApi({
    db: opened.db,
    area: adminArea,
    keyring,
    clock: () => clock.now,
    readVisit: (request) => readVisit(opened.db, request, { siteUrl: SITE_URL, now: clock.now, keyring }),
  })
})
afterAll(() => opened.close())

/** Somebody of this kind with both ways in; the token was given out before anything came over them. */
async function arrive(person: Person): Promise<Record<Way, Record<string, string>>> {
  const { id, cookie } = await preparePerson(opened.db, person)
  if (person.level === 2) await applyIncident(opened.db, id, person)
  const { access_token: token } = await (await account.post('token', {}, { cookie })).json()
  expect(token).toMatch(/^ey/)
  if (person.level === 1) await applyIncident(opened.db, id, person)
  return { cookie: { ...fromOurPage, Cookie: cookie }, token: bearing(token) }
}

const bearing = (token: string) => ({ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` })
const nobody: Record<Way, Record<string, string>> = {
  cookie: { ...fromOurPage, Cookie: `__Host-session=${'A'.repeat(43)}` },
  token: bearing('a.b.c'),
}

const send = (route: AdminRoute, headers: Record<string, string>) =>
  admin.request(getAddress(route), { method: route.method, headers, ...(route.method !== 'GET' && { body: '{}' }) })

/** What an answer says of who asked; throws for an answer that is a fault of ours. */
async function readCell(answer: Response, where: string): Promise<Cell> {
  expect(answer.status, where).toBeLessThan(500)
  expect(answer.headers.get('Cache-Control'), where).toBe('no-store')
  expect(answer.headers.get('Vary') ?? 'Cookie', where).toContain('Cookie')
  if (answer.status < 400) {
    await answer.body?.cancel()
    return 'passes'
  }
  const { code, detail } = await problemOf(answer)
  if (answer.status === 401) return 'sign in'
  if (code === 'step_up') return 'step up'
  return answer.status === 403 && detail === SENTENCE.notAllowed ? 'not allowed' : 'passes'
}

test('every admin route declares a policy, and it is one of the three for people with a role', () => {
  expect(ADMIN_ROUTES.length).toBeGreaterThan(80)
  expect(ADMIN_ROUTES.filter(({ policy }) => OPEN_TO[policy ?? ''] === undefined)).toEqual([])
  expect(ADMIN_ROUTES.filter(({ path }) => !path.startsWith('/api/admin/'))).toEqual([])
  expect(new Set(ADMIN_ROUTES.map(({ name }) => name)).size).toBe(ADMIN_ROUTES.length)
})

test('moderators have reports, the forum, the queue of users and the state of the site, and nothing else (architecture 8)', () => {
  expect(getNames(({ policy }) => policy === 'moderator')).toEqual([
    'DELETE /api/admin/forum/categories/:id',
    'DELETE /api/admin/reports/:id',
    'DELETE /api/admin/reports/:id/notes/:noteId',
    'GET /api/admin/builds',
    'GET /api/admin/dashboard',
    'GET /api/admin/forum/categories',
    'GET /api/admin/forum/events',
    'GET /api/admin/forum/posts/:id/revisions',
    'GET /api/admin/forum/queue',
    'GET /api/admin/forum/queue/counts',
    'GET /api/admin/forum/topics',
    'GET /api/admin/reports',
    'GET /api/admin/reports/:id',
    'GET /api/admin/reports/:id/similar',
    'GET /api/admin/reports/counts',
    'GET /api/admin/reports/export.csv',
    'GET /api/admin/site-mode',
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/users/:id/timeline',
    'GET /api/admin/users/counts',
    'PATCH /api/admin/forum/categories/:id',
    'PATCH /api/admin/forum/posts/:id',
    'PATCH /api/admin/forum/topics/:id',
    'PATCH /api/admin/reports/:id',
    'POST /api/admin/forum/categories',
    'POST /api/admin/forum/flags/:postId/dismiss',
    'POST /api/admin/forum/flags/undo',
    'POST /api/admin/forum/posts/:id/approve',
    'POST /api/admin/forum/posts/:id/hide',
    'POST /api/admin/forum/posts/:id/reject',
    'POST /api/admin/forum/posts/:id/restore',
    'POST /api/admin/forum/posts/decisions',
    'POST /api/admin/forum/topics/:id/merge',
    'POST /api/admin/reports/:id/merge',
    'POST /api/admin/reports/:id/notes',
    'POST /api/admin/reports/:id/promote',
    'POST /api/admin/reports/:id/unmerge',
    'POST /api/admin/reports/statuses',
    'POST /api/admin/users/approvals',
    'POST /api/admin/users/approvals/undo',
    'PUT /api/admin/forum/categories/order',
  ])
})

test('only owners run the checks, change roles, close the site and take emergency actions; all but the checks need a recent authentication, as do refunds (architecture 8, security AZ6)', () => {
  const roles = [
    'DELETE /api/admin/users/:id/roles/:role',
    'POST /api/admin/emergency',
    'POST /api/admin/users/:id/roles',
    'PUT /api/admin/site-mode',
  ]
  const others = ['GET /api/admin/emergency', 'GET /api/admin/emergency/count', 'POST /api/admin/checks/rounds']
  expect(getNames(({ policy }) => policy === 'owner')).toEqual([...roles, ...others].toSorted())
  const alsoFresh = ['POST /api/admin/order-refunds', 'POST /api/admin/users/:id/factors/reset']
  expect(getNames(({ isFresh }) => isFresh)).toEqual([...roles, ...alsoFresh].toSorted())
})

function getNames(isMeant: (route: AdminRoute) => boolean): string[] {
  return ADMIN_ROUTES.filter(isMeant)
    .map(({ name }) => name)
    .toSorted()
}

const size = `${ADMIN_ROUTES.length} routes × ${PERSONAS.length} people × ${WAYS.length} ways`
describe(`the matrix of ${size} = ${ADMIN_ROUTES.length * PERSONAS.length * WAYS.length} cells (AZ1)`, () => {
  test.each(PERSONAS)(
    '%s gets what the policy of each route says, by cookie and by access token',
    async (_name, person) => {
      const ways = person ? await arrive(person) : nobody
      for (const way of WAYS) {
        const expected = ADMIN_ROUTES.map((route) => [route.name, cellOf(route, person, way)])
        const found: [string, Cell][] = []
        for (const route of ADMIN_ROUTES)
          found.push([route.name, await readCell(await send(route, ways[way]), `${route.name} by ${way}`)])
        expect(found, `by ${way}`).toEqual(expected)
      }
    },
  )
})

test('every admin route asks again who it is, twelve hours after they showed it (SE4)', async () => {
  const { cookie } = await arrive(PEOPLE.owner)
  clock.now = NOON + 12 * HOUR - 1
  for (const route of ADMIN_ROUTES)
    expect(await readCell(await send(route, cookie), route.name), route.name).toBe(route.isFresh ? 'step up' : 'passes')
  clock.now = NOON + 12 * HOUR
  for (const route of ADMIN_ROUTES) {
    const problem = await problemOf(await send(route, cookie))
    expect(problem, route.name).toMatchObject({ status: 403, code: 'step_up', detail: FACTOR_SENTENCE.stepUp })
  }
  clock.now = NOON
})

test('what is dangerous asks again ten minutes after they showed it', async () => {
  const { cookie } = await arrive(PEOPLE.owner)
  const dangerous = ADMIN_ROUTES.filter(({ isFresh }) => isFresh)
  const cellsAt = async (now: number) => {
    clock.now = now
    return Promise.all(dangerous.map(async (route) => readCell(await send(route, cookie), route.name)))
  }
  expect(new Set(await cellsAt(NOON + 600_000 - 1))).toEqual(new Set(['passes']))
  expect(new Set(await cellsAt(NOON + 600_000))).toEqual(new Set(['step up']))
  clock.now = NOON
})
