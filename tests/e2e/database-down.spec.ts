import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnerLock, readOwner, takeFolder } from '#db/owner-lock.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ask } from './support/answers.ts'
import { expectDressed, expectQuiet } from './support/dressed.ts'
import { CLOSED_POLICY, PAGE_POLICY } from './support/policies.ts'
import { expect, test as siteTest } from './support/site-test.ts'

/** A product whose database has died while it was serving, and cannot come back: somebody else holds its folder. */
const test = siteTest.extend<object, { broken: Product }>({
  broken: [
    async ({ playwright: _ }, use) => {
      const broken = await startProduct({ SEED: 'none' })
      const owner = readOwner(broken.dataDir)
      if (!owner || owner.databasePid === owner.pid) throw new Error('The database has no process of its own')
      process.kill(owner.databasePid, 'SIGKILL')
      const folder = await holdFolder(broken.dataDir)
      await expect.poll(async () => (await ask(broken.url, { path: '/api/health' })).status).toBe(503)
      await use(broken)
      folder.release()
      await broken.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ broken }, use) => use(broken.url),
})

/** Takes the folder as soon as the dead database has let go of it, and before a new one is started. */
async function holdFolder(dataDir: string): Promise<OwnerLock> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const folder = takeFolder(dataDir)
    if (folder) return folder
    await sleep(2)
  }
  throw new Error('The dead database still holds its folder')
}

test.describe.configure({ mode: 'default' })

test('pages and files are served as ever', async ({ broken }) => {
  for (const path of ['/', '/events', '/sitemap.xml', '/events.ics', '/build.json', '/favicon.svg']) {
    const answer = await ask(broken.url, { path })
    expect(answer.status, path).toBe(200)
    expectDressed(answer, PAGE_POLICY)
  }
})

test('the API says so, and when to come back, as fully dressed as ever', async ({ broken }) => {
  for (const path of ['/api/health', '/api/events', '/api/events/featured', '/api/events/any', '/api/navigation']) {
    const answer = await ask(broken.url, { path })
    expect(answer.status, path).toBe(503)
    expect(Number(answer.headers['retry-after']), path).toBeGreaterThan(0)
    expect(JSON.parse(answer.body)).toMatchObject({ status: 503, code: 'unavailable' })
    expectDressed(answer, CLOSED_POLICY)
    expectQuiet(answer)
  }
})

test('a beacon fails nobody', async ({ broken }) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const answer = await ask(broken.url, { path: '/api/page-views', method: 'POST', headers, body: '{"pagePath":"/"}' })
  expect(answer.status).toBe(204)
})

test('a page that needs the API says that it cannot load, and does not claim that nothing is there', async ({
  page,
  trouble,
}) => {
  trouble.allow(/503 .*\/api\//)
  await page.goto('/event/just-published')
  await expect(page.getByRole('alert')).toContainText('Unable to load event information.', { timeout: 40_000 })
  await expect(page.getByText('Event not found.')).toBeHidden()
})
