import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkTokens } from '#db/schema/accounts.ts'
import { forumTopics } from '#db/schema/forum.ts'
import { forumFollows, forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { unsubscribeApi } from '#src/api/unsubscribe.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'
import { followTopic } from '#src/domain/forum-notices/notice-rows.ts'
import { notifyOfPost } from '#src/domain/forum-notices/notify.ts'
import { issueLink } from '#src/domain/links/link.ts'
import { issueSharedLink } from '#src/domain/links/shared-link.ts'
import { NOON, problemOf, SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aMember, aPost, aTopic } from './notice-rows.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const CLICK = 'List-Unsubscribe=One-Click'

describe('ending mail', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof testApi>>
  let now = NOON
  beforeAll(async () => {
    opened = await testDb()
    api = await testApi({ area: unsubscribeApi, db: opened.db, clock: () => now })
  })
  afterAll(() => opened.close())

  /** Somebody who got a mail about two topics, and the token in it. */
  async function aMailed() {
    const { db } = opened
    now = NOON
    for (const table of [outbox, rateLimits, forumNotices]) await db.delete(table)
    const [reader, author] = [await aMember(db), await aMember(db)]
    const topics = [await aTopic(db, author.id, 'Alpha topic'), await aTopic(db, author.id, 'Beta topic')]
    for (const topicId of topics) {
      await followTopic(db, topicId, reader.id)
      const id = await aPost(db, { topicId, authorId: author.id, number: 2 })
      await notifyOfPost(db, { id, topicId, authorId: author.id, mentions: [] }, NOON - 3 * MINUTE)
    }
    const site = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }
    await mailDueNews(db, { site, now: NOON, timeLeft: () => 19_000, onFault: (fault) => Promise.reject(fault) })
    const [mail] = await db.select().from(outbox)
    const url = mail?.unsubscribeUrl ?? ''
    return { reader, author, topics, url, token: url.split('=').at(-1) ?? '' }
  }
  const click = (url: string, init: RequestInit = {}) =>
    api.request(url.replace(SITE_URL, ''), { method: 'POST', body: CLICK, headers: FORM, ...init })
  const chosen = async (userId: string) =>
    (await opened.db.select().from(forumPreferences).where(eq(forumPreferences.userId, userId)))[0]?.mail
  const look = (token: string) => api.post('/api/unsubscribe/look', { token })

  test('takes one POST of a mail program, without a cookie and from anywhere, as often as it likes (RFC 8058)', async () => {
    const { reader, url } = await aMailed()
    for (const headers of [FORM, { ...FORM, Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }]) {
      const answer = await click(url, { headers })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(await chosen(reader.id)).toBe('none')
    }
    const parts = new FormData()
    parts.append('List-Unsubscribe', 'One-Click')
    const sent = new Request(SITE_URL, { method: 'POST', body: parts })
    const headers = { 'Content-Type': sent.headers.get('Content-Type') ?? '' }
    expect((await click(url, { body: await sent.text(), headers })).status).toBe(204)
  })

  test('a look changes nothing, however often, and leads to the page with the token where no server sees it (TL2, CS3)', async () => {
    const { reader, url, token } = await aMailed()
    for (const method of ['GET', 'HEAD']) {
      for (let turn = 0; turn < 10; turn += 1) {
        const answer = await api.request(url.replace(SITE_URL, ''), { method })
        expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/unsubscribe#token=${token}`])
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
      }
    }
    expect(await chosen(reader.id)).toBeUndefined()
    expect((await click(url)).status).toBe(204)
    expect(await chosen(reader.id)).toBe('none')
  })

  test.each(['', 'a b', '"><script>', '%0d%0aSet-Cookie:%20a=b', 'x'.repeat(201), '//evil.example'])(
    'a look with %j leads to the page without it',
    async (token) => {
      const { status, headers } = await api.request(`/api/unsubscribe/one-click?token=${token}`)
      expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([302, '/unsubscribe', null])
    },
  )

  test('takes nothing but that form (CS4)', async () => {
    const { reader, url } = await aMailed()
    expect((await click(url, { body: '{}', headers: { 'Content-Type': 'application/json' } })).status).toBe(415)
    expect((await click(url, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415)
    expect((await click(url, { body: 'a=b' })).status).toBe(400)
    expect((await click(url, { body: `${CLICK}&${'x'.repeat(3_000)}` })).status).toBe(413)
    expect(await chosen(reader.id)).toBeUndefined()
  })

  test('the page learns what the mail was about, and ends all of it or one topic', async () => {
    const { reader, topics, token } = await aMailed()
    const [alpha, beta] = topics
    const shown = { id: alpha, title: 'Alpha topic', isMuted: false }
    const other = { id: beta, title: 'Beta topic', isMuted: false }
    expect(await (await look(token)).json()).toEqual({ mail: 'at_once', topics: [shown, other] })
    expect((await api.post('/api/unsubscribe', { token, topicId: alpha })).status).toBe(204)
    expect(await (await look(token)).json()).toEqual({ mail: 'at_once', topics: [{ ...shown, isMuted: true }, other] })
    const follows = await opened.db.select().from(forumFollows).where(eq(forumFollows.userId, reader.id))
    expect(follows.filter(({ isOn }) => isOn).map(({ topicId }) => topicId)).toEqual([beta])
    expect((await api.post('/api/unsubscribe', { token })).status).toBe(204)
    expect(await (await look(token)).json()).toMatchObject({ mail: 'none' })
    await opened.db
      .update(forumTopics)
      .set({ state: 'hidden' })
      .where(eq(forumTopics.id, beta ?? ''))
    expect((await (await look(token)).json()).topics).toHaveLength(1)
  })

  test('mail that waits already is not sent', async () => {
    const { reader, author, topics, url } = await aMailed()
    const topicId = topics[0] ?? ''
    const id = await aPost(opened.db, { topicId, authorId: author.id, number: 3 })
    await notifyOfPost(opened.db, { id, topicId, authorId: author.id, mentions: [] }, NOON)
    await click(url)
    const rows = await opened.db.select().from(forumNotices).where(eq(forumNotices.userId, reader.id))
    expect(rows.map(({ mailDueAt }) => mailDueAt)).toEqual([null, null, null])
  })

  test('links that are unknown, over, made for something else or about another topic are answered alike (TL5)', async () => {
    const { db } = opened
    const { reader, token, url } = await aMailed()
    const { token: foreign } = await aMailed()
    const elsewhere = await aTopic(db, reader.id)
    const link = { id: crypto.randomUUID(), note: '', by: 'mail', expiresAt: NOON + DAY }
    const tokens = [
      'x'.repeat(43),
      '',
      await issueLink(db, { purpose: 'password-reset', subjectId: reader.id }, NOON),
      await issueSharedLink(db, { ...link, purpose: 'report-status', subjectId: reader.id }, NOON),
    ]
    const bodies = tokens.flatMap((dead) => [{ token: dead }, { token: dead, topicId: elsewhere }])
    const answers = await Promise.all(
      [...bodies, { token, topicId: elsewhere }, { token: foreign, topicId: elsewhere }].map((body) =>
        api.post('/api/unsubscribe', body),
      ),
    )
    const looks = await Promise.all(tokens.map(look))
    const clicks = await Promise.all(tokens.map((dead) => click(url.replace(token, dead))))
    now = NOON + 180 * DAY
    const late = [await look(token), await click(url), await api.post('/api/unsubscribe', { token })]
    for (const answer of [...answers, ...looks, ...clicks, ...late])
      expect(await problemOf(answer)).toMatchObject({ status: 404, code: 'not_found', detail: LINK_DEAD })
    now = NOON + 180 * DAY - 1
    expect((await look(token)).status).toBe(200)
    expect(await chosen(reader.id)).toBeUndefined()
  })

  test('a token of a mail opens nothing else, and is stored nowhere (TL1, TL6)', async () => {
    const { reader, token, url } = await aMailed()
    await click(url)
    await api.request(url.replace(SITE_URL, ''))
    await look(token)
    expect(JSON.stringify(await opened.db.select().from(linkTokens))).not.toContain(token)
    expect(api.lines.join('')).not.toContain(token)
    expect(api.lines.join('')).not.toContain(reader.email)
  })

  test('the page of another site can end nothing (CS1)', async () => {
    const { reader, token } = await aMailed()
    const answer = await api.post('/api/unsubscribe', { token }, { 'Sec-Fetch-Site': 'cross-site' })
    expect(answer.status).toBe(403)
    expect(await chosen(reader.id)).toBeUndefined()
  })
})
