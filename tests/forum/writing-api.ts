import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import { rateLimits } from '#db/schema/security.ts'
import type { ApiDeps, ApiEnv } from '#src/api/context.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { openKeyring } from '#src/auth/signing-keys.ts'
import { readVisit } from '#src/auth/visit.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { nextIp } from '#tests/accounts/account-api.ts'
import { PEOPLE, type Person, preparePerson } from '#tests/accounts/people.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

export type WritingApi = Awaited<ReturnType<typeof writingApi>>
export type Member = { id: string; cookie: string }
type Sending = { key?: string; headers?: Record<string, string> }
let names = 0

/**
 * The forum's API on a database, with a clock that tests move. Nobody waits between two posts unless `isLimited`: what was
 * counted is forgotten before each.
 */
export async function writingApi(db: Db, given: Partial<ApiDeps> & { area?: Hono<ApiEnv> } = {}) {
  const clock = { now: NOON }
  const keyring = openKeyring(db)
  const readVisitFor = (request: Request) => readVisit(db, request, { siteUrl: SITE_URL, now: clock.now, keyring })
  const parts = { db, area: forumApi, clock: () => clock.now, readVisit: readVisitFor, keyring }
  const api = await testApi({ ...parts, ...given })

  const call = (who: Member | null, method: string, path: string, body?: object, { key, headers }: Sending = {}) =>
    api.request(
      `/api/forum/${path}`,
      {
        method,
        headers: {
          ...fromOurPage,
          ...(who && { Cookie: who.cookie }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      },
      { ip: nextIp() },
    )
  const forgetLimits = () => db.delete(rateLimits)

  const person = (kind: keyof typeof PEOPLE = 'approved') => preparePerson(db, PEOPLE[kind] satisfies Person)
  /** A member whose posts are shown at once, and hold what they like. */
  const known = async (): Promise<Member> => {
    const member = await person()
    const topicId = await findTopic(member)
    const fields = { topicId, authorId: member.id, source: 'x', html: '<p>x</p>', plain: 'x' }
    await db.insert(forumPosts).values([2, 3, 4, 5].map((number) => ({ ...fields, number })))
    return member
  }
  /** A topic in a row of its own, by nobody's call. */
  const findTopic = async ({ id: authorId }: Member, over: object = {}): Promise<string> => {
    const id = crypto.randomUUID()
    const at = new Date(clock.now)
    const both = { id, authorId, title: 'Bearing runs hot', createdAt: at, ...over }
    const categoryId = await category()
    await db.insert(forumTopics).values({ ...both, categoryId, lastPostAt: at, lastAuthorId: authorId })
    await db.insert(forumPosts).values({ ...both, topicId: id, number: 1, source: 'x', html: '<p>x</p>', plain: 'x' })
    await db.update(forumCategories).set({ topicCount: 1 }).where(eq(forumCategories.id, categoryId))
    return id
  }
  const category = async (over: object = {}): Promise<string> => {
    names += 1
    const [row] = await db
      .insert(forumCategories)
      .values({ slug: `pumps-${names}`, name: 'Pumps', ...over })
      .returning()
    return row?.id ?? ''
  }

  const post = async (who: Member, path: string, body: object): Promise<Posted> => {
    await forgetLimits()
    const answer = await call(who, 'POST', path, body)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return answer.json()
  }
  const begin = async (who: Member, over: object = {}) =>
    post(who, 'topics', { categoryId: await category(), title: 'Bearing runs hot', source: 'At 1,500 rpm.', ...over })
  const reply = (who: Member, topicId: string, over: object = {}) =>
    post(who, `topics/${topicId}/posts`, { source: 'Check the grease.', ...over })

  const topicRow = async (id: string) => {
    const [row] = await db.select().from(forumTopics).where(eq(forumTopics.id, id))
    if (!row) throw new Error('There is no such topic')
    return row
  }
  const postRow = async (id: string) => {
    const [row] = await db.select().from(forumPosts).where(eq(forumPosts.id, id))
    if (!row) throw new Error('There is no such post')
    return row
  }
  const categoryRow = async (id: string) => {
    const [row] = await db.select().from(forumCategories).where(eq(forumCategories.id, id))
    if (!row) throw new Error('There is no such category')
    return row
  }
  /** The tags that writes noted since the last look. */
  const purged = async (): Promise<string[]> => {
    const rows = await db.delete(pagePurges).returning()
    return [...new Set(rows.flatMap(({ tags }) => tags))].toSorted()
  }

  return {
    ...api,
    ...{ clock, keyring, call, forgetLimits, person, known, findTopic, category, post, begin, reply },
    ...{ topicRow, postRow, categoryRow, purged },
  }
}

/** Two members whose posts are shown at once, and a moderator. */
type Members = { db: Db; api: WritingApi; ada: Member; bob: Member; staff: Member }

/** Lays down for a file: a database of its own with these members, of which no test finds anything counted or purged. */
export function withMembers(give: (given: Members) => void): void {
  let opened: TestDb | undefined
  let api: WritingApi | undefined
  beforeAll(async () => {
    opened = await testDb()
    const { db } = opened
    api = await writingApi(db)
    give({ db, api, ada: await api.known(), bob: await api.known(), staff: await api.person('moderator') })
  })
  beforeEach(async () => {
    await api?.forgetLimits()
    await api?.purged()
  })
  afterAll(() => opened?.close())
}
