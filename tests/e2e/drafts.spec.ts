import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { eventAgenda, eventConfig } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { CANARY } from '#db/seed/content/canary.ts'
import { expect, test } from './support/site-test.ts'

const DRAFT = `phoenix-${CANARY}`

test('the demo holds drafts and inactive rows that carry the canary', async ({ product }) => {
  const counts = await product.query((db) =>
    Promise.all([
      db.$count(eventConfig, like(eventConfig.heroTitle, `%${CANARY}%`)),
      db.$count(eventAgenda, like(eventAgenda.title, `%${CANARY}%`)),
      db.$count(teamLibrary, like(teamLibrary.fullName, `%${CANARY}%`)),
      db.$count(vendorLibrary, like(vendorLibrary.vendorName, `%${CANARY}%`)),
    ]),
  )
  expect(counts).toEqual([1, 1, 1, 1])
})

test('no file of the release knows them', async ({ product }) => {
  const files = await readdir(product.release, { recursive: true, withFileTypes: true })
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    expect(path).not.toContain(CANARY)
    if (file.isFile()) expect((await readFile(path)).includes(CANARY), path).toBe(false)
  }
})

test('no answer of the API knows them', async ({ request }) => {
  const { items } = await (await request.get('/api/events?limit=100')).json()
  const slugs: string[] = items.map(({ slug }: { slug: string }) => slug)
  expect(slugs.length).toBeGreaterThanOrEqual(4)
  const paths = ['/api/health', '/api/events?limit=100', '/api/events/featured', '/api/navigation']
  for (const path of [...paths, ...slugs.map((slug) => `/api/events/${slug}`)]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(await response.text(), path).not.toContain(CANARY)
  }
})

test('a draft answers like an event that never was', async ({ request }) => {
  const answers = []
  for (const slug of [DRAFT, 'never-was']) {
    const api = await request.get(`/api/events/${slug}`)
    const page = await request.get(`/event/${slug}`)
    const calendar = await request.get(`/event/${slug}.ics`)
    const picture = await request.get(`/og/${slug}.png`)
    const statuses = [api, page, calendar, picture].map((response) => response.status())
    answers.push([statuses, await api.text(), await page.text(), await calendar.text()])
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[0]).toEqual([404, 404, 404, 404])
})
