import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumTopics } from '#db/schema/forum.ts'
import * as schema from '#db/schema/index.ts'
import { placeOfPost, readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { testDb } from '#tests/support/database.ts'
import { getPage, storeCategory, storeMember, storePost, storeTopic, withReaders } from './reading-rows.ts'

let db: Db
let ada: string
let bob: string
withReaders((given) => {
  ;({ db, ada, bob } = given)
})

const NOT_FOUND = { kind: 'not_found' }

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
        id: getId(number),
        topicId: topic,
        number,
        authorId: bob,
        replyToId: number === 2 ? topic : null,
      })
  })
  const getId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

  test('holds 25 numbers, and says where its neighbors begin', async () => {
    const [first, second, last] = [await getPage(db, topic), await getPage(db, topic, 25), await getPage(db, topic, 50)]
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
    const { description } = (await getPage(db, topic)).topic
    expect(description).toMatch(/^Noise\. So it goes on\. .*[a-z]…$/)
    expect([...description].length).toBeLessThanOrEqual(161)
  })

  test.each([75, 7, 1_000_000])('there is none behind %i', async (after) => {
    await expect(readTopicPage(db, topic, after)).rejects.toMatchObject(NOT_FOUND)
  })

  test('shows the solution where another page holds it, and marks it in its place', async () => {
    await db
      .update(forumTopics)
      .set({ solvedPostId: getId(30) })
      .where(eq(forumTopics.id, topic))
    expect((await getPage(db, topic)).solution?.id).toBe(getId(30))
    const second = await getPage(db, topic, 25)
    expect(second.solution).toBeNull()
    expect(second.posts.filter(({ isSolution }) => isSolution).map(({ id }) => id)).toEqual([getId(30)])
  })

  test.each([
    [1, 0],
    [25, 0],
    [26, 25],
    [60, 50],
  ])('a link to post %i leads to the page behind %i', async (number, after) => {
    const id = number === 1 ? topic : getId(number)
    expect(await placeOfPost(db, id)).toEqual({ topicId: topic, number, after })
    expect((await getPage(db, topic, after)).posts.map((post) => post.id)).toContain(id)
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
    expect(await getPage(db, busy)).toMatchObject({ before: null, after: 50 })
    expect(await getPage(db, busy, 50)).toMatchObject({ before: 0, after: null })
  })

  test('a topic that was merged leads on', async () => {
    const merged = await storeTopic(db, { categoryId: category, authorId: ada, state: 'merged', mergedIntoId: topic })
    expect(await readTopicPage(db, merged, null)).toEqual({ mergedInto: topic })
  })
})

test('a topic that is hidden while it is read is none', async () => {
  const { db: writer, url, close } = await testDb()
  const authorId = await storeMember(writer, 'ada')
  const topic = await storeTopic(writer, { categoryId: await storeCategory(writer, 'hidden'), authorId })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const asked: string[] = []
  /** The one connection answers in turn: behind the question for the topic, it is hidden before its posts are read. */
  const hide = (query: string) => {
    if (asked.push(query) === 2) void pool.query(`update forum_topics set state = 'hidden'`)
  }
  const reader: Db = drizzle(pool, { schema, casing: 'snake_case', logger: { logQuery: hide } })
  await expect(readTopicPage(reader, topic, null)).rejects.toMatchObject(NOT_FOUND)
  expect(asked.at(1)).toContain('"forum_posts"')
  await pool.end()
  await close()
})
