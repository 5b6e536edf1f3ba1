import { and, eq, getTableName, type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profiles, users } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFlags, forumPosts, forumThanks } from '#db/schema/forum-posts.ts'
import { media } from '#db/schema/site.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { previewPost } from '#src/domain/forum/compose-post.ts'
import { createTopic, followAsAsked } from '#src/domain/forum/create-topic.ts'
import { deletePost } from '#src/domain/forum/delete-post.ts'
import { editPost, readSource } from '#src/domain/forum/edit-post.ts'
import { findMentionable } from '#src/domain/forum/mentions.ts'
import { forgettingImages, forgettingKeys } from '#src/domain/forum/prune-forum.ts'
import { readMine } from '#src/domain/forum/read-mine.ts'
import { replyToTopic } from '#src/domain/forum/reply-to-topic.ts'
import { flagPost, thankPost } from '#src/domain/forum/thank-post.ts'
import { isTrusted } from '#src/domain/forum/trust.ts'
import { setTopic } from '#src/domain/forum-moderation/set-topic.ts'
import { purgeAuthorLater } from '#src/domain/page-purges/page-purges.ts'
import { NOON } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { BUSY, ENDLESS, storeManyForum } from '#tests/support/many-forum.ts'
import { rowId } from '#tests/support/many-words.ts'

/** Rows a step may look at: some for each post shown, or names that begin alike. */
const MOST = 300
/** Far larger, and never gone through for something, not even for a beginning: what is wanted may stand at the end. */
const BIG = [forumPosts, forumTopics, forumThanks, forumFlags, users, profiles, media]
const PICTURES = 2_000
const PAGE = 25
const MINUTE = 60_000

describe('among 100,000 replies by 20,000 members', () => {
  let explaining: ExplainingDb
  let stop: () => Promise<void>
  const at = { endless: '', slow: '', category: '', busy: '', member: '' }
  let page: string[]
  let now = NOON

  beforeAll(async () => {
    const { url, close } = await testDb()
    await storeManyForum(url, NOON, { topics: 10_000, replies: 100_000, members: 20_000 })
    explaining = explainingDb(url)
    stop = () => explaining.close().then(close)
    const { db } = explaining
    await db.execute(sql`insert into media (id, content_type, width, height, bytes)
      select encode(sha256(n::text::bytea), 'hex'), 'image/webp', 16, 16, '' from generate_series(1, ${PICTURES}::int) n`)
    await db.execute(sql`analyze media`)
    const topics = { endless: rowId('topic', ENDLESS), slow: rowId('topic', 1_401), category: rowId('category', 5) }
    const [made] = await db
      .select({ ...topics, busy: rowId('user', BUSY), member: rowId('user', 4_242) })
      .from(sql`(values (1)) one`)
    Object.assign(at, made)
    const posts = await db
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .where(and(eq(forumPosts.topicId, at.endless), eq(forumPosts.state, 'shown')))
      .orderBy(forumPosts.number)
      .limit(PAGE)
    page = posts.map(({ id }) => id)
  }, 300_000)
  afterAll(() => stop())

  /** No step of `work` goes through a big table, or looks at more rows than it may. */
  async function expectBounded(work: () => Promise<unknown>): Promise<void> {
    const steps = (await explaining.explain(work)).flatMap((one) => one.steps)
    expect(steps.length).toBeGreaterThan(0)
    const big = new Set<string | undefined>(BIG.map(getTableName))
    expect(steps.filter(({ kind, table, rows }) => rows > MOST || (kind === 'Seq Scan' && big.has(table)))).toEqual([])
  }

  const viewer = (id: string, roles: Viewer['roles'] = []): Viewer => ({
    ...{ id, roles, email: 'a@gauge.example', username: 'a', approval: 'approved', aal: 1 },
    isAdmin: roles.length > 0,
  })
  /** Somebody who writes a minute after they did last. */
  const writer = (userId: string) => {
    now += MINUTE
    return { userId, isStaff: false, now }
  }

  test('the tables are big', async () => {
    for (const table of BIG)
      expect(await explaining.db.$count(table), getTableName(table)).toBeGreaterThanOrEqual(3 * MOST)
    expect(page).toHaveLength(PAGE)
  })

  test.each([
    ['of a topic that never ends, for who never stops', () => [at.endless, viewer(at.busy)] as const],
    ['of that topic, for who reads', () => [at.endless, viewer(at.member)] as const],
    ['of one in slow mode, for who never stops', () => [at.slow, viewer(at.busy)] as const],
    ['for a moderator', () => [at.endless, viewer(at.busy, ['moderator'])] as const],
  ])('what a page is to its reader is found by its topic, its posts and them: %s', async (_, asked) => {
    const [topic, reader] = asked()
    await expectBounded(() => readMine(explaining.db, topic, page, { viewer: reader, now: NOON }))
  })

  test.each(['m', 'member_', 'member_77', 'member_4242', 'nobody'])(
    'who can be named by @%s is found by the beginning',
    (typed) => expectBounded(() => findMentionable(explaining.db, typed, NOON)),
  )

  test('a text that names twenty finds them by their names', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `@member_${n * 900 + 1}`).join(' ')
    await expectBounded(() => previewPost(explaining.db, `${names} ![](/media/${'a'.repeat(64)})`))
  })

  test('the posts that establish a member are counted no further than needed', async () => {
    for (const who of [at.busy, at.member]) {
      await expectBounded(() => isTrusted(explaining.db, who))
      await expectBounded(() => purgeAuthorLater(explaining.db, who))
    }
  })

  test('a post is written and changed by what its author and its topic lead to', async () => {
    const { db } = explaining
    const topic = { categoryId: at.category, title: 'A bearing runs hot', source: 'At 1,500 rpm.' }
    await expectBounded(() => createTopic(db, topic, 'first', writer(at.busy)))
    const { topicId } = await createTopic(db, topic, 'second', writer(at.busy))
    const answer = { source: 'Check the grease.', replyToId: null }
    await expectBounded(() => replyToTopic(db, at.endless, answer, 'third', writer(at.busy)))
    await expectBounded(() => readSource(db, topicId, writer(at.busy)))
    await expectBounded(() => thankPost(db, topicId, writer(at.member)))
    await expectBounded(() => flagPost(db, topicId, { reason: 'other', note: '' }, writer(at.member)))
    await expectBounded(() => followAsAsked(db, topicId, at.member, false))
    await expectBounded(() => editPost(db, topicId, { version: 1, source: 'At 1,800 rpm.' }, writer(at.busy)))
    await expectBounded(() => deletePost(db, topicId, writer(at.busy)))
  })

  test('whether a topic may be pinned is found from the pinned ones', async () => {
    const site = { siteUrl: 'https://workshops.example', siteName: 'Ours' }
    const moderator = { actor: { id: at.busy }, now: NOON, site }
    await expectBounded(() => setTopic(explaining.db, at.endless, { isPinned: true }, moderator))
  })

  test('what is forgotten is found by an index of its own', async () => {
    const planOf = async (statement: SQLWrapper) =>
      JSON.stringify(await explaining.db.execute(sql`explain (format json) ${statement.getSQL()}`))
    expect(await planOf(forgettingKeys(explaining.db, NOON))).toContain('forum_posts_keys')
    expect(await planOf(forgettingImages(explaining.db, NOON))).toContain('media_unused')
  })
})
