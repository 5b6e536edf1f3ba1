import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventConfig } from '#db/schema/events.ts'
import type { Landing } from '#src/contract/landing.ts'
import { publishEvent } from '#src/domain/events/publish-event.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'

const actor = { id: 'test' }

let api: Awaited<ReturnType<typeof testApi>>
let now = NOON

beforeAll(async () => {
  api = await testApi({ clock: () => now })
  await storeEvent(api.db, { eventSlug: 'tulsa-2027', heroTitle: 'First title' })
})
afterAll(() => api.close())

async function title(path = '/api/events/tulsa-2027'): Promise<string> {
  const landing: Landing = await (await api.request(path)).json()
  return landing.hero.title
}

const retitle = (heroTitle: string) =>
  api.db.update(eventConfig).set({ heroTitle }).where(eq(eventConfig.eventSlug, 'tulsa-2027'))

test('an answer is made once per revision of the content', async () => {
  expect(await title()).toBe('First title')
  await retitle('Second title')
  expect(await title()).toBe('First title')
  await touchContent(api.db, 'edited tulsa-2027', actor)
  expect(await title()).toBe('Second title')
})

test('an answer is made again once a phase has passed, at the very moment it ends', async () => {
  const madeAt = async (): Promise<Landing> => (await api.request('/api/events/tulsa-2027')).json()
  const { earlyBirdEndsAt = 0, startsAt } = (await madeAt()).phases
  for (const end of [earlyBirdEndsAt, startsAt]) {
    now = end - 1
    await madeAt()
    now = end
    expect((await madeAt()).now).toBe(end)
  }
  now = NOON
})

test('publishing changes the list and the featured event at the next call', async () => {
  const names = async () =>
    (await (await api.request('/api/events')).json()).items.map((one: { slug: string }) => one.slug)
  expect(await names()).toEqual(['tulsa-2027'])
  await storeEvent(api.db, {
    eventSlug: 'reno-2027',
    eventDate: '2027-01-02',
    earlyBirdDeadline: null,
    isPublished: false,
  })
  await publishEvent(api.db, 'reno-2027', actor)
  expect(await names()).toEqual(['tulsa-2027', 'reno-2027'])
  const featured: Landing = await (await api.request('/api/events/featured')).json()
  expect(featured.slug).toBe('reno-2027')
})

test('a refusal is never kept', async () => {
  expect((await api.request('/api/events/boise-2027')).status).toBe(404)
  await storeEvent(api.db, { eventSlug: 'boise-2027' })
  expect((await api.request('/api/events/boise-2027')).status).toBe(200)
})
