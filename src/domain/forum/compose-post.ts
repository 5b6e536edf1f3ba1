import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { media } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { IMAGE_GONE } from '#src/contract/forum.ts'
import { usernameKey } from '#src/contract/username.ts'
import type { KnownImages } from './decorate-post.ts'
import { type Rendered, readPost } from './render-post.ts'

/** Names looked up for one post at most; further ones stay text. */
const MOST_MENTIONS = 20
const MOST_IMAGES = 20
const IMAGE_ADDRESS = /\/media\/([0-9a-f]{64})/g

/**
 * The post that a text makes. Throws `invalid` for a text that shows nothing, asks for a picture that is not there, has too
 * many, or would take too long to read.
 */
export async function composePost(db: Db, source: string): Promise<Rendered> {
  const post = await previewPost(db, source)
  if (post.missing.length > 0) throw refused(IMAGE_GONE)
  if (post.plain === '' && post.images.length === 0) throw refused('Text is required')
  if (post.images.length > MOST_IMAGES) throw refused(`A post can hold at most ${MOST_IMAGES} images.`)
  return post
}

/**
 * How a text will look, with links to the members it names and the sizes of its pictures. Reads; give it the pool, so that no
 * transaction waits for it. Throws `invalid` for what would take too long.
 */
export async function previewPost(db: Db, source: string): Promise<Rendered> {
  const draft = readPost(source)
  const members = await knownMembers(db, draft.mentions)
  return draft.render({ members, images: await knownImages(db, source) })
}

function refused(sentence: string): Failure {
  return new Failure('invalid', sentence, { field: 'source' })
}

/**
 * The members with these names who have a public page, by the keys of their names. Members who are not approved, have
 * left, or wrote nothing are not named.
 */
async function knownMembers(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const keys = names.slice(0, MOST_MENTIONS).map((name) => usernameKey(name.normalize('NFKC')))
  if (keys.length === 0) return new Map()
  const found = await db
    .select({ key: profiles.usernameKey, username: profiles.username })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(
      and(inArray(profiles.usernameKey, keys), eq(profiles.approval, 'approved'), isNull(users.deletedAt), hasPage(db)),
    )
  return new Map(found.map(({ key, username }) => [key, username]))
}

/** The uploads that a text may show, by their addresses. */
async function knownImages(db: Db, source: string): Promise<NonNullable<KnownImages>> {
  const ids = new Set([...source.matchAll(IMAGE_ADDRESS)].map(([, id = '']) => id))
  if (ids.size === 0) return new Map()
  const { id, width, height } = media
  const found = await db
    .select({ id, width, height })
    .from(media)
    .where(inArray(id, [...ids]))
  return new Map(found.map((image) => [`/media/${image.id}`, { width: image.width, height: image.height }]))
}

/**
 * Keeps the pictures that a post shows for good, in the transaction that writes it. Throws `invalid` for one that went unused
 * since the text was read. (forum 3)
 */
export async function keepImages(tx: Db, { images }: Pick<Rendered, 'images'>): Promise<void> {
  const ids = [...new Set(images)].map((address) => address.slice('/media/'.length))
  if (ids.length === 0) return
  const areShown = inArray(media.id, ids)
  await tx
    .update(media)
    .set({ unusedSince: null })
    .where(and(areShown, isNotNull(media.unusedSince)))
  if ((await tx.$count(media, areShown)) === ids.length) return
  throw new Failure('invalid', IMAGE_GONE, { field: 'source' })
}

/**
 * Of `users`: those with a page of their own, because something they wrote is shown. Read from the index of authors,
 * newest post first. (decision 0038)
 */
function hasPage(db: Db): SQL {
  const newest = db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(
      and(eq(forumPosts.authorId, users.id), sql`${forumPosts.state} = 'shown'`, sql`${forumTopics.state} = 'shown'`),
    )
    .orderBy(sql`${desc(forumPosts.createdAt)} nulls last`)
    .limit(1)
  return sql`(${newest}) is not null`
}
