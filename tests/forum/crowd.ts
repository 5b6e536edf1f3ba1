import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { type Member, type WritingApi, writingApi } from './writing-api.ts'

const CROWD = 20

/** Lays down for a suite: a database with ada and twenty others, whose posts are shown at once and not counted yet. */
export function withCrowd(give: (given: { db: Db; api: WritingApi; ada: Member; others: Member[] }) => void): void {
  let opened: TestDb | undefined
  let api: WritingApi | undefined
  beforeAll(async () => {
    opened = await testDb()
    const { db } = opened
    api = await writingApi(db)
    const ada = await api.known()
    const others: Member[] = []
    while (others.length < CROWD) others.push(await api.known())
    give({ db, api, ada, others })
  })
  beforeEach(() => api?.forgetLimits())
  afterAll(() => opened?.close())
}

export const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
export const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort()

/** What the counts of a topic would be if they were counted again. */
export async function countedAnew(db: Db, topicId: string) {
  const isShown = and(eq(forumPosts.topicId, topicId), eq(forumPosts.state, 'shown'))
  const posts = await db.select().from(forumPosts).where(isShown)
  const replies = posts.filter(({ number }) => number > 1)
  return { replyCount: replies.length, thankCount: posts.reduce((sum, { thankCount }) => sum + thankCount, 0) }
}
