import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { fromOurPage, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { disguised } from '#tests/support/disguised-path.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { FORUM_ROUTES, FORUM_WRITES, forumArea, routeCalls, writer } from './route-calls.ts'

const EVIL = 'https://evil.example'
const WITH_BODY = FORUM_WRITES.filter(({ method, path }) => method !== 'DELETE' && !/thanks|media/.test(path))

let opened: TestDb
let calls: Awaited<ReturnType<typeof routeCalls>>
beforeAll(async () => {
  opened = await testDb()
  calls = await routeCalls(opened)
})
beforeEach(() => calls.forgetLimits())
afterAll(() => opened.close())

test('the routes are these: everybody reads categories, signed-in people read their own, and members write', () => {
  expect(FORUM_ROUTES.map(({ name, policy }) => `${name} ${policy}`).toSorted()).toEqual([
    'DELETE /api/forum/posts/:id approved',
    'DELETE /api/forum/posts/:id/thanks approved',
    'GET /api/forum/categories public',
    'GET /api/forum/members approved',
    'GET /api/forum/notices signedIn',
    'GET /api/forum/notices/unread signedIn',
    'GET /api/forum/posts/:id/source approved',
    'GET /api/forum/preferences signedIn',
    'GET /api/forum/topics/:id/mine signedIn',
    'GET /api/forum/topics/waiting signedIn',
    'PATCH /api/forum/posts/:id approved',
    'POST /api/forum/media approved',
    'POST /api/forum/notices/read approved',
    'POST /api/forum/posts/:id/flags approved',
    'POST /api/forum/preview signedIn',
    'POST /api/forum/topics approved',
    'POST /api/forum/topics/:id/posts approved',
    'PUT /api/forum/posts/:id/thanks approved',
    'PUT /api/forum/preferences approved',
    'PUT /api/forum/topics/:id/follow approved',
    'PUT /api/forum/topics/:id/solution approved',
  ])
})

describe.each(FORUM_WRITES.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  test('takes nothing from another site, in whatever type (CS1, CS2)', async () => {
    const before = await calls.standing()
    const body = JSON.stringify(calls.toBody(route) ?? {})
    const senders: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL },
      { 'Sec-Fetch-Site': 'same-site', Origin: SITE_URL },
      { Origin: EVIL },
      { Origin: 'null' },
      {},
    ]
    for (const from of senders)
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await calls.send(route, { ...from, 'Content-Type': type, Cookie: calls.bob.cookie }, body)
        expect(await problemOf(answer), JSON.stringify([from, type])).toMatchObject({ status: 403, code: 'forbidden' })
      }
    expect(await calls.standing()).toBe(before)
  })

  test('is kept by no cache and read by no other site, however it ends (SE10, CS5)', async () => {
    for (const who of [calls.ada, await calls.person('pending')]) {
      const answer = await calls.sendGood(route, { ...fromOurPage, Cookie: who.cookie })
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Vary')).toContain('Cookie')
      expect(answer.headers.get('Netlify-CDN-Cache-Control')).toBeNull()
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe.each(WITH_BODY.map((route) => [route.name, route] as const))('the body of %s', (_name, route) => {
  const json = () => ({ ...fromOurPage, Cookie: calls.bob.cookie })

  test('has no further fields: no one sets more than they may (AZ4)', async () => {
    const before = await calls.standing()
    const extra = [
      'state',
      'authorId',
      'number',
      'html',
      'thankCount',
      'isPinned',
      'createdAt',
      'role',
      'approved',
      'id',
    ]
    for (const name of extra) {
      const answer = await calls.send(route, json(), JSON.stringify({ ...calls.toBody(route), [name]: 'x' }))
      expect(answer.status, name).toBe(400)
      await calls.forgetLimits()
    }
    expect(await calls.standing()).toBe(before)
  })

  test('is JSON alone, and not too much of it (CS4, IV4)', async () => {
    const body = JSON.stringify(calls.toBody(route))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await calls.send(route, { ...json(), 'Content-Type': type }, body)).status, type).toBe(415)
    expect((await calls.send(route, json(), JSON.stringify({ x: 'y'.repeat(64 * 1024) }))).status).toBe(413)
  })

  test('of any shape is refused and no error of ours (IV2)', async () => {
    const names = Object.keys(calls.toBody(route) ?? {})
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 30 }))
    const body = fc.oneof(value, fc.dictionary(fc.constantFrom('x', ...names), value))
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        await calls.forgetLimits()
        expect((await calls.send(route, json(), JSON.stringify(sent))).status).toBeLessThan(500)
      }),
      { numRuns: 40 },
    )
    for (const text of ['', '{', '[]', 'null', '{"source":"\\u0000"}', '{"source":"\\ud800"}', '{"__proto__":1}'])
      expect((await calls.send(route, json(), text)).status, text).toBe(400)
  })
})

test('reading changes nothing, for any reader and any cookie or header (CS3)', async () => {
  const before = await fingerprint(opened.db)
  for (const route of FORUM_ROUTES)
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, { Cookie: calls.bob.cookie }] as Record<string, string>[])
        for (const query of ['', '?q=a', `?posts=${calls.replyId}`, '?cursor=x&posts=x'])
          expect((await calls.request(`${calls.getAddress(route)}${query}`, { method, headers })).status).toBeLessThan(
            500,
          )
  expect(await fingerprint(opened.db)).toBe(before)
})

test('a path in disguise never reaches a handler around its policy (HD5)', async () => {
  const guarded = FORUM_ROUTES.filter(({ policy, method }) => policy !== 'public' && method === 'GET').map((route) =>
    calls.getAddress(route),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...guarded).chain(disguised), async (path) => {
      expect([401, 404, 405]).toContain((await calls.request(path)).status)
    }),
    { numRuns: 300 },
  )
  const before = await calls.standing()
  const posting = FORUM_WRITES.map((route) => fc.tuple(fc.constant(route), disguised(calls.getAddress(route))))
  await fc.assert(
    fc.asyncProperty(fc.oneof(...posting), async ([route, path]) => {
      const body = JSON.stringify(calls.toBody(route) ?? {})
      const init = { method: route.method, body, headers: { Cookie: calls.bob.cookie } }
      expect([403, 404, 405]).toContain((await calls.request(path, init)).status)
    }),
    { numRuns: 300 },
  )
  expect(await calls.standing()).toBe(before)
})

test('a malformed or unknown id is not found', async () => {
  for (const route of FORUM_ROUTES.filter(({ path }) => path.includes(':id')))
    for (const id of ['x', '%27', crypto.randomUUID(), `${calls.topicId}x`]) {
      await calls.forgetLimits()
      const headers = { ...fromOurPage, Cookie: calls.bob.cookie }
      const body = calls.toBody(route)
      const init = { method: route.method, headers, ...(body && { body: JSON.stringify(body) }) }
      expect((await calls.request(route.path.replace(':id', id), init)).status, `${route.name} ${id}`).toBe(404)
    }
})

test('without the database every route says 503, and nothing of it', async () => {
  const { db, close } = openDb('postgres://app:canary-password@127.0.0.1:9/canary_database')
  const down = await testApi({ db, area: forumArea, isConnectionFault, as: writer(calls.bob.id) })
  for (const route of FORUM_ROUTES.filter(({ name }) => !/media|preview|members/.test(name))) {
    const body = calls.toBody(route)
    const init = { method: route.method, headers: fromOurPage, ...(body && { body: JSON.stringify(body) }) }
    const answer = await down.request(calls.getAddress(route), init, { ip: nextIp() })
    expect([route.name, answer.status]).toEqual([route.name, 503])
    expect([await answer.text(), ...down.lines].join()).not.toMatch(/canary|127\.0\.0\.1/)
  }
  await close()
})
