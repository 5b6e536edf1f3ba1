import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumNotices } from '#db/schema/forum-notices.ts'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { pagePurges } from '#db/schema/page-purges.ts'
import type { AdminCategory, QueuedPost } from '#src/contract/forum-moderation.ts'
import type { Page } from '#src/contract/page.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storedViewer } from './calls/caller.ts'
import { forumRows } from './calls/forum-rows.ts'
import { siteAdminApi } from './site-admin-api.ts'

export type ForumApi = Awaited<ReturnType<typeof forumApi>>

/** Calls of moderators, rows for them, and what they left behind. */
export async function forumApi(db: Db) {
  const moderator = await storedViewer(db, 'moderator')
  const api = await siteAdminApi(db, moderator)
  const act = (verb: string, id: string, body?: object) => api.send('POST', `forum/posts/${id}/${verb}`, body)
  return {
    ...api,
    moderator,
    rows: forumRows(db),
    /** As a moderator who has read the post as it is now, or in another version. */
    approve: async (id: string, version?: number) => {
      const [row] = await db.select({ version: forumPosts.version }).from(forumPosts).where(eq(forumPosts.id, id))
      return act('approve', id, { version: version ?? row?.version })
    },
    reject: (id: string, reason = 'It sells something.') => act('reject', id, { reason }),
    hide: (id: string, reason = 'It is rude.') => act('hide', id, { reason }),
    restore: (id: string, reason = 'It was fine.') => act('restore', id, { reason }),
    set: (id: string, settings: object) => api.send('PATCH', `forum/topics/${id}`, settings),
    merge: (id: string, intoId: string) => api.send('POST', `forum/topics/${id}/merge`, { intoId }),
    queue: async (name: string, more = '') =>
      (await api.ask<Page<QueuedPost>>('GET', `forum/queue?queue=${name}&limit=100${more}`)).items,
    categories: async () => (await api.ask<{ items: AdminCategory[] }>('GET', 'forum/categories')).items,
    ...forumState(db),
  }
}

/** What is in the database. */
function forumState(db: Db) {
  const first = <Row>([row]: Row[]): Row => {
    if (!row) throw new Error('There is no such row')
    return row
  }
  return {
    postOf: async (id: string) => first(await db.select().from(forumPosts).where(eq(forumPosts.id, id))),
    findTopic: async (id: string) => first(await db.select().from(forumTopics).where(eq(forumTopics.id, id))),
    categoryOf: async (id: string) => first(await db.select().from(forumCategories).where(eq(forumCategories.id, id))),
    listPosts: async (topicId: string) =>
      db.select().from(forumPosts).where(eq(forumPosts.topicId, topicId)).orderBy(asc(forumPosts.number)),
    noticesOf: async (userId: string) =>
      db.select().from(forumNotices).where(eq(forumNotices.userId, userId)).orderBy(asc(forumNotices.createdAt)),
    /** The tags that were noted since this was asked last. */
    purged: async () => (await db.delete(pagePurges).returning()).flatMap(({ tags }) => tags).toSorted(),
  }
}

/** Lays down for a suite: a database of its own, as a moderator uses it; no test finds purges that were noted before it. */
export function withForum(give: (given: { db: Db; api: ForumApi }) => void): void {
  let opened: TestDb | undefined
  let api: ForumApi | undefined
  beforeAll(async () => {
    opened = await testDb()
    api = await forumApi(opened.db)
    give({ db: opened.db, api })
  })
  beforeEach(() => api?.purged())
  afterAll(() => opened?.close())
}
