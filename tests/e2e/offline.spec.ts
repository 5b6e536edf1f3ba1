import { KEPT_CACHE } from '#src/contract/kept.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })

const COPY = /^No connection\. This is a copy from \w+ \d+, \d+:\d\d [AP]M\. It is replaced once you are online\.$/
const EVENT = '/event/kansas-city-2026'

/** Waits until the browser has stored all of these. */
async function waitForCopies(page: Page, paths: readonly string[]): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (name) => {
        const keys = await (await caches.open(name)).keys()
        return keys.map(({ url }) => new URL(url).pathname)
      }, KEPT_CACHE),
    )
    .toEqual(expect.arrayContaining([...paths]))
}

test('an event’s page and its calendar file open in a plant without a network, once they were seen', async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.goto(EVENT)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await waitForCopies(page, [EVENT, `${EVENT}.ics`, '/event/kept.js'])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(page.getByRole('status').filter({ hasText: COPY })).toBeVisible()
  expect(await page.evaluate(async (path) => (await fetch(path)).text(), `${EVENT}.ics`)).toContain('BEGIN:VCALENDAR')
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: COPY })).toBeHidden({ timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
})
