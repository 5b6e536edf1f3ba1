import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FORUM_PAGE, TOPIC_SORTS } from '#src/contract/forum.ts'
import { usernameKey } from '#src/contract/username.ts'
import { listCategories } from '#src/domain/forum-reading/list-categories.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readFeed } from '#src/domain/forum-reading/read-feed.ts'
import { readForumPosts } from '#src/domain/forum-reading/read-forum-posts.ts'
import { readMemberPage } from '#src/domain/forum-reading/read-member-page.ts'
import { placeOfPost, readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { newestTopics } from '#src/domain/forum-reading/topic-lines.ts'
import { NOON } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb, type Step } from '#tests/support/explained.ts'
import { BUSY, ENDLESS, QUIET, storeManyForum, WORDS } from '#tests/support/many-forum.ts'
import { rowId } from '#tests/support/many-words.ts'

/** Tables with so many rows are never read as a whole. */
const BIG = 500
/** Rows a step may look at: some for each one shown. */
const MOST = 700
/** What a step of a search looks at to find the newest, wherever they are; rows of repeated steps are rounded. (decision 0038) */
const MOST_OF_A_SEARCH = 2_100
/** Posts of one member that their page counts, and those it passes because nobody sees them. */
const MOST_OF_A_MEMBER = 6_000
/** Topics that the sitemap names. */
const MOST_OF_A_SITEMAP = 5_000

describe('with 100,000 topics and 1,000,000 replies', () => {
  let explaining: ExplainingDb
  let hurried: Db
  let big: Set<string>
  let stop: () => Promise<void>
  const at = { topic: '', endless: '', reply: '', category: '', quiet: '' }

  beforeAll(async () => {
    const { url, db, close } = await testDb()
    hurried = db
    await storeManyForum(url, NOON)
    const patient = Object.assign(new URL(url), { search: '?options=-c%20statement_timeout%3D0' }).href
    explaining = explainingDb(patient)
    stop = () => explaining.close().then(close)
    big = await bigTables()
    await sample()
  }, 900_000)
  afterAll(() => stop())

  async function bigTables(): Promise<Set<string>> {
    const kinds = await explaining.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${BIG} and relnamespace = 'public'::regnamespace`,
    )
    return new Set(kinds.rows.map(({ name }) => name))
  }

  async function sample() {
    const { db } = explaining
    const [made] = await db
      .select({
        topic: rowId('topic', 90_002),
        endless: rowId('topic', ENDLESS),
        reply: rowId('post', 777_777),
        category: rowId('category', 5),
        quiet: rowId('category', QUIET),
      })
      .from(forumCategories)
      .limit(1)
    Object.assign(at, made)
    const busy = `member_${BUSY}`
    await db
      .update(profiles)
      .set({ usernameKey: usernameKey(busy) })
      .where(eq(profiles.username, busy))
  }

  async function getSteps(work: () => Promise<unknown>): Promise<Step[]> {
    const explained = await explaining.explain(work)
    expect(explained.length).toBeGreaterThan(0)
    return explained.flatMap(({ steps }) => steps)
  }

  /** What reads a big table through, or looks at more rows than it may. */
  function getFaults(steps: readonly Step[], most: (step: Step) => number): string[] {
    return steps
      .filter((step) => step.rows > most(step) || (step.kind === 'Seq Scan' && big.has(step.table ?? '')))
      .map(({ kind, table, index, rows }) => `${kind} ${table ?? ''} ${index ?? ''}: ${rows} rows`)
  }

  const mostOfAPage = () => MOST
  const expectBounded = async (work: () => Promise<unknown>, most: (step: Step) => number = mostOfAPage) =>
    expect(getFaults(await getSteps(work), most)).toEqual([])

  test('the tables are as big as they are said to be', async () => {
    expect([...big]).toEqual(expect.arrayContaining(['forum_posts', 'forum_topics', 'users', 'profiles']))
    expect(await explaining.db.$count(forumTopics)).toBe(100_000)
    expect(await explaining.db.$count(forumPosts)).toBeGreaterThan(1_000_000)
  })

  describe.each(TOPIC_SORTS)('the list of topics, %s', (sort) => {
    test.each([
      ['of all categories', () => undefined],
      ['of one category', () => at.category],
      ['of one where nothing is said any more', () => at.quiet],
    ])('%s: any page is the next entries of an index', async (_, categoryId) => {
      const ask = { sort, categoryId: categoryId() }
      await expectBounded(() => listTopics(explaining.db, ask))
      let cursor: string | null = null
      for (let page = 0; page < 8; page += 1) cursor = (await listTopics(explaining.db, { ...ask, cursor })).nextCursor
      expect(cursor).not.toBeNull()
      await expectBounded(() => listTopics(explaining.db, { ...ask, cursor }))
    })
  })

  test('a page of a topic, the first or one in the middle of 25,000 posts, is its posts alone', async () => {
    await expectBounded(() => readTopicPage(explaining.db, at.topic, null))
    await expectBounded(() => readTopicPage(explaining.db, at.endless, null))
    await expectBounded(() => readTopicPage(explaining.db, at.endless, 500 * FORUM_PAGE))
  })

  test('a list takes two questions, and a page of a topic three', async () => {
    expect(await explaining.record(() => listTopics(explaining.db, { sort: 'top' }))).toHaveLength(2)
    expect(await explaining.record(() => readTopicPage(explaining.db, at.endless, 500 * FORUM_PAGE))).toHaveLength(3)
  })

  test('categories, feeds, places and single posts are found by index', async () => {
    await expectBounded(() => listCategories(explaining.db))
    await expectBounded(
      () => readFeed(explaining.db),
      () => 2 * FORUM_PAGE * FORUM_PAGE,
    )
    await expectBounded(
      () => readFeed(explaining.db, at.quiet),
      () => 2 * FORUM_PAGE * FORUM_PAGE,
    )
    await expectBounded(() => placeOfPost(explaining.db, at.reply))
    await expectBounded(() => readForumPosts(explaining.db, [at.reply, at.topic]))
  })

  test('the sitemap is the heads of two lists', async () => {
    await expectBounded(
      () => newestTopics(explaining.db),
      () => MOST_OF_A_SITEMAP,
    )
  })

  test('the page of a member who wrote 20,000 posts counts the newest of them', async () => {
    await expectBounded(
      () => readMemberPage(explaining.db, `member_${BUSY}`),
      () => MOST_OF_A_MEMBER,
    )
  })

  const mostOfASearch = () => MOST_OF_A_SEARCH

  test.each([
    ...Object.entries(WORDS),
    ['of two common words, anywhere', 'impeller coupling'],
    ['of a common word without another', `${WORDS.common} -coupling`],
    ['of rare words or old ones', `${WORDS.rare} or ${WORDS.old}`],
    ['of an old word without a phrase', `${WORDS.old} -${WORDS.phrase}`],
    ['of a common word without one that every post has', `${WORDS.common} -number`],
    ['of common words that never stand so far apart', '"impeller the coupling"'],
  ])('a search for what is %s looks at a bounded number of posts', async (_, question) => {
    await expectBounded(() => searchPosts(explaining.db, question), mostOfASearch)
  })

  test('so does its second page', async () => {
    for (const word of [WORDS.common, WORDS.rare, WORDS.old]) {
      const { nextCursor } = await searchPosts(explaining.db, word)
      expect(nextCursor).not.toBeNull()
      await expectBounded(() => searchPosts(explaining.db, word, nextCursor), mostOfASearch)
    }
  })

  test('what is common, but only long ago, is found at once and whole', async () => {
    const { items } = await searchPosts(explaining.db, WORDS.old)
    const newest = await explaining.pool.query<{ id: string }>(
      `select p.id from forum_posts p join forum_topics t on t.id = p.topic_id where p.words @@ to_tsquery('english', $1)
        and p.state = 'shown' and t.state = 'shown' order by p.created_at desc, p.id desc limit ${FORUM_PAGE}`,
      [WORDS.old],
    )
    expect(items.map(({ id }) => id)).toEqual(newest.rows.map(({ id }) => id))
  })

  test('a rare phrase of common words is found whole, in full pages', async () => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page = await searchPosts(explaining.db, WORDS.phrase, cursor)
      expect(page.items.length === FORUM_PAGE || page.nextCursor === null).toBe(true)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    const all = await explaining.pool.query(
      `select p.id from forum_posts p join forum_topics t on t.id = p.topic_id where p.state = 'shown' and t.state = 'shown'
        and p.plain like '%impeller coupling%' order by p.created_at desc, p.id desc`,
    )
    expect(found).toEqual(all.rows.map(({ id }) => id))
  })

  test.each([
    [
      'forum_topics_category_latest',
      () => listTopics(explaining.db, { sort: 'latest', categoryId: at.quiet }),
      mostOfAPage,
    ],
    ['forum_posts_latest', () => searchPosts(explaining.db, WORDS.common), mostOfASearch],
    ['forum_topics_top', () => listTopics(explaining.db, { sort: 'top' }), mostOfAPage],
  ])('without %s this would say so', async (index, work, most) => {
    await without(index, async () => expect(getFaults(await getSteps(work), most)).not.toEqual([]))
  })

  test('without forum_posts_terms a search would not end in time', async () => {
    await without('forum_posts_terms', () =>
      expect(searchPosts(hurried, WORDS.rare)).rejects.toMatchObject({ cause: { code: '57014' } }),
    )
  })

  async function without(index: string, work: () => Promise<void>): Promise<void> {
    const mark = (isValid: boolean) =>
      explaining.pool.query(`update pg_index set indisvalid = ${isValid} where indexrelid = '${index}'::regclass`)
    await mark(false)
    await work().finally(() => mark(true))
  }
})
