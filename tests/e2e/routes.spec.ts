import { expect, type Page, test } from './support/site-test.ts'

/** Pages of the forum that are made alike. */
const OF_A_KIND = 2

test.describe.configure({ timeout: 120_000 })

test('every address a visitor can reach breaks no policy and writes no error', async ({ page, product, trouble }) => {
  trouble.allow(/404 .*\/api\/events\/no-such-event/)
  const seen = new Set(['/', '/event/no-such-event', '/no-such-page', ...(await listedInSitemap(product.url))])
  for (const path of seen) {
    const response = await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }), path).toHaveCount(1)
    if (response?.status() === 404) continue
    await lookAround(page)
    for (const link of await listLinks(page, product.url)) if (isPage(link) && !isOneMore(link, seen)) seen.add(link)
  }
  expect(seen.size).toBeGreaterThanOrEqual(12)
})

/** Calendars and feeds are for programs. */
function isPage(link: string): boolean {
  return !/\.(ics|atom)$/.test(link)
}

/** True for one more topic, category or member of the forum, once enough of that kind were looked at. */
function isOneMore(link: string, seen: ReadonlySet<string>): boolean {
  const [, kind] = /^(\/forum\/\w+\/)/.exec(link) ?? []
  return kind !== undefined && [...seen].filter((path) => path.startsWith(kind)).length >= OF_A_KIND
}

async function listedInSitemap(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
}

/** Paths on this site that the page links to. */
async function listLinks(page: Page, origin: string): Promise<string[]> {
  const addresses = await page.locator('a[href]').evaluateAll((links) => links.map((link) => Reflect.get(link, 'href')))
  return addresses
    .map((address) => new URL(address))
    .filter((address) => address.origin === origin)
    .map(({ pathname }) => pathname)
}

/** Reads the page to its end and opens what opens, as a visitor would. */
async function lookAround(page: Page): Promise<void> {
  await page.keyboard.press('End')
  const report = page.locator('astro-island').filter({ has: page.getByRole('button', { name: 'Report Issue' }) })
  if (await report.isVisible()) {
    await report.hover()
    await expect(report).not.toHaveAttribute('ssr')
  }
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}
