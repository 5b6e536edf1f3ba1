import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { TopicPage, TopicSort } from '#src/contract/forum.ts'
import {
  listCategories,
  listTopics,
  placeOfPost,
  readFeed,
  readForumPosts,
  readMemberPage,
  readTopicPage,
  searchPosts,
} from '#src/domain/forum-reading/forum-reading.ts'
import { NOON } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { storeCategory, storeMember, storePost, storeTopic } from './reading-rows.ts'

let db: Db
let close: () => Promise<void>
let ada: string
let bob: string
beforeAll(async () => {
  ;({ db, close } = await testDb())
  ada = await storeMember(db, 'ada', 'moderator')
  bob = await storeMember(db, 'bob')
})
afterAll(() => close())

const NOT_FOUND = { kind: 'not_found' }
const INVALID = { kind: 'invalid' }

async function pageOf(topic: string, after: number | null = null): Promise<TopicPage> {
  const page = await readTopicPage(db, topic, after)
  if ('mergedInto' in page) throw new Error('The topic is merged')
  return page
}

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

  test('what is begun meanwhile puts nothing out of place', async () => {
    const begin = () => storeTopic(db, { categoryId: category, authorId: bob, title: 'Begun meanwhile' })
    const seen = await walk('latest', begin)
    expect(seen).toEqual(await inOrder('last_post_at desc, id desc'))
    await db.delete(forumPosts).where(eq(forumPosts.title, 'Begun meanwhile'))
    await db.delete(forumTopics).where(eq(forumTopics.title, 'Begun meanwhile'))
  })

  test('pinned topics stand on the first page alone, and among the unanswered like any other', async () => {
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

describe('a page of a topic', () => {
  let category: string
  let topic: string
  beforeAll(async () => {
    category = await storeCategory(db, 'pages')
    topic = await storeTopic(db, {
      categoryId: category,
      authorId: ada,
      text: `Noise. ${'So it goes on. '.repeat(20)}`,
    })
    for (let number = 2; number <= 60; number += 1)
      await storePost(db, {
        id: idOf(number),
        topicId: topic,
        number,
        authorId: bob,
        replyToId: number === 2 ? topic : null,
      })
  })
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

  test('holds 25 numbers, and says where its neighbours begin', async () => {
    const [first, second, last] = [await pageOf(topic), await pageOf(topic, 25), await pageOf(topic, 50)]
    expect([first, second, last].map(({ posts }) => [posts.at(0)?.number, posts.at(-1)?.number])).toEqual([
      [1, 25],
      [26, 50],
      [51, 60],
    ])
    expect([first, second, last].map(({ before, after }) => [before, after])).toEqual([
      [null, 25],
      [0, 50],
      [25, null],
    ])
    expect(last.opening.id).toBe(topic)
    expect(first.posts[1]?.replyTo).toEqual({ id: topic, number: 1, author: { username: 'ada', isStaff: true } })
  })

  test('describes its topic by the beginning of its opening post, cut behind a word', async () => {
    const { description } = (await pageOf(topic)).topic
    expect(description).toMatch(/^Noise\. So it goes on\. .*[a-z]…$/)
    expect([...description].length).toBeLessThanOrEqual(161)
  })

  test.each([75, 7, 1_000_000])('there is none behind %i', async (after) => {
    await expect(readTopicPage(db, topic, after)).rejects.toMatchObject(NOT_FOUND)
  })

  test('shows the solution where another page holds it, and marks it in its place', async () => {
    await db
      .update(forumTopics)
      .set({ solvedPostId: idOf(30) })
      .where(eq(forumTopics.id, topic))
    expect((await pageOf(topic)).solution?.id).toBe(idOf(30))
    const second = await pageOf(topic, 25)
    expect(second.solution).toBeNull()
    expect(second.posts.filter(({ isSolution }) => isSolution).map(({ id }) => id)).toEqual([idOf(30)])
  })

  test.each([
    [1, 0],
    [25, 0],
    [26, 25],
    [60, 50],
  ])('a link to post %i leads to the page behind %i', async (number, after) => {
    const id = number === 1 ? topic : idOf(number)
    expect(await placeOfPost(db, id)).toEqual({ topicId: topic, number, after })
    expect((await pageOf(topic, after)).posts.map((post) => post.id)).toContain(id)
  })

  test('a whole page that waits for review is passed over', async () => {
    const busy = await storeTopic(db, { categoryId: category, authorId: ada })
    for (let number = 2; number <= 55; number += 1)
      await storePost(db, {
        topicId: busy,
        number,
        authorId: bob,
        state: number > 25 && number <= 50 ? 'review' : 'shown',
      })
    expect(await pageOf(busy)).toMatchObject({ before: null, after: 50 })
    expect(await pageOf(busy, 50)).toMatchObject({ before: 0, after: null })
  })

  test('a topic that was merged leads on', async () => {
    const merged = await storeTopic(db, { categoryId: category, authorId: ada, state: 'merged', mergedIntoId: topic })
    expect(await readTopicPage(db, merged, null)).toEqual({ mergedInto: topic })
  })
})

describe('what is not shown', () => {
  const CANARY = 'xylophone'
  let category: string
  let open: string
  const closed: string[] = []
  const replies: string[] = []
  beforeAll(async () => {
    category = await storeCategory(db, 'canary')
    const eve = await storeMember(db, 'evelina')
    const said = { authorId: eve, title: `About the ${CANARY}`, text: `The ${CANARY} speaks` }
    for (const state of ['review', 'hidden', 'deleted'] as const) {
      const topic = await storeTopic(db, { categoryId: category, ...said, state })
      closed.push(topic)
      replies.push(await storePost(db, { ...said, title: null, topicId: topic, number: 2 }))
    }
    open = await storeTopic(db, { categoryId: category, authorId: bob, text: 'An open text' })
    for (const [at, state] of (['review', 'hidden', 'deleted'] as const).entries())
      replies.push(await storePost(db, { ...said, title: null, topicId: open, number: at + 2, state }))
    await storePost(db, { authorId: bob, topicId: open, number: 5, replyToId: replies.at(-1) ?? null })
    closed.push(await storeTopic(db, { categoryId: category, ...said, state: 'merged', mergedIntoId: open }))
  })

  test('is in no list, feed, page or search, neither its words nor its author (AZ7)', async () => {
    const everything = [
      ...(await Promise.all(
        (['latest', 'top', 'unanswered'] as const).map((sort) => listTopics(db, { sort, categoryId: category })),
      )),
      await listCategories(db),
      await readFeed(db),
      await readFeed(db, category),
      await pageOf(open),
      await readForumPosts(db, [...replies, ...closed]),
    ]
    const text = JSON.stringify(everything)
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain('evelina')
    expect((await searchPosts(db, CANARY)).items).toEqual([])
    await expect(readMemberPage(db, 'evelina')).rejects.toMatchObject(NOT_FOUND)
  })

  test('leaves a place in its topic, unless it waits for review', async () => {
    const { posts } = await pageOf(open)
    expect(posts.map(({ number, state }) => [number, state])).toEqual([
      [1, 'shown'],
      [3, 'hidden'],
      [4, 'deleted'],
      [5, 'shown'],
    ])
    expect(posts[3]?.replyTo).toBeNull()
  })

  test('has no page and no place', async () => {
    for (const id of closed.slice(0, 3)) await expect(readTopicPage(db, id, null)).rejects.toMatchObject(NOT_FOUND)
    for (const id of [...closed, ...replies]) await expect(placeOfPost(db, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(readTopicPage(db, randomUUID(), null)).rejects.toMatchObject(NOT_FOUND)
  })

  test('is whole for whoever may read it', async () => {
    const [first] = await readForumPosts(db, [replies[3] ?? ''], { isWhole: true })
    expect(first).toMatchObject({
      state: 'review',
      html: `<p>The ${CANARY} speaks</p>`,
      author: { username: 'evelina' },
    })
  })
})

describe('a member', () => {
  let category: string
  let topic: string
  let cyd: string
  beforeAll(async () => {
    category = await storeCategory(db, 'members')
    topic = await storeTopic(db, { categoryId: category, authorId: bob })
    cyd = await storeMember(db, 'Cyd')
    for (let number = 2; number <= 31; number += 1)
      await storePost(db, { topicId: topic, number, authorId: cyd, thankCount: 2, text: `Word ${number}` })
    const [solving] = (await readMemberPage(db, 'Cyd')).posts
    await db
      .update(forumTopics)
      .set({ solvedPostId: solving?.id ?? null })
      .where(eq(forumTopics.id, topic))
  })

  test('has a page of what they wrote, the newest first, each once', async () => {
    const first = await readMemberPage(db, 'cyd')
    expect(first.member).toMatchObject({
      username: 'Cyd',
      isStaff: false,
      postCount: 30,
      thankCount: 60,
      solvedCount: 1,
    })
    const second = await readMemberPage(db, 'cyd', first.nextCursor)
    expect(second.nextCursor).toBeNull()
    expect([...first.posts, ...second.posts].map(({ number }) => number)).toEqual(
      Array.from({ length: 30 }, (_, at) => 31 - at),
    )
    expect(first.posts[0]).toMatchObject({ topicId: topic, title: 'A topic of the forum', excerpt: 'Word 31' })
  })

  test.each(['nobody', 'Cyđ', ''])('%j has none', async (name) => {
    await expect(readMemberPage(db, name)).rejects.toMatchObject(NOT_FOUND)
  })

  test('who wrote nothing has none', async () => {
    await storeMember(db, 'silent')
    await expect(readMemberPage(db, 'silent')).rejects.toMatchObject(NOT_FOUND)
  })

  test('who left is nobody, everywhere', async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOON) })
      .where(eq(users.id, cyd))
    await db.update(profiles).set({ username: 'deleted-1', usernameKey: 'deleted-1' }).where(eq(profiles.id, cyd))
    const page = await pageOf(topic)
    expect(page.posts[1]).toMatchObject({ author: null, html: '<p>Word 2</p>' })
    expect((await searchPosts(db, 'word')).items[0]?.author).toBeNull()
    expect((await readFeed(db, category))[0]?.author).toBeNull()
    await expect(readMemberPage(db, 'deleted-1')).rejects.toMatchObject(NOT_FOUND)
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
