import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { composePost } from '#src/domain/forum/compose-post.ts'

const STATES = ['review', 'hidden', 'shown'] as const
const LONG_AGO = new Date(Date.UTC(2020, 0, 1))

const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(5, '.')

/** A category of such a name, and in it a topic of this author that waits for a moderator, was hidden by one or is reported. */
export async function storeHostilePost(tx: Db, authorId: string, text: string, at: number): Promise<void> {
  const [id, categoryId, state] = [randomUUID(), randomUUID(), STATES[at % STATES.length] ?? 'review']
  const words = { name: cut(text, 60), description: cut(text, 300) }
  await tx.insert(forumCategories).values({ id: categoryId, slug: `hostile-${at}`, displayOrder: 500 + at, ...words })
  const [title, source] = [cut(text, 150), `${text}\n\nSo it reads.`]
  const authors = { authorId, lastAuthorId: authorId, lastPostAt: LONG_AGO, createdAt: LONG_AGO }
  await tx.insert(forumTopics).values({ id, categoryId, title, state, ...authors })
  const { html, plain } = await composePost(tx, source)
  const post = { id, topicId: id, number: 1, authorId, state, stateReason: state === 'hidden' ? text : null }
  await tx.insert(forumPosts).values({ ...post, title, source, html, plain, createdAt: LONG_AGO })
  if (state === 'shown')
    await tx.insert(forumFlags).values({ postId: id, userId: authorId, reason: 'other', note: text.slice(0, 300) })
}
