import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import { declaredRoutes } from '#src/api/routes.ts'
import { orderRoutes, shopReadRoutes } from '#src/api/shop.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { fromOurPage, problemOf, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { addVariant, openShop, orderOf } from './shop-api.ts'

const VARIANT = '00000000-0000-4000-8000-0000000000d1'

/** A body that each call does something with. */
const BODIES: Record<string, (token: string) => object> = {
  'new-links': () => ({ email: 'nobody@plant.example' }),
  quote: () => ({ lines: [{ variantId: VARIANT, quantity: 1 }], delivery: 'ship' }),
  orders: () => orderOf([{ variantId: VARIANT, quantity: 1 }], 3_700),
  'order/look': (token) => ({ token }),
  'order/finish': (token) => ({ token, pay: { payBy: 'invoice', poNumber: 'PO-1' } }),
  'order/cancel': (token) => ({ token, reason: null }),
  'order/purchasing': (token) => ({ token, email: 'buying@plant.example', note: null }),
}
const NAMES = Object.keys(BODIES)

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
let token: string
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
  const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
  token = (await shop.place(lines, { pay: { payBy: 'invoice', poNumber: null } })).token
})
afterAll(() => opened.close())

const send = (name: string, method: string, headers: Record<string, string>, body?: string) =>
  shop.request(`/api/shop/${name}`, { method, headers, ...(body !== undefined && { body }) }, { ip: nextIp() })

test('the routes are these, and everybody may call them', () => {
  const declared = [shopReadRoutes, orderRoutes(() => null)].flatMap(declaredRoutes)
  expect(declared.map(({ method, path, policy }) => [method, path, policy])).toEqual([
    ...['/stock', '/pickups'].map((path) => ['GET', path, 'public']),
    ...NAMES.map((name) => ['POST', `/${name}`, 'public']),
  ])
})

describe.each(NAMES)('%s', (name) => {
  const body = () => JSON.stringify(BODIES[name]?.(token))

  test('answers to POST alone, from our own pages alone, and to JSON alone (AZ2, CS1, CS4)', async () => {
    const before = await fingerprint(opened.db, ['rate_limits'])
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      const answer = await send(name, method, fromOurPage)
      expect([answer.status, answer.headers.get('Allow')], method).toEqual([405, 'POST'])
    }
    for (const from of [{ 'Sec-Fetch-Site': 'cross-site', Origin: SITE_URL }, { Origin: 'null' }, {}]) {
      const headers = { ...from, 'Content-Type': 'application/json' } as Record<string, string>
      expect(await problemOf(await send(name, 'POST', headers, body()))).toMatchObject({ status: 403 })
    }
    expect((await send(name, 'POST', { ...fromOurPage, 'Content-Type': 'text/plain' }, body())).status).toBe(415)
    expect((await send(name, 'POST', fromOurPage, JSON.stringify({ token: 'y'.repeat(70_000) }))).status).toBe(413)
    for (const odd of ['', '{', '[]', 'null', '{"__proto__":1}', '{"token":{"$gt":""}}', '{"token":"\\u0000"}'])
      expect([400, 404], odd).toContain((await send(name, 'POST', fromOurPage, odd)).status)
    expect(await fingerprint(opened.db, ['rate_limits'])).toBe(before)
  })

  test('is kept by no cache, however it ends (SE10)', async () => {
    for (const sent of [body(), '{}']) {
      const { headers } = await send(name, 'POST', fromOurPage, sent)
      expect([headers.get('Cache-Control'), headers.get('Netlify-CDN-Cache-Control')]).toEqual(['no-store', null])
    }
  })
})

test('what a cache may keep depends on nobody, and for seconds alone', async () => {
  for (const path of [`stock?ids=${VARIANT}`, 'pickups'])
    expect((await shop.ask(path)).headers.get('Cache-Control')).toBe('public, max-age=5')
  for (const ids of ['', 'x', Array.from({ length: 101 }, () => VARIANT).join()])
    expect((await shop.ask(`stock?ids=${ids}`)).status).toBe(400)
})

test('the token is in the body alone, and stays nowhere (SH4)', async () => {
  const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
  const { token: fresh } = await shop.place(lines, { pay: { payBy: 'invoice', poNumber: null } })
  for (const name of NAMES) await send(name, 'POST', fromOurPage, JSON.stringify(BODIES[name]?.(fresh)))
  await opened.db.delete(outbox)
  const tables =
    await opened.db.execute(sql`select query_to_xml('select * from ' || table_name, true, false, '')::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  expect(fresh).toHaveLength(43)
  for (const held of [JSON.stringify(tables), shop.lines.join()]) expect(held).not.toContain(fresh)
})
