import { randomBytes, randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { usernameKey } from '#src/contract/username.ts'

/** That of `tests/support/api.ts`, which browser tests cannot load. */
const NOON = Date.parse('2026-11-20T18:00:00Z')

type Given = { approval?: 'pending' | 'approved' | 'rejected'; deletedAt?: Date; username?: string }

/** A member, approved unless said otherwise. */
export async function aMember(db: Db, { approval = 'approved', deletedAt, username: given }: Given = {}) {
  const username = given ?? `m${randomBytes(6).toString('hex')}`
  const email = `${randomBytes(6).toString('hex')}@plant.example`
  const values = { email, emailKey: email, emailConfirmedAt: new Date(NOON), ...(deletedAt && { deletedAt }) }
  const [user] = await db.insert(users).values(values).returning({ id: users.id })
  if (!user) throw new Error('No account was made')
  await db.insert(profiles).values({ id: user.id, username, usernameKey: usernameKey(username), approval })
  return { id: user.id, email, username }
}

/** A topic with its opening post by `authorId`. */
export async function aTopic(db: Db, authorId: string, title = 'Pump seals leak after two weeks') {
  const slug = `c-${randomBytes(6).toString('hex')}`
  const [category] = await db.insert(forumCategories).values({ slug, name: 'Pumps', displayOrder: 990 }).returning()
  if (!category) throw new Error('No category was made')
  const id = randomUUID()
  const at = new Date(NOON)
  await db.insert(forumTopics).values({
    id,
    categoryId: category.id,
    authorId,
    title,
    lastPostAt: at,
    lastAuthorId: authorId,
    createdAt: at,
  })
  await aPost(db, { id, topicId: id, authorId, number: 1, title })
  return id
}

type GivenPost = { id?: string; topicId: string; authorId: string; number: number; title?: string; plain?: string }

/** A post that is shown. */
export async function aPost(db: Db, { id = randomUUID(), plain = 'It drips.', ...post }: GivenPost): Promise<string> {
  await db.insert(forumPosts).values({ id, source: plain, html: '', plain, ...post, createdAt: new Date(NOON) })
  return id
}

/** What somebody was told, the first notice first. */
export function noticesOf(db: Db, userId: string) {
  const { kind, postId, readAt, mailDueAt, actorId, reason } = forumNotices
  return db
    .select({ kind, postId, readAt, mailDueAt, actorId, reason })
    .from(forumNotices)
    .where(eq(forumNotices.userId, userId))
    .orderBy(asc(forumNotices.createdAt), asc(forumNotices.id))
}
