import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLocalCache } from '#netlify/local/page-cache.ts'
import { categoryPath, memberPath, postPath } from '#src/contract/forum-paths.ts'
import { hidePost, restorePost } from '#src/domain/forum-moderation/decide-post.ts'
import { carryOutPurges } from '#src/domain/page-purges/page-purges.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { forumPages } from './page-app.ts'
import { storeCategory } from './reading-rows.ts'
import { type Member, writingApi } from './writing-api.ts'

const cache = createLocalCache()
/** Addresses that the function was asked for. */
const made: string[] = []

let opened: TestDb
let api: Awaited<ReturnType<typeof writingApi>>
let ada: Member
let ask: ReturnType<typeof forumPages>['ask']
beforeAll(async () => {
  opened = await testDb()
  api = await writingApi(opened.db)
  ada = await api.known()
  ask = forumPages(opened.db).ask
})
beforeEach(async () => {
  await purge()
  made.length = 0
})
afterAll(() => opened.close())

const purge = () => carryOutPurges(opened.db, cache, NOON)
const read = async (path: string) => {
  const answer = await cache.answer(new Request(`${SITE_URL}${path}`), 'live', (request) => {
    made.push(path)
    return ask(request)
  })
  return answer.status
}
const commandContext = () => ({
  actor: { id: ada.id },
  now: NOON,
  site: { siteUrl: SITE_URL, siteName: 'Uptime Workshops' },
})
const readTwice = async (path: string) => [await read(path), await read(path)]

test('a post that was hidden is asked for once, and is back once it is restored: a topic or a reply', async () => {
  const { topicId } = await api.begin(ada)
  const { post: reply } = await api.reply(ada, topicId)
  for (const [id, back] of [
    [reply.id, 302],
    [topicId, 200],
  ] as const) {
    await hidePost(opened.db, id, 'It is rude.', commandContext())
    await purge()
    made.length = 0
    expect(await readTwice(postPath(id))).toEqual([404, 404])
    expect(made).toHaveLength(1)
    await restorePost(opened.db, id, 'It was fine.', commandContext())
    await purge()
    expect(await readTwice(postPath(id))).toEqual([back, back])
    expect(made).toHaveLength(2)
  }
})

test('a reply of a hidden topic is back with it', async () => {
  const { topicId } = await api.begin(ada)
  const { post } = await api.reply(ada, topicId)
  await hidePost(opened.db, topicId, 'It is rude.', commandContext())
  await purge()
  expect(await readTwice(postPath(post.id))).toEqual([404, 404])
  await restorePost(opened.db, topicId, 'It was fine.', commandContext())
  await purge()
  expect(await read(postPath(post.id))).toBe(302)
})

test('a page of a topic is there with the reply that begins it', async () => {
  const { topicId } = await api.begin(ada)
  for (let number = 2; number <= 25; number += 1) await api.reply(ada, topicId)
  await purge()
  const second = `${postPath(topicId)}?after=25`
  expect(await readTwice(second)).toEqual([404, 404])
  await api.reply(ada, topicId)
  await purge()
  expect(await read(second)).toBe(200)
})

test('what a write could create without a purge is asked for every time, and anything else for a minute at most', async () => {
  expect(await readTwice(memberPath('nobody'))).toEqual([404, 404])
  expect(made).toHaveLength(2)
  for (const path of [postPath(randomUUID()), categoryPath('none'), `${categoryPath('none')}/feed.atom`]) {
    const { headers } = await ask(new Request(`${SITE_URL}${path}`))
    expect(headers.get('netlify-cdn-cache-control'), path).toContain('max-age=60,')
  }
  await storeCategory(opened.db, 'pumps')
  expect(await readTwice(categoryPath('pumps'))).toEqual([200, 200])
})
