import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteMode } from '#db/schema/operations.ts'
import { forgetLevel } from '#src/api/site-level.ts'
import { CLOSED_HEADER } from '#src/contract/error-budget.ts'
import { FORUM_UNAVAILABLE } from '#src/contract/forum.ts'
import { CLOSED_SENTENCE } from '#src/contract/site-mode.ts'
import { testDb } from '#tests/support/database.ts'
import { forumPages, SHELL } from './page-app.ts'

let opened: Awaited<ReturnType<typeof testDb>>
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })

test('without its database the forum says so on a page, briefly, and no cache keeps it', async () => {
  const { get, logged } = forumPages(opened.db, {
    retryRead: () => Promise.reject(refused),
    isConnectionFault: () => true,
  })
  for (const path of ['/forum', '/forum/feed.atom', '/forum/search?q=x', '/forum/sitemap.xml']) {
    const { status, headers, body } = await get(path)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
    expect(headers.has(CLOSED_HEADER)).toBe(false)
    expect(headers.get('netlify-cdn-cache-control')).toBeNull()
    expect(headers.get('content-security-policy')).toBe(SHELL.policy)
    expect(body).toContain(FORUM_UNAVAILABLE)
    expect(body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7/)
  }
  expect(new Set(logged)).toEqual(new Set(['forum unavailable']))
})

test.each([
  ['that ran too long', '57014'],
  ['for which the disk has no room', '53100'],
])('a query %s is no fault of the page', async (_what, code) => {
  const late = new Error('Failed query', { cause: Object.assign(new Error('the server says why'), { code }) })
  const { get } = forumPages(opened.db, { retryRead: () => Promise.reject(late) })
  expect((await get('/forum')).status).toBe(503)
})

test('an error of our own is only logged', async () => {
  const { get, logged } = forumPages(opened.db, { retryRead: () => Promise.reject(new Error('secret detail')) })
  const { status, headers, body } = await get('/forum')
  expect([status, headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(body).not.toContain('secret detail')
  expect(logged).toEqual(['forum page failed'])
})

test('before there is a built site, the answer is plain text', async () => {
  const { get } = forumPages(opened.db, { readShell: async () => undefined })
  const { status, headers, body } = await get('/forum')
  expect([status, headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(body).toBe(`${FORUM_UNAVAILABLE}\n`)
})

test('a shell without its marks is not sent half filled', async () => {
  const shell = { ...SHELL, html: '<html><head></head><body></body></html>' }
  const { get, logged } = forumPages(opened.db, { readShell: async () => shell })
  expect((await get('/forum')).status).toBe(503)
  expect(logged).toContain('forum page without a shell')
})

test('a closed site closes the forum with a page of its own at level 3, and not before', async () => {
  const statusesAt = async (level: number) => {
    await opened.db.update(siteMode).set({ level, reason: 'a test' })
    forgetLevel(opened.db)
    const answers = await Promise.all(['/forum', '/forum/feed.atom', '/forum/no-such-page'].map((path) => get(path)))
    return answers.map(({ status }) => status)
  }
  const { get } = forumPages(opened.db)
  expect(await statusesAt(2)).toEqual([200, 200, 404])
  expect(await statusesAt(3)).toEqual([503, 503, 503])
  const { headers, body } = await get('/forum', { headers: { 'If-None-Match': '*' } })
  expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['300', 'no-store'])
  // By this the error budget knows that it is no failure. (security OV3)
  expect(headers.has(CLOSED_HEADER)).toBe(true)
  expect([headers.get('netlify-cdn-cache-control'), headers.get('etag')]).toEqual([null, null])
  expect(headers.get('content-security-policy')).toBe(SHELL.policy)
  expect(body).toContain(CLOSED_SENTENCE[3])
})
