import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Landing } from '#src/contract/landing.ts'
import { NOON, problemOf, testApi } from '#tests/support/api.ts'
import { storeEvent, storeMenu, storeRedirect, storeSecrets } from '#tests/support/api-rows.ts'

const tooLong = 'a'.repeat(201)

type Page = { items: EventSummary[]; nextCursor: string | null }

let api: Awaited<ReturnType<typeof testApi>>
let now = NOON

beforeAll(async () => {
  api = await testApi({ clock: () => now })
  const tulsa = await storeEvent(api.db, { eventSlug: 'tulsa-2027', eventName: 'Tulsa Workshop' })
  await storeEvent(api.db, { eventSlug: 'reno-2027', eventDate: '2027-03-01' })
  await storeEvent(api.db, { eventSlug: 'boise-2026', eventDate: '2026-05-01', earlyBirdDeadline: null })
  await storeRedirect(api.db, 'tulsa-old', tulsa)
  await storeSecrets(api.db, tulsa)
  await storeMenu(api.db)
})
afterAll(() => api.close())

async function page(query: string): Promise<Page> {
  const response = await api.request(`/api/events${query}`)
  expect(response.status).toBe(200)
  return response.json()
}

describe('GET /api/events', () => {
  test('lists published events, latest date first', async () => {
    const { items, nextCursor } = await page('')
    expect(items.map((event) => event.slug)).toEqual(['reno-2027', 'tulsa-2027', 'boise-2026'])
    expect(nextCursor).toBeNull()
  })

  test('goes on where the page before ended, and each event comes once', async () => {
    const seen: string[] = []
    let cursor = ''
    for (let turn = 0; turn < 3; turn += 1) {
      const { items, nextCursor } = await page(`?limit=1${cursor}`)
      seen.push(...items.map((event) => event.slug))
      cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`
      expect(nextCursor === null).toBe(turn === 2)
    }
    expect(seen).toEqual(['reno-2027', 'tulsa-2027', 'boise-2026'])
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=1.5',
    '?limit=1e1',
    '?limit=',
    '?limit=1&limit=2',
    '?limit=%00',
    '?cursor=',
    '?cursor=x',
    '?cursor=%F0%9F%98%80',
    `?cursor=${Buffer.from('2026-02-30 8f14e45f-ceea-467f-a8b1-0c2f6d1f6a10').toString('base64url')}`,
    `?cursor=${Buffer.from("2026-02-01 ' or 1=1").toString('base64url')}`,
    `?cursor=${tooLong}`,
    '?page=2',
    '?__proto__=1',
  ])('%s is refused with the field at fault', async (query) => {
    const problem = await problemOf(await api.request(`/api/events${query}`))
    expect(problem).toMatchObject({ status: 400, code: 'invalid' })
    expect(problem.errors?.[0]?.message).toBe(problem.detail)
  })

  test.each([1, 100])('a limit of %i is fine', async (limit) => {
    expect((await page(`?limit=${limit}`)).items.length).toBeGreaterThan(0)
  })
})

describe('GET /api/events/featured', () => {
  test('is the soonest event dated today or later, with what a visitor reads of it', async () => {
    const landing: Landing = await (await api.request('/api/events/featured')).json()
    expect(landing.slug).toBe('tulsa-2027')
    expect(landing.team.map((person) => person.fullName)).toEqual(['Ada Quill'])
  })

  test('says so when nothing is published', async () => {
    const empty = await testApi()
    const problem = await problemOf(await empty.request('/api/events/featured'))
    expect(problem).toMatchObject({ status: 404, detail: 'No published events found' })
    await empty.close()
  })
})

describe('GET /api/events/:slug', () => {
  test('is the landing of a published event', async () => {
    const response = await api.request('/api/events/tulsa-2027')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const landing: Landing = await response.json()
    expect(landing).toMatchObject({ slug: 'tulsa-2027', hero: { title: 'Tulsa Workshop' } })
    expect(landing.agenda?.slots.map((slot) => slot.title)).toEqual(['Asset walk'])
  })

  test('answers under a former slug of the event, and names the new one', async () => {
    const response = await api.request('/api/events/tulsa-old')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ slug: 'tulsa-2027' })
  })

  test.each(['/api/events/', '/api/events/%20', '/api/events/%20%20'])('%s: Slug is required', async (path) => {
    const problem = await problemOf(await api.request(path))
    expect(problem).toMatchObject({ status: 400, code: 'invalid', detail: 'Slug is required' })
    expect(problem.errors).toEqual([{ field: 'slug', message: 'Slug is required' }])
  })

  test.each(['nobody', 'Tulsa-2027', 'tulsa-2027%20x', 'caf%C3%A9', "'or'1'='1", '%E0%A4%A', tooLong])(
    '%s: Event not found.',
    async (slug) => {
      const problem = await problemOf(await api.request(`/api/events/${slug}`))
      expect(problem).toMatchObject({ status: 404, code: 'not_found', detail: 'Event not found.' })
    },
  )

  test('a draft gets exactly the same answer as an unused slug', async () => {
    const [draft, nobody] = await Promise.all(
      ['canary-draft', 'never-used'].map((s) => api.request(`/api/events/${s}`)),
    )
    expect(await draft?.text()).toBe(await nobody?.text())
    const getHeaders = (response?: Response) =>
      [...(response?.headers ?? [])].filter(([name]) => name !== 'x-request-id')
    expect(getHeaders(draft)).toEqual(getHeaders(nobody))
  })
})

test('nothing of a draft, an inactive row or a private field is in any answer', async () => {
  const paths = ['', '/featured', '/tulsa-2027', '/tulsa-old', '/reno-2027', '/boise-2026', '?limit=100']
  const answers = await Promise.all(
    [...paths.map((path) => `/api/events${path}`), '/api/navigation', '/api/health'].map(async (path) =>
      (await api.request(path)).text(),
    ),
  )
  expect(answers.filter((text) => text.includes('canary'))).toEqual([])
  expect(answers.join()).toContain('Ada Quill')
  expect(answers.join()).toContain('Gauge')
})

describe('what caches may keep', () => {
  test('a browser asks every time, the CDN keeps an answer for a moment', async () => {
    const { headers } = await api.request('/api/events/tulsa-2027')
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    expect(headers.get('Netlify-CDN-Cache-Control')).toMatch(/max-age=30, stale-while-revalidate=60/)
    expect(headers.has('Set-Cookie')).toBe(false)
  })

  test('the same answer is sent once, and a phase later it is another one', async () => {
    const get = (tag = '') => api.request('/api/events/tulsa-2027', tag ? { headers: { 'If-None-Match': tag } } : {})
    const tag = (await get()).headers.get('ETag') ?? ''
    now += 1000
    const again = await get(tag)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('ETag')).toBe(tag)
    expect((await get(`"other", ${tag}`)).status).toBe(304)
    expect((await get('"other"')).status).toBe(200)
    now = NOON
  })

  test('an error is never kept', async () => {
    for (const path of ['/api/events/nobody', '/api/events/', '/api/events?limit=0']) {
      const { headers } = await api.request(path)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.has('Netlify-CDN-Cache-Control') || headers.has('ETag')).toBe(false)
    }
  })
})
