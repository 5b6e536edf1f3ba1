import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { AdminCategory, EventRoom } from '#src/contract/forum-moderation.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type ForumApi, withForum } from './forum-api.ts'
import { lastEntry } from './site-admin-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'
const FORM = { slug: 'pumps', name: 'Pumps', description: 'All about pumps.', eventId: null, isClosed: false }

describe('categories of the forum', () => {
  let db: Db
  let api: ForumApi
  withForum((given) => {
    ;({ db, api } = given)
  })
  beforeEach(async () => {
    await db.delete(forumPosts)
    await db.delete(forumTopics)
    await db.delete(forumCategories)
  })

  const add = (words: object = {}) =>
    api.ask<AdminCategory>('POST', 'forum/categories', { id: randomUUID(), ...FORM, ...words })
  const change = (id: string, words: object) => api.send('PATCH', `forum/categories/${id}`, { ...FORM, ...words })
  const remove = (id: string, version = 1) => api.send('DELETE', `forum/categories/${id}?version=${version}`)

  test('are added behind the others, audited, and every page of the forum is purged', async () => {
    await add()
    const second = await add({ slug: 'seals', name: 'Seals' })
    expect(second).toMatchObject({ slug: 'seals', topicCount: 0, hasTopics: false, version: 1, eventName: null })
    expect((await api.categories()).map(({ name }) => name)).toEqual(['Pumps', 'Seals'])
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-category.create', after: { displayOrder: 2 } })
    expect(await api.purged()).toEqual([FORUM_TAG.every, FORUM_TAG.every])
  })

  test('one of the same id is made once, and not with other words', async () => {
    const id = randomUUID()
    await add({ id })
    await add({ id })
    expect(await api.categories()).toHaveLength(1)
    const other = await api.send('POST', 'forum/categories', { ...FORM, id, name: 'Other' })
    expect(await problemOf(other)).toMatchObject({ status: 409, detail: STALE })
  })

  test('have addresses of their own', async () => {
    await add()
    const same = await api.send('POST', 'forum/categories', { ...FORM, id: randomUUID() })
    expect(await problemOf(same)).toMatchObject({ status: 409, errors: [{ field: 'slug' }] })
    for (const slug of ['Pumps', '-pumps', 'a', 'pumps--seals', 'new topic']) {
      const answer = await api.send('POST', 'forum/categories', { ...FORM, id: randomUUID(), slug })
      expect(answer.status, slug).toBe(400)
    }
  })

  test('may be the room of an event, one each', async () => {
    const eventId = await storeEvent(db, { eventName: 'Tulsa Reliability Workshop' })
    const room = await add({ eventId })
    expect(room).toMatchObject({ eventId, eventName: 'Tulsa Reliability Workshop' })
    const second = await api.send('POST', 'forum/categories', { ...FORM, id: randomUUID(), slug: 'two', eventId })
    expect(await problemOf(second)).toMatchObject({ status: 409, errors: [{ field: 'eventId' }] })
    const nowhere = await api.send('POST', 'forum/categories', {
      ...FORM,
      id: randomUUID(),
      slug: 'three',
      eventId: MISSING,
    })
    expect(await problemOf(nowhere)).toMatchObject({ status: 400, errors: [{ field: 'eventId' }] })
    const { items } = await api.ask<{ items: EventRoom[] }>('GET', 'forum/events?q=tulsa')
    expect(items).toMatchObject([{ id: eventId, name: 'Tulsa Reliability Workshop', categoryId: room.id }])
  })

  test('are changed by who read the present version', async () => {
    const { id } = await add()
    const answer = await change(id, { version: 1, name: 'Pumps and seals', isClosed: true })
    expect(await answer.json()).toMatchObject({ name: 'Pumps and seals', isClosed: true, version: 2 })
    expect(await problemOf(await change(id, { version: 1, name: 'Mine' }))).toMatchObject({
      status: 409,
      detail: STALE,
    })
    expect(await problemOf(await change(MISSING, { version: 1 }))).toMatchObject({ status: 404 })
  })

  test('a save of the present values changes nothing', async () => {
    const { id } = await add()
    await api.purged()
    expect(await (await change(id, { version: 1 })).json()).toMatchObject({ version: 1 })
    expect(await api.purged()).toEqual([])
  })

  test('are put in a new order, if it names each of them once', async () => {
    const [one, two, three] = [await add(), await add({ slug: 'two' }), await add({ slug: 'three' })]
    const order = (ids: string[]) => api.send('PUT', 'forum/categories/order', { ids })
    expect((await order([three.id, one.id, two.id])).status).toBe(200)
    expect((await api.categories()).map(({ id }) => id)).toEqual([three.id, one.id, two.id])
    for (const ids of [
      [one.id, two.id],
      [one.id, one.id, two.id],
      [one.id, two.id, MISSING],
    ])
      expect(await problemOf(await order(ids))).toMatchObject({ status: 409, detail: STALE })
  })

  test.each(['shown', 'hidden', 'review'] as const)('one with a %s topic stays', async (state) => {
    const { id } = await add()
    await api.rows.forumTopic({ categoryId: id, state })
    expect((await api.categories())[0]).toMatchObject({ hasTopics: true, topicCount: state === 'shown' ? 1 : 0 })
    expect(await problemOf(await remove(id))).toMatchObject({ status: 409 })
  })

  test('one goes when it is empty; what was deleted or merged in it is kept elsewhere', async () => {
    const [heir, gone] = [await add(), await add({ slug: 'gone', name: 'Gone' })]
    const topic = await api.rows.forumTopic({ categoryId: gone.id, state: 'deleted' })
    expect(await problemOf(await remove(gone.id, 2))).toMatchObject({ status: 409, detail: STALE })
    expect(await (await remove(gone.id)).json()).toEqual({ id: gone.id, name: 'Gone' })
    expect(await api.findTopic(topic)).toMatchObject({ categoryId: heir.id, state: 'deleted' })
    expect(await lastEntry(db)).toMatchObject({ action: 'forum-category.delete', before: { name: 'Gone' } })
    await api.rows.forumTopic({ categoryId: heir.id, state: 'deleted' })
    expect((await remove(heir.id)).status).toBe(409)
  })
})
