import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, userRoles, users } from '#db/schema/accounts.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import type { TopicPage } from '#src/contract/forum.ts'
import { usernameKey } from '#src/contract/username.ts'
import { readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const MINUTE = 60_000

type Role = (typeof userRoles.$inferInsert)['role']

/** Lays down for a file: a database of its own, in which ada is a moderator and bob a member. */
export function withReaders(give: (given: { db: Db; ada: string; bob: string }) => void): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
    const { db } = opened
    give({ db, ada: await storeMember(db, 'ada', 'moderator'), bob: await storeMember(db, 'bob') })
  })
  afterAll(() => opened?.close())
}

/** A page of a topic that was not merged. */
export async function getPage(db: Db, topic: string, after: number | null = null): Promise<TopicPage> {
  const page = await readTopicPage(db, topic, after)
  if ('mergedInto' in page) throw new Error('The topic is merged')
  return page
}

/** A member's id. */
export async function storeMember(db: Db, username: string, role?: Role): Promise<string> {
  const id = randomUUID()
  const email = `${username}@gauge.example`
  await db.insert(users).values({ id, email, emailKey: email, emailConfirmedAt: new Date(NOON) })
  await db.insert(profiles).values({ id, username, usernameKey: usernameKey(username), approval: 'approved' })
  if (role) await db.insert(userRoles).values({ userId: id, role, grantedBy: 'test' })
  return id
}

/** A category's id. */
export async function storeCategory(db: Db, slug: string, more: Partial<typeof forumCategories.$inferInsert> = {}) {
  const id = randomUUID()
  await db.insert(forumCategories).values({ id, slug, name: `About ${slug}`, ...more })
  return id
}

type NewTopic = Partial<typeof forumTopics.$inferInsert> & { categoryId: string; authorId: string; text?: string }

/** A topic with its opening post, one minute behind the last one made; its id. */
export async function storeTopic(db: Db, { text = 'An opening text', ...given }: NewTopic): Promise<string> {
  const id = given.id ?? randomUUID()
  const at = given.createdAt ?? given.lastPostAt ?? nextMinute()
  const topic = {
    title: 'A topic of the forum',
    lastAuthorId: given.authorId,
    lastPostAt: at,
    createdAt: at,
    ...given,
    id,
  }
  await db.insert(forumTopics).values(topic)
  const state = given.state === 'merged' ? 'shown' : (given.state ?? 'shown')
  if (given.state !== 'merged')
    await storePost(db, {
      id,
      topicId: id,
      number: 1,
      authorId: given.authorId,
      title: topic.title,
      text,
      state,
      createdAt: at,
    })
  return id
}

type NewPost = Partial<typeof forumPosts.$inferInsert> & {
  topicId: string
  number: number
  authorId: string
  text?: string
}

/** A post's id. The topic's counts stay as they are. */
export async function storePost(db: Db, { text = 'A reply', ...given }: NewPost): Promise<string> {
  const id = given.id ?? randomUUID()
  const made = { source: text, html: `<p>${text}</p>`, plain: text, createdAt: nextMinute() }
  await db.insert(forumPosts).values({ ...made, ...given, id })
  return id
}

let minutes = 0
function nextMinute(): Date {
  minutes += 1
  return new Date(NOON + minutes * MINUTE)
}
