import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import type { PageDeps } from '#src/forum-pages/env.ts'
import { createForumPages } from '#src/forum-pages/forum-pages.ts'
import { SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storeCategory, storeMember, storePost, storeTopic } from './reading-rows.ts'

export const POLICY = "default-src 'none'; script-src 'self' 'sha256-shell'; frame-ancestors 'none'"

/** A small shell with all marks, as the build leaves it. */
export const SHELL = {
  html: `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="forum-head"><style>p{}</style></head><body>
<nav><a href="/forum" aria-current="page">Forum</a></nav>
<main><forum-content></forum-content><forum-home><p>Next workshop</p></forum-home></main></body></html>`,
  policy: POLICY,
}

/** The forum's pages on this database; `ask` answers as the function does. `logged` is what they told the log. */
export function forumPages(db: Db, deps: Partial<PageDeps> = {}) {
  const logged: string[] = []
  const pages = createForumPages({
    db,
    log: { info: () => {}, warn: () => {}, error: (event) => logged.push(event) },
    siteUrl: SITE_URL,
    siteName: 'Uptime Workshops',
    readShell: async () => SHELL,
    retryRead: (read) => read(),
    clock: () => Date.UTC(2026, 10, 22),
    isConnectionFault,
    ...deps,
  })
  const ask = async (request: Request) => pages.fetch(request, { ip: '203.0.113.7' })
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await ask(new Request(`${SITE_URL}${path}`, init))
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  return { get, ask, logged }
}

/** The tags of an answer. */
export const tagsOf = (headers: Headers) => headers.get('netlify-cache-tag')?.split(',') ?? []

type Pages = { db: Db; get: ReturnType<typeof forumPages>['get'] } & Record<
  'ada' | 'category' | 'topic' | 'reply',
  string
>

/** Lays down for a file: the pages of a forum in which ada has written a topic of two pages, and its last reply. */
export function withPages(give: (given: Pages) => void): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
    const { db } = opened
    const ada = await storeMember(db, 'Ada.L')
    const category = await storeCategory(db, 'pumps')
    const topic = await storeTopic(db, { categoryId: category, authorId: ada, title: 'Seals leak after two weeks' })
    let reply = topic
    for (let number = 2; number <= 27; number += 1)
      reply = await storePost(db, { topicId: topic, number, authorId: ada, text: `Answer ${number}` })
    give({ db, get: forumPages(db).get, ada, category, topic, reply })
  })
  afterAll(() => opened?.close())
}
