import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { FORUM_PAGE } from '#src/contract/forum.ts'
import { listTopics } from '#src/domain/forum-reading/list-topics.ts'
import { readTopicPage } from '#src/domain/forum-reading/read-topic-page.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { type Asked, type ExplainingDb, explainingDb } from '#tests/support/explained.ts'
import { ENDLESS, MANY_POSTS, storeManyForum, WORDS } from '#tests/support/many-forum.ts'
import { rowId } from '#tests/support/many-words.ts'
import { openBenchDatabase } from './database.ts'
import { againstReference, beside, type Row } from './table.ts'

const TURNS = 100
/** A page, beside the same statements as text. */
const MOST_OF_BARE = 1.5
/** A search, beside a read that is led by an index: the first page of all topics, as text. */
const MOST_OF_READ = 10

type Question = { what: string; ask: () => Promise<unknown> }
type Times = { what: string; ours: number[]; bare: number[]; read: number[] }

/** What the forum's pages ask, each beside the same statements as text through `pg`, in turns. */
export async function benchForum(): Promise<Row[]> {
  const database = await openBenchDatabase()
  const explaining = explainingDb(database.url)
  const client = await explaining.pool.connect()
  try {
    await storeManyForum(database.url, Date.now(), MANY_POSTS)
    const pages = await timesOfEach(await getPages(explaining), explaining, client)
    const read = await explaining.record(() => listTopics(explaining.db, { sort: 'latest' }))
    const searches = await timesOfEach(getSearches(explaining), explaining, client, read)
    const rows = [...pages.flatMap(rowsOfPage), ...searches.flatMap(rowsOfSearch)]
    const size = `${MANY_POSTS.replies.toLocaleString('en-US')} replies`
    return rows.map((row) => ({ ...row, what: `${row.what}, ${size}` }))
  } finally {
    client.release()
    await explaining.close()
    await database.close()
  }
}

async function getPages({ db, pool }: ExplainingDb): Promise<Question[]> {
  const getId = async (kind: string, n: number) => {
    const { sql: text, params } = db
      .select({ id: rowId(kind, n) })
      .from(sql`(values (1)) one`)
      .toSQL()
    return String((await pool.query<[string]>({ text, values: params, rowMode: 'array' })).rows[0]?.[0])
  }
  const [category, endless] = [await getId('category', 5), await getId('topic', ENDLESS)]
  let cursor: string | null = null
  for (let page = 0; page < 20; page += 1) cursor = (await listTopics(db, { sort: 'latest', cursor })).nextCursor
  return [
    { what: 'topics, first page', ask: () => listTopics(db, { sort: 'latest' }) },
    { what: 'topics, a page in the middle', ask: () => listTopics(db, { sort: 'latest', cursor }) },
    { what: 'topics, one category', ask: () => listTopics(db, { sort: 'top', categoryId: category }) },
    { what: 'topic, first page', ask: () => readTopicPage(db, endless, null) },
    { what: 'topic, a page far behind', ask: () => readTopicPage(db, endless, 4 * FORUM_PAGE) },
  ]
}

function getSearches({ db }: ExplainingDb): Question[] {
  const search = (how: string, words: string) => ({ what: `search, ${how}`, ask: () => searchPosts(db, words) })
  return [
    search('a word of every third post', WORDS.common),
    search('a word of one in 20,000', WORDS.rare),
    search('a word that is seldom now', WORDS.fading),
    search('a word that was common long ago', WORDS.old),
    search('a rare phrase of common words', WORDS.phrase),
    search('a word nobody said', WORDS.nowhere),
  ]
}

/** `read` is asked in turns with each, for what it is beside. */
async function timesOfEach(
  questions: readonly Question[],
  { record }: ExplainingDb,
  client: pg.PoolClient,
  read: readonly Asked[] = [],
): Promise<Times[]> {
  const all: Times[] = []
  for (const { what, ask } of questions) {
    const bare = await record(ask)
    const times: Times = { what, ours: [], bare: [], read: [] }
    for (let turn = 0; turn < TURNS; turn += 1) {
      times.ours.push(await toTime(ask))
      times.bare.push(await toTime(() => askAll(client, bare)))
      times.read.push(await toTime(() => askAll(client, read)))
    }
    all.push(times)
  }
  return all
}

function rowsOfPage({ what, ours, bare }: Times): Row[] {
  return [
    againstReference(`${what}: p50`, getShare(ours, 0.5), getShare(bare, 0.5), 'ms', MOST_OF_BARE),
    beside(`${what}: p95`, getShare(ours, 0.95), getShare(bare, 0.95), 'ms'),
  ]
}

/** The second row is compared with the indexed read, not with the search's own statements. */
function rowsOfSearch({ what, ours, bare, read }: Times): Row[] {
  return [
    beside(`${what}: p50`, getShare(ours, 0.5), getShare(bare, 0.5), 'ms'),
    againstReference(
      `${what}: p95, beside an indexed read`,
      getShare(ours, 0.95),
      getShare(read, 0.95),
      'ms',
      MOST_OF_READ,
    ),
  ]
}

export async function askAll(client: pg.PoolClient, statements: readonly Asked[]): Promise<void> {
  for (const { query, params } of statements) await client.query(query, params)
}

export async function toTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The time that such a share of all did not take longer than. */
function getShare(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}
