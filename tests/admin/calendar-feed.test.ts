import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userRoles, users } from '#db/schema/accounts.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { bans } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import { calendarApi } from '#src/api/calendar.ts'
import type { FeedScope, NewCalendarFeed, OwnCalendarFeed } from '#src/contract/event-calendar.ts'
import { fromOurPage, NOON, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { adminCaller, storedViewer } from './calls/caller.ts'

const HOUR = 3_600_000
const FEED = '/api/admin/calendar/feed'

let opened: TestDb
let feeds: Awaited<ReturnType<typeof testApi>>
let now = NOON
beforeAll(async () => {
  opened = await testDb()
  feeds = await testApi({ db: opened.db, area: calendarApi, clock: () => now })
  const days = { earlyBirdDeadline: null, version: 3 }
  await storeEvent(opened.db, { eventSlug: 'tulsa', eventName: 'Tulsa Workshop', ...days })
  await storeEvent(opened.db, { eventSlug: 'draft', eventName: 'Quiet Workshop', isPublished: false, ...days })
  await storeEvent(opened.db, { eventSlug: 'off', eventName: 'Reno Workshop', status: 'cancelled', ...days })
  for (const eventDate of ['2025-11-19', '2028-11-21']) await storeEvent(opened.db, { eventDate, ...days })
})
afterAll(() => opened.close())

/** Somebody with this role, and the calls of their calendar. */
async function enter(role: 'admin' | 'owner' = 'admin') {
  const viewer = await storedViewer(opened.db, role)
  const { request, groundOf } = await adminCaller(opened.db, viewer)
  const { take } = groundOf(false)
  const make = (scope: FeedScope = 'all') => take<NewCalendarFeed>('POST', FEED, { id: randomUUID(), scope })
  const end = () => request(FEED, { method: 'DELETE', headers: fromOurPage })
  return { id: viewer.id, make, end, read: () => take<OwnCalendarFeed>('GET', FEED) }
}
const load = (url: string, headers: Record<string, string> = {}) =>
  feeds.request(url.replace(SITE_URL, ''), { headers })

function entriesOf(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  return component.getAllSubcomponents('vevent').map((entry) => {
    const value = (name: string) => entry.getFirstPropertyValue(name)
    return [value('summary'), value('status'), value('sequence')]
  })
}

test('an address shows what its owner chose, from a year back to two ahead (CF1)', async () => {
  const ada = await enter()
  const all = await ada.make('all')
  expect(all.url).toMatch(/^https:\/\/workshops\.example\/api\/calendar\/[\w-]{43}\.ics$/)
  const answer = await load(all.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(answer.headers.get('Content-Disposition')).toBeNull()
  const text = await answer.text()
  expect(entriesOf(text).toSorted()).toEqual([
    ['CANCELLED: Reno Workshop', 'CANCELLED', 3],
    ['Draft: Quiet Workshop', 'TENTATIVE', 3],
    ['Tulsa Workshop', 'CONFIRMED', 3],
  ])
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H')
  expect(text).toContain('X-PUBLISHED-TTL:PT6H')
  const published = await ada.make('published')
  expect(entriesOf(await (await load(published.url)).text())).toHaveLength(2)
})

test('a program that has the calendar already gets no second copy, and its last load is shown', async () => {
  const ada = await enter()
  const { url } = await ada.make()
  expect((await ada.read()).feed).toEqual({ scope: 'all', createdAt: NOON, lastFetchedAt: null, lastProgram: null })
  const tag = (await load(url)).headers.get('ETag') ?? ''
  const again = await load(url, { 'If-None-Match': tag, 'User-Agent': `Google-Calendar-Importer/1 ${'x'.repeat(200)}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const { feed } = await ada.read()
  expect(feed?.lastFetchedAt).toBe(NOON)
  expect(feed?.lastProgram).toMatch(/^Google-Calendar-Importer\/1 x{73}$/)
})

test('an address that is unknown, was ended, or whose owner is no administrator now is dead in the same bytes (CF2)', async () => {
  const bytes = async (url: string) => {
    const answer = await load(url)
    const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
    return { status: answer.status, headers, body: await answer.text() }
  }
  const unknown = await bytes(`/api/calendar/${'A'.repeat(43)}.ics`)
  expect(unknown.status).toBe(404)
  const fates: Record<string, (person: Awaited<ReturnType<typeof enter>>) => Promise<unknown>> = {
    ended: ({ end }) => end(),
    replaced: ({ make }) => make(),
    demoted: async ({ id }) => {
      await opened.db.delete(userRoles).where(eq(userRoles.userId, id))
      await opened.db.insert(userRoles).values({ userId: id, role: 'moderator', grantedBy: 'test' })
    },
    banned: ({ id }) =>
      opened.db.insert(bans).values({ subjectType: 'user', subject: id, reason: 'test', actor: 'test' }),
    deleted: ({ id }) =>
      opened.db
        .update(users)
        .set({ deletedAt: new Date(NOON) })
        .where(eq(users.id, id)),
  }
  for (const [fate, befall] of Object.entries(fates)) {
    const person = await enter(fate === 'demoted' ? 'owner' : 'admin')
    const { url } = await person.make('published')
    expect((await load(url)).status, fate).toBe(200)
    await befall(person)
    expect(await bytes(url), fate).toEqual(unknown)
  }
  for (const file of ['x.ics', `${'A'.repeat(43)}`, `${'A'.repeat(44)}.ics`])
    expect(await bytes(`/api/calendar/${file}`)).toEqual(unknown)
})

test('the role that its owner has at the moment of the load counts: with the role back, it works again', async () => {
  const ada = await enter()
  const { url } = await ada.make()
  await opened.db.delete(userRoles).where(eq(userRoles.userId, ada.id))
  expect((await load(url)).status).toBe(404)
  await opened.db.insert(userRoles).values({ userId: ada.id, role: 'admin', grantedBy: 'test' })
  expect((await load(url)).status).toBe(200)
})

test('an address is loaded 30 times an hour, whatever loads it (CF3)', async () => {
  const { url } = await (await enter()).make()
  const statuses = async (times: number) => {
    const seen: number[] = []
    for (let time = 0; time < times; time += 1)
      seen.push((await feeds.request(url.replace(SITE_URL, ''), {}, { ip: `198.51.100.${time}` })).status)
    return seen
  }
  expect(new Set(await statuses(30))).toEqual(new Set([200]))
  const refused = await load(url)
  expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 3_600])
  now += HOUR
  expect((await load(url)).status).toBe(200)
  now = NOON
})

test('two presses at once leave one address, and the one that is shown works', async () => {
  const ada = await enter()
  const { request } = await adminCaller(opened.db, await storedViewer(opened.db, 'admin'))
  const body = JSON.stringify({ id: randomUUID(), scope: 'all' })
  const answers = await Promise.all([1, 2, 3].map(() => request(FEED, { method: 'POST', headers: fromOurPage, body })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const made: NewCalendarFeed = await answers.find(({ status }) => status === 201)?.json()
  expect((await load(made.url)).status).toBe(200)
  expect((await ada.read()).feed).toBeNull()
  expect((await ada.end()).status).toBe(404)
})

test('the token is in the address alone: in no log, row, audit entry or page view (CF1, TL6)', async () => {
  const ada = await enter()
  const { url } = await ada.make()
  const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  await load(url)
  await load(`${url}?x=1`)
  const publicApi = await testApi({ db: opened.db })
  const beacon = { method: 'POST', headers: fromOurPage, body: JSON.stringify({ pagePath: url, referrer: url }) }
  expect((await publicApi.request('/api/page-views', beacon)).status).toBe(204)
  const rows = [
    ...(await opened.db.select().from(calendarFeeds)),
    ...(await opened.db.select().from(auditLog)),
    ...(await opened.db.select().from(analyticsPageViews)),
  ]
  expect(rows.length).toBeGreaterThan(2)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect([...feeds.lines, ...publicApi.lines].join()).not.toContain(token)
  expect(feeds.log().at(-1)?.path).toBe('/api/calendar/:token')
})
