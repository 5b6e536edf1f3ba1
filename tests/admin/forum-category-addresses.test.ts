import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumCategories } from '#db/schema/forum.ts'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { forumPages, tagsOf } from '#tests/forum/page-app.ts'
import { problemOf } from '#tests/support/api.ts'
import { type ForumApi, withForum } from './forum-api.ts'

const FORM = { slug: 'pumps', name: 'Pumps', description: 'All about pumps.', eventId: null, isClosed: false }

describe('addresses of categories', () => {
  let db: Db
  let api: ForumApi
  let get: ReturnType<typeof forumPages>['get']
  withForum((given) => {
    ;({ db, api } = given)
    get = forumPages(db).get
  })
  beforeEach(() => db.delete(forumCategories))

  const add = (words: object = {}) =>
    api.ask<AdminCategory>('POST', 'forum/categories', { id: randomUUID(), ...FORM, ...words })
  const move = ({ id, version }: AdminCategory, slug: string) =>
    api.ask<AdminCategory>('PATCH', `forum/categories/${id}`, { ...FORM, version, slug })
  const leadsTo = async (path: string) => {
    const { status, headers } = await get(path)
    return [status, headers.get('location')]
  }

  test('that they had before lead to the present one, from pages and feeds, however often they moved', async () => {
    const second = await move(await add(), 'pumps-and-seals')
    expect(await leadsTo('/forum/category/pumps')).toEqual([301, '/forum/category/pumps-and-seals'])
    await move(second, 'rotating')
    for (const old of ['pumps', 'pumps-and-seals']) {
      expect(await leadsTo(`/forum/category/${old}?sort=top&utm=x`)).toEqual([301, '/forum/category/rotating?sort=top'])
      expect(await leadsTo(`/forum/category/${old}/feed.atom`)).toEqual([301, '/forum/category/rotating/feed.atom'])
    }
    expect((await get('/forum/category/rotating')).status).toBe(200)
    expect((await get('/forum/category/never')).status).toBe(404)
  })

  test('are kept by caches until any category changes', async () => {
    const pumps = await add()
    const feedId = async (slug: string) =>
      /<id>.*?<\/id>/.exec((await get(`/forum/category/${slug}/feed.atom`)).body)?.[0]
    const before = await feedId('pumps')
    await api.purged()
    await move(pumps, 'seals')
    expect(await api.purged()).toEqual([FORUM_TAG.every])
    for (const path of ['/forum/category/pumps', '/forum/category/pumps/feed.atom'])
      expect(tagsOf((await get(path)).headers)).toEqual([FORUM_TAG.every])
    expect(await feedId('seals')).toBe(before)
    expect(before).toMatch(/^<id>urn:uuid:/)
  })

  test('may be taken back, and lead nowhere else then', async () => {
    const moved = await move(await add(), 'seals')
    await move(moved, 'pumps')
    expect((await get('/forum/category/pumps')).status).toBe(200)
    expect(await leadsTo('/forum/category/seals')).toEqual([301, '/forum/category/pumps'])
  })

  test('are reserved until the category that had them last is deleted', async () => {
    const moved = await move(await add({ name: 'Pumps' }), 'seals')
    const refusal = {
      status: 409,
      detail: 'This address still redirects to Pumps.',
      errors: [{ field: 'slug' }],
    }
    const taking = { ...FORM, id: randomUUID(), name: 'Other' }
    expect(await problemOf(await api.send('POST', 'forum/categories', taking))).toMatchObject(refusal)
    const other = await add({ slug: 'other', name: 'Other' })
    const change = { ...FORM, name: 'Other', version: 1 }
    expect(await problemOf(await api.send('PATCH', `forum/categories/${other.id}`, change))).toMatchObject(refusal)
    expect((await api.send('DELETE', `forum/categories/${moved.id}?version=${moved.version}`)).status).toBe(200)
    expect((await get('/forum/category/pumps')).status).toBe(404)
    expect((await api.send('POST', 'forum/categories', taking)).status).toBe(201)
  })
})
