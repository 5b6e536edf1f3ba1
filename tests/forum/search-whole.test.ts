import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FORUM_PAGE } from '#src/contract/forum.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { NOON } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { storeCategory, storeMember, storeTopic } from './reading-rows.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const VOCABULARY = [
  'pump',
  'seal',
  'bearing',
  'grease',
  'coupling',
  'motor',
  'of',
  'the',
  'water-pump',
  "o'clock",
  'oil',
]

/** Numbers below `most` that look drawn by lot, and are the same each time. */
function lots(): (most: number) => number {
  let state = 7
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
}

/**
 * When so many posts were written: of late one an hour, before that very many within a day, then a month with a hundred a day, then one
 * a day. Several at the same moment.
 */
const times = [
  ...Array.from({ length: 1_400 }, (_, n) => NOON - n * 60 * MINUTE),
  ...Array.from({ length: 2_400 }, (_, n) => NOON - 100 * DAY + (n % 600) * MINUTE),
  ...Array.from({ length: 2_400 }, (_, n) => NOON - 200 * DAY + Math.floor(n / 100) * DAY + (n % 50) * MINUTE),
  ...Array.from({ length: 400 }, (_, n) => NOON - (300 + n) * DAY),
]

/** What is said: a telex machine was on everybody's lips once, a "telex of the machine" seldom, and cavitation is always rare. */
function getText(n: number, lot: (most: number) => number): string {
  const words = Array.from({ length: 5 }, () => VOCABULARY[lot(VOCABULARY.length)])
  const old = n % 97 === 0 ? 'telex of the machine' : 'the telex machine'
  return [...words, ...(n >= 1_400 ? [old] : []), ...(n % 211 === 0 ? ['cavitation'] : [])].join(' ')
}

async function storePosts(db: Db): Promise<void> {
  const lot = lots()
  const authorId = await storeMember(db, 'bob')
  const categoryId = await storeCategory(db, 'whole')
  const topic = (state: 'shown' | 'hidden') =>
    storeTopic(db, { categoryId, authorId, state, createdAt: new Date(NOON) })
  const topics = [await topic('shown'), await topic('shown'), await topic('hidden')]
  const rows = times.map((at, n) => {
    const text = getText(n, lot)
    const state = n % 50 === 3 ? ('hidden' as const) : ('shown' as const)
    const topicId = topics[n % 20 === 0 ? 2 : n % 2] ?? ''
    return { topicId, number: n + 2, authorId, source: text, html: text, plain: text, state, createdAt: new Date(at) }
  })
  while (rows.length > 0) await db.insert(forumPosts).values(rows.splice(0, 500))
  await db.execute(sql`analyze`)
}

describe('a search', () => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await testDb())
    await storePosts(db)
  }, 120_000)
  afterAll(() => close())

  async function all(question: string) {
    const ids: string[] = []
    const stops: number[] = []
    let pages = 0
    let cursor: string | null = null
    do {
      const page = await searchPosts(db, question, cursor)
      ids.push(...page.items.map(({ id }) => id))
      stops.push(...(page.searchedTo === null ? [] : [page.searchedTo]))
      cursor = page.nextCursor
      pages += 1
    } while (cursor)
    return { ids, pages, stops }
  }

  /** What a plain look at every post finds. */
  async function scan(question: string): Promise<string[]> {
    const { rows } = (await db.execute(sql`select p.id from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.words @@ websearch_to_tsquery('english', ${question}) and p.state = 'shown' and t.state = 'shown'
      order by p.created_at desc, p.id desc`)) as unknown as { rows: { id: string }[] }
    return rows.map(({ id }) => id)
  }

  test.each([
    'cavitation',
    'cavitation or unobtainium',
    'telex cavitation',
    '"pump seal"',
    '"pump seal bearing"',
    '"seal water-pump"',
    '"o\'clock motor"',
    '"seal of the pump"',
    'telex -"pump seal" cavitation',
    '"pump seal" or "seal pump" -motor',
    'motor -telex -pump',
    'telex -telex',
    'telex "grease coupling" -oil',
    '"grease of oil" telex',
  ])('%s finds what a look at every post finds, the newest first, nothing twice', async (question) => {
    expect((await all(question)).ids).toEqual(await scan(question))
  })

  test('so does whatever is asked', async () => {
    const word = fc.constantFrom(...VOCABULARY)
    // A question of nothing but "of the" is not answered, whatever is left out.
    const phrase = fc
      .array(word, { minLength: 2, maxLength: 4 })
      .filter((words) => words.some((one) => !['of', 'the'].includes(one)))
      .map((words) => `"${words.join(' ')}"`)
    const more = fc.oneof(
      phrase.map((one) => ` or ${one}`),
      phrase.map((one) => ` -${one}`),
      word.map((one) => ` -${one}`),
    )
    const question = fc.tuple(phrase, more).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        expect((await all(asked)).ids).toEqual(await scan(asked))
      }),
      { numRuns: 10, endOnFailure: true },
    )
  }, 120_000)

  test('what everybody said once is found to its end', async () => {
    const found = await all('telex')
    expect(found.ids).toEqual(await scan('telex'))
    expect(found.ids.length).toBeGreaterThan(4_000)
  }, 60_000)

  test('a search through very many posts leads on, and says how far it looked', async () => {
    const { ids, stops } = await all('"telex of the machine"')
    expect(ids).toEqual(await scan('"telex of the machine"'))
    expect(new Set(stops).size).toBe(stops.length)
    expect(stops.some((at) => at % DAY === 0)).toBe(true)
  })

  test('what is rare fills its pages, however common its words', async () => {
    for (const question of ['"bearing grease motor"', 'cavitation telex', 'cavitation -telex']) {
      const { ids, pages } = await all(question)
      expect(pages, question).toBe(Math.max(Math.ceil(ids.length / FORUM_PAGE), 1))
    }
  })
})
