import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { TopicSort } from '#src/contract/forum.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readFeed } from '#src/domain/forum-reading/read-feed.ts'
import { NOON } from '#tests/support/api.ts'
import { storeCategory, storePost, storeTopic, withReaders } from './reading-rows.ts'

let db: Db
let ada: string
let bob: string
withReaders((given) => {
  ;({ db, ada, bob } = given)
})

const INVALID = { kind: 'invalid' }

describe('a list of topics', () => {
  const ids: string[] = []
  let category: string

  beforeAll(async () => {
    category = await storeCategory(db, 'lists')
    // Three of them were posted in within the same microsecond, others within the same millisecond.
    for (let n = 0; n < 60; n += 1) {
      const id = await storeTopic(db, { categoryId: category, authorId: bob, replyCount: n % 4, thankCount: n % 7 })
      const micros = n < 30 ? n - (n % 3) : n * 60_000_000
      await db
        .update(forumTopics)
        .set({ lastPostAt: new Date(NOON + 1) })
        .where(eq(forumTopics.id, id))
      await shift(id, micros)
      ids.push(id)
    }
  })

  /** Moves a topic by microseconds, which a Date cannot say. */
  async function shift(id: string, micros: number) {
    await db.execute(sql`update forum_topics set last_post_at = last_post_at + ${micros} * interval '1 microsecond',
      created_at = last_post_at + ${micros} * interval '1 microsecond' where id = ${id}`)
  }

  async function walk(sort: TopicSort, between: () => Promise<unknown> = async () => {}) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await listTopics(db, { sort, categoryId: category, cursor })
      expect(page.items.length).toBeLessThanOrEqual(25)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
      await between()
    } while (cursor)
    return seen
  }

  async function inOrder(order: string) {
    const rows = await db
      .select({ id: forumTopics.id })
      .from(forumTopics)
      .where(sql`category_id = ${category}`)
      .orderBy(sql.raw(order))
    return rows.map(({ id }) => id).filter((id) => ids.includes(id))
  }

  test('its pages hold every topic once, in order, though some are microseconds apart', async () => {
    expect(await walk('latest')).toEqual(await inOrder('last_post_at desc, id desc'))
    expect(await walk('top')).toEqual(await inOrder('thank_count desc, last_post_at desc, id desc'))
    const open = await db.select({ id: forumTopics.id }).from(forumTopics).where(eq(forumTopics.replyCount, 0))
    const answered = (await inOrder('created_at desc, id desc')).filter((id) => open.some((one) => one.id === id))
    expect(await walk('unanswered')).toEqual(answered)
  })

  test('topics begun in the meantime do not change places', async () => {
    const begin = () => storeTopic(db, { categoryId: category, authorId: bob, title: 'Begun meanwhile' })
    const seen = await walk('latest', begin)
    expect(seen).toEqual(await inOrder('last_post_at desc, id desc'))
    await db.delete(forumPosts).where(eq(forumPosts.title, 'Begun meanwhile'))
    await db.delete(forumTopics).where(eq(forumTopics.title, 'Begun meanwhile'))
  })

  test('pinned topics are on the first page only, and among the unanswered like any other', async () => {
    const [pinned = ''] = ids
    await db.update(forumTopics).set({ isPinned: true }).where(eq(forumTopics.id, pinned))
    const first = await listTopics(db, { sort: 'latest', categoryId: category })
    expect(first.pinned.map(({ id }) => id)).toEqual([pinned])
    const second = await listTopics(db, { sort: 'latest', categoryId: category, cursor: first.nextCursor })
    expect(second.pinned).toEqual([])
    expect(await walk('top')).not.toContain(pinned)
    expect(await walk('unanswered')).toContain(pinned)
  })

  test.each(['', 'nonsense', 'WzEsMl0', 'WzEsMSwieCJd'])('the cursor %j is refused', async (cursor) => {
    await expect((async () => listTopics(db, { sort: 'top', cursor }))()).rejects.toMatchObject(INVALID)
  })

  test('says who wrote, and who holds a role', async () => {
    const id = await storeTopic(db, {
      categoryId: category,
      authorId: bob,
      lastAuthorId: ada,
      solvedPostId: randomUUID(),
    })
    const { items } = await listTopics(db, { sort: 'latest', categoryId: category })
    expect(items.find((one) => one.id === id)).toMatchObject({
      author: { username: 'bob', isStaff: false },
      lastAuthor: { username: 'ada', isStaff: true },
      category: { slug: 'lists', name: 'About lists' },
      isSolved: true,
    })
  })
})

describe('categories', () => {
  test('are in the order they were given, each with its last word, pinned or not', async () => {
    const last = await storeCategory(db, 'order-b', { displayOrder: 91 })
    await storeCategory(db, 'order-a', { displayOrder: 90, isClosed: true, topicCount: 3 })
    await storeTopic(db, { categoryId: last, authorId: bob, lastPostAt: new Date(NOON - 1000) })
    await storeTopic(db, { categoryId: last, authorId: bob, isPinned: true, lastPostAt: new Date(NOON) })
    await storeTopic(db, { categoryId: last, authorId: bob, state: 'hidden', lastPostAt: new Date(NOON + 9000) })
    const found = (await listCategories(db)).filter(({ slug }) => slug.startsWith('order-'))
    expect(found).toMatchObject([
      { slug: 'order-a', isClosed: true, topicCount: 3, lastPostAt: null, event: null },
      { slug: 'order-b', isClosed: false, lastPostAt: NOON },
    ])
  })
})

describe('a feed', () => {
  test('holds the newest posts of all categories or of one, of pinned topics too', async () => {
    const category = await storeCategory(db, 'feed')
    const pinned = await storeTopic(db, {
      categoryId: category,
      authorId: bob,
      isPinned: true,
      title: 'Pinned for long',
    })
    const other = await storeTopic(db, { categoryId: category, authorId: ada, text: 'Another' })
    const reply = await storePost(db, { topicId: pinned, number: 2, authorId: ada, text: 'The newest' })
    const ids = (await readFeed(db, category)).map(({ id }) => id)
    expect(ids).toEqual([reply, other, pinned])
    expect((await readFeed(db, category))[0]).toMatchObject({
      title: 'Pinned for long',
      html: '<p>The newest</p>',
      number: 2,
    })
  })
})
