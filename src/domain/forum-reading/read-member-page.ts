import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { FORUM_PAGE, type MemberPage } from '#src/contract/forum.ts'
import { toPage } from '#src/contract/page.ts'
import { usernameKey } from '#src/contract/username.ts'
import { isStaff } from './read-forum-posts.ts'
import { placeReader } from './read-place.ts'
import { toExcerpt } from './snippets.ts'

/** Characters of each post. */
const EXCERPT = 200
/** Posts whose thanks and solutions are counted: the newest. */
const MOST_COUNTED = 5_000
const readPlace = placeReader(z.tuple([z.int().min(0), z.uuid()]))

const { id, topicId, number, state, authorId, plain, thankCount, createdAt } = forumPosts
const isShown = and(sql`${state} = 'shown'`, sql`${forumTopics.state} = 'shown'`)
const inItsTopic = eq(forumTopics.id, topicId)

/**
 * A member's page: their profile and what they wrote. Throws `not_found` for members who left, and for those without a
 * shown post, because their account is not public until they write.
 */
export async function readMemberPage(
  db: Db,
  username: string,
  cursor?: string | null,
): Promise<MemberPage & { userId: string }> {
  const after = readPlace(cursor)
  const person = await readPerson(db, username)
  const counts = await toCounts(db, person.id)
  if (counts.postCount === 0) throw new Failure('not_found', NOT_FOUND.member)
  const { items, nextCursor } = await listPosts(db, person.id, after)
  const { username: written, isStaff, createdAt: joined } = person
  const member = { username: written, isStaff, joinedAt: joined.getTime(), ...counts }
  return { userId: person.id, member, posts: items, nextCursor }
}

async function readPerson(db: Db, username: string) {
  const [person] = await db
    .select({ id: users.id, username: profiles.username, createdAt: users.createdAt, isStaff })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.usernameKey, usernameKey(username)), isNull(users.deletedAt)))
  const isSame = person?.username.toLowerCase() === username.toLowerCase()
  if (!person || !isSame) throw new Failure('not_found', NOT_FOUND.member)
  return person
}

async function toCounts(db: Db, userId: string) {
  const counted = db
    .select({ thanks: thankCount, isSolution: sql<boolean>`${forumTopics.solvedPostId} = ${id}`.as('is_solution') })
    .from(forumPosts)
    .innerJoin(forumTopics, inItsTopic)
    .where(and(eq(authorId, userId), isShown))
    .orderBy(sql`${desc(createdAt)} nulls last`)
    .limit(MOST_COUNTED)
    .as('counted')
  const [counts] = await db
    .select({
      postCount: sql<number>`count(*)::int`,
      thankCount: sql<number>`coalesce(sum(${counted.thanks}), 0)::int`,
      solvedCount: sql<number>`(count(*) filter (where ${counted.isSolution}))::int`,
    })
    .from(counted)
  return counts ?? { postCount: 0, thankCount: 0, solvedCount: 0 }
}

async function listPosts(db: Db, userId: string, after: TimePlace | undefined) {
  const beginning = sql<string>`left(${plain}, ${4 * EXCERPT})`
  const rows = await db
    .select({
      ...{ id, topicId, number, thankCount, createdAt, beginning },
      title: forumTopics.title,
      micros: toMicros(createdAt),
    })
    .from(forumPosts)
    .innerJoin(forumTopics, inItsTopic)
    .where(and(eq(authorId, userId), isShown, after && comesBefore([createdAt, id], getPlace(after))))
    .orderBy(sql`${desc(createdAt)} nulls last`, sql`${desc(id)} nulls last`)
    .limit(FORUM_PAGE + 1)
  return toPage(rows, {
    limit: FORUM_PAGE,
    toItem: ({ micros: _, beginning, ...row }) => ({
      ...row,
      excerpt: toExcerpt(beginning, EXCERPT),
      createdAt: row.createdAt.getTime(),
    }),
    getPlace: ({ micros, id }) => [micros, id],
  })
}
