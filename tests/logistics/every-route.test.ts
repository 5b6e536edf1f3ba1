import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import type { ApiEnv } from '#src/api/context.ts'
import { partnersApi } from '#src/api/partners-api.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { uploadsApi } from '#src/api/uploads-api.ts'
import { TASK_UPLOAD_LIMIT } from '#src/contract/task-answer.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { addEvent } from '#tests/site/event-rows.ts'
import { fromOurPage, NOON, problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { logisticsApi } from './logistics-api.ts'

const CRATE = {
  id: '00000000-0000-4000-8000-0000000000c1',
  title: 'Crate',
  pieces: 1,
  expectedOn: null,
  expectedAt: null,
}

const TASK = { taskId: '00000000-0000-4000-8000-0000000000d1' }

/** A body that each call does something with; the person has no task, so that those about one end in a miss. */
const BODIES: Record<string, (token: string) => object> = {
  look: (token) => ({ token }),
  save: (token) => ({ token, section: 'badge', field: 'name', value: 'Ida', version: 0 }),
  submit: (token) => ({ token }),
  request: (token) => ({ token, section: 'badge', values: { name: 'Ada' } }),
  remove: (token) => ({ token, section: null }),
  caterer: (token) => ({ token }),
  revision: (token) => ({ token, revision: 1 }),
  'new-link': () => ({ email: 'nobody@gauge.example' }),
  deliveries: (token) => ({ token }),
  'deliveries/add': (token) => ({ token, ...CRATE }),
  'deliveries/change': (token) => ({ token, ...CRATE, version: 1 }),
  'deliveries/remove': (token) => ({ token, id: CRATE.id, version: 1 }),
  tasks: (token) => ({ token }),
  'tasks/answer': (token) => ({ token, ...TASK, submissionId: CRATE.id, answer: { kind: 'text', text: 'Done.' } }),
  'task-files': (token) => ({ token, ...TASK, id: CRATE.id, name: 'slides.pdf', data: 'JVBERi0xLjc=' }),
}
const NAMES = Object.keys(BODIES)
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

let opened: TestDb
let api: Awaited<ReturnType<typeof logisticsApi>>
let token: string
let eventId: string
beforeAll(async () => {
  opened = await testDb()
  // Files come to a function of their own.
  const area = new Hono<ApiEnv>().route('/', partnersApi).route('/', uploadsApi)
  api = await logisticsApi(opened.db, NOON, area)
  eventId = await addEvent(opened.db, 'walk')
  token = (await api.invite(eventId)).token
})
afterAll(() => opened.close())

const send = (name: string, method: string, headers: Record<string, string>, body?: string) =>
  api.request(`/api/logistics/${name}`, { method, headers, ...(body !== undefined && { body }) }, { ip: nextIp() })

test('the routes are these, and everybody may call them', () => {
  const declared = [...declaredRoutes(partnersApi), ...declaredRoutes(uploadsApi)]
    .filter(({ path }) => path.startsWith('/api/logistics/'))
    .map((route) => ({ ...route, path: route.path.replace('/api/logistics', '').replace(/\/$/, '') }))
  expect(declared).toEqual(NAMES.map((name) => ({ method: 'POST', path: `/${name}`, policy: 'public' })))
})

describe.each(NAMES)('%s', (name) => {
  const body = () => JSON.stringify(BODIES[name]?.(token))

  test('answers to POST alone, from our own pages alone, and to JSON alone (AZ2, CS1, CS4)', async () => {
    const before = await fingerprint(opened.db)
    const longest = name === 'task-files' ? TASK_UPLOAD_LIMIT : 70_000
    for (const method of METHODS) {
      const answer = await send(name, method, fromOurPage)
      expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, 'POST'])
    }
    for (const from of [{ 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL }, { Origin: 'null' }, {}]) {
      const headers = { ...from, 'Content-Type': 'application/json' } as Record<string, string>
      expect(await problemOf(await send(name, 'POST', headers, body()))).toMatchObject({ status: 403 })
    }
    expect((await send(name, 'POST', { ...fromOurPage, 'Content-Type': 'text/plain' }, body())).status).toBe(415)
    expect((await send(name, 'POST', fromOurPage, JSON.stringify({ token: 'y'.repeat(longest) }))).status).toBe(413)
    for (const odd of ['', '{', '[]', 'null', '{"__proto__":1}', '{"token":{"$gt":""}}', '{"token":"\\u0000"}'])
      expect([400, 404], odd).toContain((await send(name, 'POST', fromOurPage, odd)).status)
    expect(await fingerprint(opened.db)).toBe(before)
  })

  test('is kept by no cache, however it ends (SE10)', async () => {
    for (const sent of [body(), '{}']) {
      const { headers } = await send(name, 'POST', fromOurPage, sent)
      expect([headers.get('Cache-Control'), headers.get('Netlify-CDN-Cache-Control')]).toEqual(['no-store', null])
    }
  })
})

test('the token is in the body alone, and stays nowhere (LG1)', async () => {
  const { token: fresh } = await api.invite(eventId)
  for (const name of NAMES) await send(name, 'POST', fromOurPage, JSON.stringify(BODIES[name]?.(fresh)))
  await opened.db.delete(outbox)
  const tables =
    await opened.db.execute(sql`select query_to_xml('select * from ' || table_name, true, false, '')::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  expect(fresh).toHaveLength(43)
  for (const held of [JSON.stringify(tables), api.lines.join()]) expect(held).not.toContain(fresh)
})
