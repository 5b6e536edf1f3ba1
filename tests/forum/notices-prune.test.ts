import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { pruneNotices } from '#src/domain/forum-notices/list-notices.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic, noticesOf } from './notice-rows.ts'

const DAY = 86_400_000

describe('old notices', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  test('go after 180 days, read or not', async () => {
    const { db } = opened
    const { id: userId } = await aMember(db)
    const topicId = await aTopic(db, userId)
    const kept = await aPost(db, { topicId, authorId: userId, number: 2 })
    const notice = { userId, kind: 'reply', topicId } as const
    await db.insert(forumNotices).values([
      { ...notice, postId: topicId, createdAt: new Date(NOON - 180 * DAY), readAt: null },
      { ...notice, postId: kept, createdAt: new Date(NOON - 180 * DAY + 1) },
    ])
    expect(await pruneNotices(db, NOON)).toBe(1)
    expect(await noticesOf(db, userId)).toMatchObject([{ postId: kept }])
    expect(await pruneNotices(db, NOON)).toBe(0)
  })
})
