import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { profiles, userRoles } from '#db/schema/accounts.ts'
import { eventConfig } from '#db/schema/events.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFollows } from '#db/schema/forum-notices.ts'
import { forumFlags, forumPosts, forumRevisions, forumThanks } from '#db/schema/forum-posts.ts'
import { forumTopics as plans } from '#db/seed/content/forum.ts'
import { forumCategories as categoryPlans } from '#db/seed/content/forum-categories.ts'
import type { PostPlan, TopicPlan } from '#db/seed/content/forum-plan.ts'
import type { Instant } from '#src/contract/instant.ts'
import { usernameKey } from '#src/contract/username.ts'
import { renderPost } from '#src/domain/forum/render-post.ts'
import { recountTopic } from '#src/domain/forum/topic.ts'

const HOUR = 3_600_000
/** From a member's word to a moderator's answer. */
const ANSWERED = 2 * HOUR

type People = { getId: (username: string) => string; named: ReadonlyMap<string, string>; now: Instant }
type Placed = PostPlan & {
  id: string
  topicId: string
  number: number
  title?: string
  replyToId: string | null
  at: Instant
}

/** Adds categories and discussions to the demo, counted back from `now`, in its transaction. Its people and events come before. */
export async function addDemoForum(tx: Db, now: Instant): Promise<void> {
  const people = await readPeople(tx, now)
  const categoryIds = await addCategories(tx)
  const topics = plans.map((plan) => ({ plan, posts: listPosts(plan, now) }))
  await tx.insert(forumTopics).values(topics.map(({ plan, posts }) => topicRow(plan, { posts, categoryIds, people })))
  const posts = topics.flatMap((topic) => topic.posts)
  await tx.insert(forumPosts).values(posts.map((post) => postRow(post, people)))
  await addChanges(tx, posts, people)
  await addOpinions(tx, posts, people)
  for (const { id } of posts.filter(({ number }) => number === 1)) await recountTopic(tx, id)
  const shown = tx.$count(
    forumTopics,
    sql`${forumTopics.categoryId} = ${forumCategories.id} and ${forumTopics.state} = 'shown'`,
  )
  await tx.update(forumCategories).set({ topicCount: sql`${shown}` })
}

/** The ids behind names; `owner` is the demo's owner. */
async function readPeople(tx: Db, now: Instant): Promise<People> {
  const members = await tx.select({ id: profiles.id, username: profiles.username }).from(profiles)
  const [owner] = await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'owner')).limit(1)
  const ids = new Map(members.map(({ id, username }) => [username, id]))
  if (owner) ids.set('owner', owner.id)
  const getId = (username: string) => {
    const id = ids.get(username)
    if (id === undefined) throw new Error(`The demo has no member ${username}`)
    return id
  }
  return { getId, named: new Map(members.map(({ username }) => [usernameKey(username), username])), now }
}

async function addCategories(tx: Db): Promise<Map<string, string>> {
  const events = await tx.select({ id: eventConfig.id, slug: eventConfig.eventSlug }).from(eventConfig)
  const rows = categoryPlans.map(({ event, ...category }, at) => ({
    ...category,
    id: randomUUID(),
    displayOrder: at + 1,
    eventId: events.find(({ slug }) => slug === event)?.id ?? null,
  }))
  await tx.insert(forumCategories).values(rows)
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Its posts in their order, the opening one first, which has the topic's id. */
function listPosts(plan: TopicPlan, now: Instant): Placed[] {
  const ids = [plan, ...plan.replies].map(() => randomUUID())
  const [topicId = ''] = ids
  const began = now - plan.ago * HOUR
  const opening = { ...plan, id: topicId, topicId, number: 1, replyToId: null, at: began }
  const replies = plan.replies.map((reply, at) => ({
    ...reply,
    id: ids[at + 1] ?? '',
    topicId,
    number: at + 2,
    replyToId: reply.answers === undefined ? null : (ids[reply.answers - 1] ?? null),
    at: began + reply.after * HOUR,
  }))
  return [opening, ...replies]
}

type Setting = { posts: Placed[]; categoryIds: ReadonlyMap<string, string>; people: People }

function topicRow(plan: TopicPlan, { posts, categoryIds, people }: Setting) {
  const [opening] = posts
  const solved = plan.replies.findIndex(({ isSolution }) => isSolution)
  const authorId = people.getId(plan.by)
  const began = new Date(opening?.at ?? 0)
  return {
    id: opening?.id ?? '',
    categoryId: categoryIds.get(plan.category) ?? '',
    ...{ authorId, title: plan.title, state: plan.state ?? ('shown' as const) },
    ...{ isPinned: plan.isPinned ?? false, isLocked: plan.isLocked ?? false, slowSeconds: plan.slowSeconds ?? null },
    lastNumber: posts.length,
    solvedPostId: solved < 0 ? null : (posts[solved + 1]?.id ?? null),
    ...{ lastPostAt: began, lastAuthorId: authorId, createdAt: began, updatedAt: began },
  }
}

function postRow(post: Placed, { getId, named }: People) {
  const { html, plain } = renderPost(post.text, { members: named, images: null })
  const { id, topicId, number, replyToId, changed } = post
  return {
    ...{ id, topicId, number, replyToId, html, plain },
    authorId: getId(post.by),
    title: post.title ?? null,
    source: post.text,
    state: post.state ?? ('shown' as const),
    stateReason: post.reason ?? null,
    thankCount: post.thanks?.length ?? 0,
    ...(changed && { version: 2, editedAt: changedAt(post, changed) }),
    createdAt: new Date(post.at),
    updatedAt: new Date(post.at),
  }
}

const changedAt = ({ at }: Placed, { after }: NonNullable<PostPlan['changed']>) => new Date(at + after * HOUR)

/** How posts read before their authors changed them. */
async function addChanges(tx: Db, posts: readonly Placed[], { getId, named }: People): Promise<void> {
  const rows = posts.flatMap((post) => {
    const { id: postId, title = null, by, changed } = post
    if (!changed) return []
    const { html } = renderPost(changed.from, { members: named, images: null })
    const words = { title, source: changed.from, html }
    return [{ ...words, postId, number: 1, editorId: getId(by), createdAt: changedAt(post, changed) }]
  })
  await tx.insert(forumRevisions).values(rows)
}

/** Thanks, flags, and follows: everybody who wrote follows the topic. */
async function addOpinions(tx: Db, posts: readonly Placed[], { getId, now }: People): Promise<void> {
  const soon = (at: Instant) => new Date(Math.min(at + ANSWERED, now))
  await tx
    .insert(forumThanks)
    .values(
      posts.flatMap(({ id, at, thanks = [] }) =>
        thanks.map((by) => ({ postId: id, userId: getId(by), createdAt: soon(at) })),
      ),
    )
  await tx.insert(forumFlags).values(
    posts.flatMap(({ id, at, state, flags = [] }) =>
      flags.map(({ by, reason, note }) => ({
        ...{ postId: id, userId: getId(by), reason, note, createdAt: soon(at) },
        ...(state === 'hidden' && {
          outcome: 'upheld' as const,
          handledAt: soon(at + ANSWERED),
          handledById: getId('owner'),
        }),
      })),
    ),
  )
  const follows = posts.map(({ topicId, by, at }) => ({ topicId, userId: getId(by), createdAt: new Date(at) }))
  await tx.insert(forumFollows).values(follows).onConflictDoNothing()
}
