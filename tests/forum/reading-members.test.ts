import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { readFeed } from '#src/domain/forum-reading/read-feed.ts'
import { readMemberPage } from '#src/domain/forum-reading/read-member-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { NOON } from '#tests/support/api.ts'
import { getPage, storeCategory, storeMember, storePost, storeTopic, withReaders } from './reading-rows.ts'

let db: Db
let bob: string
withReaders((given) => {
  ;({ db, bob } = given)
})

const NOT_FOUND = { kind: 'not_found' }

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

  test('a member who left has no name anywhere', async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOON) })
      .where(eq(users.id, cyd))
    await db.update(profiles).set({ username: 'deleted-1', usernameKey: 'deleted-1' }).where(eq(profiles.id, cyd))
    const page = await getPage(db, topic)
    expect(page.posts[1]).toMatchObject({ author: null, html: '<p>Word 2</p>' })
    expect((await searchPosts(db, 'word')).items[0]?.author).toBeNull()
    expect((await readFeed(db, category))[0]?.author).toBeNull()
    await expect(readMemberPage(db, 'deleted-1')).rejects.toMatchObject(NOT_FOUND)
  })
})
