import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { preparePerson } from '#tests/accounts/people.ts'
import { NOON } from '#tests/support/api.ts'

type Topic = typeof forumTopics.$inferInsert
type Post = typeof forumPosts.$inferInsert

/** Categories, topics and posts that nothing else uses, with their counts as the product keeps them. */
export function forumRows(db: Db) {
  const member = async () => (await preparePerson(db, { level: 1, approval: 'approved' })).id
  const forumCategory = async (is: Partial<typeof forumCategories.$inferInsert> = {}) => {
    const id = randomUUID()
    await db.insert(forumCategories).values({ id, slug: `c-${id.slice(0, 13)}`, name: 'Pumps', ...is })
    return id
  }
  /** A topic and its opening post in the same state, in a category of its own unless said otherwise. */
  const forumTopic = async (is: Partial<Topic> & { state?: Post['state'] } = {}) => {
    const id = randomUUID()
    const at = is.createdAt ?? new Date(NOON)
    const authorId = is.authorId ?? (await member())
    const categoryId = is.categoryId ?? (await forumCategory())
    const title = 'Seals leak after two weeks'
    const state = is.state ?? 'shown'
    const row = { title, authorId, categoryId, lastAuthorId: authorId, lastPostAt: at, createdAt: at, ...is, id, state }
    await db.insert(forumTopics).values(row)
    const words = { title: row.title, source: 'They drip.', html: '<p>They drip.</p>', plain: 'They drip.' }
    await db.insert(forumPosts).values({ id, topicId: id, number: 1, authorId, state, createdAt: at, ...words })
    if (state === 'shown')
      await db
        .update(forumCategories)
        .set({ topicCount: sql`${forumCategories.topicCount} + 1` })
        .where(eq(forumCategories.id, categoryId))
    return id
  }
  /** The next reply of a topic, a minute behind the one before. */
  const forumReply = async (topicId: string, is: Partial<Post> = {}) => {
    const id = randomUUID()
    const authorId = is.authorId ?? (await member())
    const [topic] = await db
      .update(forumTopics)
      .set({ lastNumber: sql`${forumTopics.lastNumber} + 1` })
      .where(eq(forumTopics.id, topicId))
      .returning()
    const number = topic?.lastNumber ?? 1
    const createdAt = new Date(NOON + number * 60_000)
    const words = { source: 'Try graphite.', html: '<p>Try graphite.</p>', plain: 'Try graphite.' }
    const row = { ...words, authorId, createdAt, ...is }
    await db.insert(forumPosts).values({ id, topicId, number, ...row })
    if ((row.state ?? 'shown') === 'shown') {
      const last = { lastPostAt: row.createdAt, lastAuthorId: authorId }
      await db
        .update(forumTopics)
        .set({ replyCount: sql`${forumTopics.replyCount} + 1`, ...last })
        .where(eq(forumTopics.id, topicId))
    }
    return id
  }
  const forumFlag = async (postId: string, is: Partial<typeof forumFlags.$inferInsert> = {}) => {
    const id = randomUUID()
    await db.insert(forumFlags).values({ id, postId, userId: await member(), reason: 'spam', ...is })
    return id
  }
  return { member, forumCategory, forumTopic, forumReply, forumFlag }
}
