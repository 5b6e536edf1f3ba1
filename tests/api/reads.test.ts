import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media, siteContent } from '#db/schema/site.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent, storeMenu } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255])
const id = createHash('sha256').update(bytes).digest('hex')
const viewer: Viewer = {
  id: 'u1',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}

describe('what visitors read', () => {
  let database: TestDb
  beforeAll(async () => {
    database = await testDb()
    await storeMenu(database.db)
    await storeEvent(database.db, { eventSlug: 'tulsa-2027' })
    await database.db.insert(media).values({ id, contentType: 'image/png', width: 1, height: 1, bytes })
    await database.db.update(siteContent).set({ version: 41 })
  })
  afterAll(() => database.close())

  const apiAs = (as: Viewer | null = null) => testApi({ db: database.db, as })

  test('health reports the revision that a new build would show', async () => {
    const response = await (await apiAs()).request('/api/health')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', database: 'ok', revision: 41 })
  })

  test.each([
    ['an anonymous visitor', null, ['Events']],
    ['a user', viewer, ['Events', 'Members']],
    ['an admin', { ...viewer, roles: ['admin' as const], isAdmin: true }, ['Events', 'canary admin']],
  ])('%s gets the bar for their kind', async (_who, as, labels) => {
    const bar = await (await (await apiAs(as)).request('/api/navigation')).json()
    expect(bar.isShown).toBe(true)
    expect(bar.links.map((link: { label: string }) => link.label)).toEqual(labels)
  })

  test('an image comes byte for byte, for ever, and never as anything but an image', async () => {
    const response = await (await apiAs()).request(`/media/${id}`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `inline; filename="${id.slice(0, 12)}.png"`,
      'x-content-type-options': 'nosniff',
      etag: `"${id}"`,
    })
  })

  test.each([
    ['an unknown id', 'f'.repeat(64)],
    ['capitals', id.toUpperCase()],
    ['63 digits', id.slice(1)],
    ['65 digits', `${id}0`],
    ['a path', '..'],
    ['a quote', `${id.slice(1)}'`],
  ])('%s is no image', async (_what, wanted) => {
    expect(await problemOf(await (await apiAs()).request(`/media/${wanted}`))).toMatchObject({ status: 404 })
  })
})
