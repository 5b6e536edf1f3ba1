import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readFeed } from '#src/domain/forum-reading/read-feed.ts'
import { readForumPosts } from '#src/domain/forum-reading/read-forum-posts.ts'
import { readMemberPage } from '#src/domain/forum-reading/read-member-page.ts'
import { placeOfPost, readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { getPage, storeCategory, storeMember, storePost, storeTopic, withReaders } from './reading-rows.ts'

let db: Db
let bob: string
withReaders((given) => {
  ;({ db, bob } = given)
})

const NOT_FOUND = { kind: 'not_found' }

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
      await getPage(db, open),
      await readForumPosts(db, [...replies, ...closed]),
    ]
    const text = JSON.stringify(everything)
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain('evelina')
    expect((await searchPosts(db, CANARY)).items).toEqual([])
    await expect(readMemberPage(db, 'evelina')).rejects.toMatchObject(NOT_FOUND)
  })

  test('leaves a place in its topic, unless it waits for review', async () => {
    const { posts } = await getPage(db, open)
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

  test('is complete for everyone who may read it', async () => {
    const [first] = await readForumPosts(db, [replies[3] ?? ''], { isWhole: true })
    expect(first).toMatchObject({
      state: 'review',
      html: `<p>The ${CANARY} speaks</p>`,
      author: { username: 'evelina' },
    })
  })
})
