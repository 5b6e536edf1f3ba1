import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumFlags, forumPosts, forumRevisions, forumThanks } from '#db/schema/forum-posts.ts'
import { forumTopics as plans } from '#db/seed/content/forum.ts'
import { seedWithPeople } from '#netlify/local/database.ts'
import { FORUM_PAGE, FORUM_TIMES } from '#src/contract/forum.ts'
import { categoryInput } from '#src/contract/forum-moderation.ts'
import { topicInput } from '#src/contract/forum-post.ts'
import { recountTopic } from '#src/domain/forum/topic.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { parseEnv } from '#src/platform/env.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
let open: TestDb

beforeAll(async () => {
  open = await testDb()
  await seedWithPeople(open.db, parseEnv({}), now)
})
afterAll(() => open.close())

const titled = (part: string) => {
  const plan = plans.find(({ title }) => title.includes(part))
  if (!plan) throw new Error(`No discussion is about ${part}`)
  return plan
}
const getPage = async (part: string) => {
  const [topic] = await open.db
    .select()
    .from(forumTopics)
    .where(eq(forumTopics.title, titled(part).title))
  const page = await readTopicPage(open.db, topic?.id ?? '', null)
  if ('mergedInto' in page) throw new Error('No discussion of the demo is merged')
  return page
}

test('every discussion is one that its writers could have had', async () => {
  const approved = await open.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.approval, 'approved'))
  const ids = approved.map(({ id }) => id)
  const rows = await open.db.select().from(forumPosts)
  expect(rows).toHaveLength(plans.reduce((sum, { replies }) => sum + 1 + replies.length, 0))
  for (const { authorId, title, source, createdAt, html } of rows) {
    expect(ids, source).toContain(authorId)
    expect(createdAt.getTime(), source).toBeLessThan(now)
    expect(html).not.toBe('')
    const sent = { categoryId: crypto.randomUUID(), title: title ?? 'A reply has none', source }
    expect(topicInput.safeParse(sent).error, source).toBeUndefined()
  }
  expect(rows.filter(({ number }) => number === 1).map(({ topicId, id }) => topicId === id)).not.toContain(false)
})

test('no one wrote before they were a member', async () => {
  const early = await open.db
    .select({ source: forumPosts.source })
    .from(forumPosts)
    .innerJoin(users, eq(users.id, forumPosts.authorId))
    .where(lt(forumPosts.createdAt, users.createdAt))
  expect(early).toEqual([])
})

test('one was changed by its author while they could, and says so with how it read before', async () => {
  const changed = await open.db.select().from(forumPosts).where(isNotNull(forumPosts.editedAt))
  expect(changed).toHaveLength(1)
  for (const { id, source, version, createdAt, editedAt, authorId } of changed) {
    const waited = (editedAt?.getTime() ?? 0) - createdAt.getTime()
    expect(waited).toBeGreaterThan(FORUM_TIMES.editGrace)
    expect(waited).toBeLessThan(FORUM_TIMES.editLimit)
    expect(version).toBe(2)
    const [before, ...more] = await open.db.select().from(forumRevisions).where(eq(forumRevisions.postId, id))
    expect(before).toMatchObject({
      number: 1,
      editorId: authorId,
      createdAt: editedAt,
      html: expect.stringMatching(/./),
    })
    expect([before?.source === source, more]).toEqual([false, []])
  }
})

test('replies come one after another, and answer what was there', () => {
  for (const { title, replies } of plans) {
    const hours = replies.map(({ after }) => after)
    expect(hours, title).toEqual(hours.toSorted((a, b) => a - b))
    for (const [at, { answers = 1 }] of replies.entries()) expect(answers, title).toBeLessThan(at + 2)
  }
})

test('no one thanks themselves, and every thank is counted', async () => {
  const own = await open.db
    .select({ id: forumThanks.postId })
    .from(forumThanks)
    .innerJoin(forumPosts, and(eq(forumPosts.id, forumThanks.postId), eq(forumPosts.authorId, forumThanks.userId)))
  expect(own).toEqual([])
  const counted = sql<number>`(select count(*)::int from ${forumThanks} where ${forumThanks.postId} = ${forumPosts.id})`
  expect(
    await open.db.select({ id: forumPosts.id }).from(forumPosts).where(ne(forumPosts.thankCount, counted)),
  ).toEqual([])
})

test('what topics and categories say of themselves is what counting says', async () => {
  const before = await open.db.select().from(forumTopics).orderBy(forumTopics.id)
  for (const { id, state } of before) if (state === 'shown') await recountTopic(open.db, id)
  expect(await open.db.select().from(forumTopics).orderBy(forumTopics.id)).toEqual(before)
  for (const { id, topicCount } of await open.db.select().from(forumCategories))
    expect(before.filter(({ categoryId, state }) => categoryId === id && state === 'shown')).toHaveLength(topicCount)
})

test('every category is one that a moderator could have made, and each has something to read', async () => {
  for (const { slug, name, description, eventId, isClosed } of await open.db.select().from(forumCategories))
    expect(categoryInput.safeParse({ slug, name, description, eventId, isClosed }).error, name).toBeUndefined()
  const categories = await listCategories(open.db)
  expect(categories).toHaveLength(7)
  expect(categories.filter(({ topicCount }) => topicCount === 0)).toEqual([])
  expect(categories.flatMap(({ event }) => event ?? [])).toEqual([
    expect.objectContaining({ slug: 'kansas-city-2026' }),
  ])
})

test('one page of the forum shows them all, one pinned, one locked, two solved and one without a reply', async () => {
  const { pinned, items, nextCursor } = await listTopics(open.db, { sort: 'latest', cursor: null })
  expect(nextCursor).toBeNull()
  expect(pinned.map(({ author }) => author?.isStaff)).toEqual([true])
  expect(pinned.length + items.length).toBe(plans.filter(({ state }) => state === undefined).length)
  expect(items.length).toBeLessThan(FORUM_PAGE)
  expect(items.filter(({ isLocked }) => isLocked)).toHaveLength(1)
  expect(items.filter(({ isSolved }) => isSolved)).toHaveLength(2)
  expect(items.filter(({ replyCount }) => replyCount === 0)).toHaveLength(1)
})

test('a solved discussion says by which post, and posts that are gone keep their place', async () => {
  const solved = await getPage('soft foot')
  expect(solved.posts.map(({ isSolution }) => isSolution)).toEqual([false, false, false, true, false, false])
  const { posts } = await getPage('operator error')
  expect(posts.map(({ state }) => state).filter((state) => state !== 'shown')).toEqual(['hidden', 'deleted'])
  expect(posts.filter(({ state, html }) => state !== 'shown' && html !== '')).toEqual([])
})

test('a mention leads to the member', async () => {
  const { posts } = await getPage('which asset')
  expect(posts.map(({ html }) => html).join()).toMatch(/<a href="\/forum\/member\/hollis"[^>]*>@hollis<\/a>/)
})

test('moderators find a first post that waits, a topic that waits, and a post that was flagged', async () => {
  const waiting = await open.db.select().from(forumPosts).where(eq(forumPosts.state, 'review'))
  expect(waiting.map(({ number }) => number === 1).sort()).toEqual([false, true])
  const flags = await open.db.select().from(forumFlags)
  expect(flags.filter(({ handledAt }) => handledAt === null)).toHaveLength(2)
  expect(flags.filter(({ outcome }) => outcome === 'upheld')).toHaveLength(1)
})

test('a search finds its words', async () => {
  const { items } = await searchPosts(open.db, 'soft foot shims', null)
  expect(items.length).toBeGreaterThan(0)
})
