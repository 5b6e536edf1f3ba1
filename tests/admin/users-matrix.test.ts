import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminApi } from '#src/api/admin/admin-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { getRank, RANK_SENTENCE } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import { type PEOPLE, preparePerson } from '#tests/accounts/people.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { MISSING, type Somebody, userApi } from './user-api.ts'

const PREFIXES = ['/api/admin/users', '/api/admin/bans']

/** Every route of this noun, the lowest role it is for, and a body that fits. */
const ROUTES: Record<string, { for: Role; body?: () => object; onSomebody?: 'by rank' | 'roles are for owners' }> = {
  'GET /users': { for: 'moderator' },
  'GET /users/counts': { for: 'moderator' },
  'GET /users/:id': { for: 'moderator' },
  'GET /users/:id/timeline': { for: 'moderator' },
  'POST /users/approvals': { for: 'moderator', body: () => ({ ids: [MISSING], decision: 'approved' }) },
  'POST /users/approvals/undo': { for: 'moderator', body: () => ({ ids: [MISSING] }) },
  'POST /users/:id/ban': { for: 'admin', body: () => ({ reason: 'Spam' }), onSomebody: 'by rank' },
  'POST /users/:id/unban': { for: 'admin', onSomebody: 'by rank' },
  'POST /users/:id/factors/reset': { for: 'admin', onSomebody: 'roles are for owners' },
  'POST /users/:id/password-reset-mail': { for: 'admin' },
  'DELETE /users/:id/sessions': { for: 'admin', onSomebody: 'by rank' },
  'DELETE /users/:id/sessions/:handle': { for: 'admin', onSomebody: 'by rank' },
  'POST /users/:id/roles': { for: 'owner', body: () => ({ role: 'moderator' }) },
  'DELETE /users/:id/roles/:role': { for: 'owner' },
  'GET /bans': { for: 'admin' },
  'POST /bans': {
    for: 'admin',
    body: () => ({ id: randomUUID(), address: `2001:db8:${randomUUID().slice(0, 4)}::1`, reason: 'Spam' }),
  },
  'POST /bans/:id/lift': { for: 'admin' },
}

/** Owners who have shown a second factor: the only ones who open the account of somebody with a role. (security AZ6) */
const WITH_FACTOR = 'an owner with a factor'
const VISITORS = ['pending', 'approved', 'moderator', 'admin', 'owner'] as const satisfies (keyof typeof PEOPLE)[]
const OUT = ['banned', 'a banned owner', 'deleted meanwhile', 'an owner with a factor they have not shown'] as const
const HELD: Role[][] = [[], ['moderator'], ['admin'], ['owner']]

let opened: TestDb
let api: Awaited<ReturnType<typeof userApi>>
const people = new Map<string, Somebody>()
beforeAll(async () => {
  opened = await testDb()
  api = await userApi(opened.db)
  await api.enter('owner') // one who stays
  for (const kind of [...VISITORS, WITH_FACTOR, ...OUT] as const) people.set(kind, await api.enter(kind))
})
afterAll(() => opened.close())

const pathOf = (route: string, id = MISSING) =>
  route
    .replace(/^\w+ \//, '')
    .replace(':id', id)
    .replace(':role', 'moderator')
    .replace(':handle', MISSING)
const call = (who: Somebody | null, route: string, id?: string) =>
  api.send(who, route.split(' ')[0] ?? '', pathOf(route, id), ROUTES[route]?.body?.())

test('every route of users and bans is in the table, behind the policy it names', () => {
  const declared = declaredRoutes(adminApi).filter(({ path }) => PREFIXES.some((prefix) => path.startsWith(prefix)))
  const named = declared.map(({ method, path, policy }) => [`${method} ${path.replace('/api/admin', '')}`, policy])
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(ROUTES).map(([route, { for: policy }]) => [route, policy])),
  )
})

describe.each(Object.entries(ROUTES))('%s', (route, { for: lowest }) => {
  test.each(VISITORS)('for %s', async (kind) => {
    const who = people.get(kind) ?? null
    const held: Role[] = kind === 'pending' || kind === 'approved' ? [] : [kind]
    const answer = await call(who, route)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    if (getRank(held) >= getRank([lowest])) expect([200, 201, 404]).toContain(answer.status)
    else expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test.each([...OUT, 'nobody'])('for %s', async (kind) => {
    expect(await problemOf(await call(people.get(kind) ?? null, route))).toMatchObject({ status: 401 })
  })
})

const RANKED = Object.entries(ROUTES).filter(([, { onSomebody }]) => onSomebody !== undefined)

describe.each(RANKED)('%s by rank', (route, { onSomebody }) => {
  test.each(['admin', 'owner', WITH_FACTOR] as const)('by %s on everybody', async (kind) => {
    const who = people.get(kind) ?? null
    for (const roles of HELD) {
      const subject = await preparePerson(opened.db, { level: 1, roles })
      const needs = onSomebody === 'roles are for owners' && roles.length > 0 ? 'owner' : 'admin'
      const isOwner = kind === WITH_FACTOR || (kind === 'owner' && needs !== 'owner')
      const isAllowed = isOwner || (kind === 'admin' && needs === 'admin' && getRank(roles) < getRank([kind]))
      const answer = await call(who, route, subject.id)
      const what = `${kind} on ${roles.join() || 'a member'}`
      if (isAllowed) expect([200, 404], what).toContain(answer.status)
      else expect(answer.status, what).toBe(403)
      if (!isAllowed) expect(await api.isIn(subject)).toBe(true)
    }
  })

  test('by a person on themselves', async () => {
    for (const kind of ['admin', 'owner'] as const) {
      const who = await api.enter(kind)
      expect(await problemOf(await call(who, route, who.id))).toMatchObject({
        status: 403,
        detail: RANK_SENTENCE.self,
      })
      expect(await api.isIn(who)).toBe(true)
    }
  })
})
