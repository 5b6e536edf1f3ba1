import { hc } from 'hono/client'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import type { PublicApi } from '#src/api/public-api.ts'
import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Landing } from '#src/contract/landing.ts'
import type { Navigation } from '#src/contract/navigation.ts'
import { fromOurPage, SITE_URL, testApi } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
  await storeEvent(api.db, { eventSlug: 'tulsa-2027' })
})
afterAll(() => api.close())

const fetchFromApi: typeof fetch = (input, init) => api.request(String(input), init)
const client = () => hc<PublicApi>(SITE_URL, { fetch: fetchFromApi, headers: fromOurPage })

test('an island asks by path and gets the contract\u2019s types', async () => {
  const landing = await (await client().api.events[':slug'].$get({ param: { slug: 'tulsa-2027' } })).json()
  expectTypeOf(landing).toEqualTypeOf<Landing>()
  expect(landing.slug).toBe('tulsa-2027')
  const page = await (await client().api.events.$get({ query: { limit: '5' } })).json()
  expectTypeOf(page).toEqualTypeOf<{ items: EventSummary[]; nextCursor: string | null }>()
  expect(page.items).toHaveLength(1)
  const bar = await (await client().api.navigation.$get()).json()
  expectTypeOf(bar).toEqualTypeOf<Navigation>()
  expect(bar.isShown).toBe(false)
})

test('what it sends is checked when it is written', async () => {
  const response = await client().api['page-views'].$post({ json: { pagePath: '/' } })
  expect(response.status).toBe(204)
  // @ts-expect-error a page view has a path
  expect((await client().api['page-views'].$post({ json: {} })).status).toBe(400)
  // @ts-expect-error there is no such address
  expect(client().api.nothing.$get).toBeTypeOf('function')
})
