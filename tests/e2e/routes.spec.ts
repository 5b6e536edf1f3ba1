import { expect, type Page, test } from './support/site-test.ts'

/** Addresses that pages lead to and that nothing stands behind before the admin area exists. */
const NOT_BUILT_YET = ['/admin/event/setup']

/** Pages of the forum that are made alike. */
const OF_A_KIND = 4

test.describe.configure({ timeout: 120_000 })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every address a visitor can reach breaks no policy and writes no error, ${colorScheme}`, async ({
    page,
    product,
    trouble,
  }) => {
    trouble.allow(/404 .*\/api\/events\/no-such-event/)
    await page.emulateMedia({ colorScheme })
    const seen = new Set(['/', '/event/no-such-event', '/no-such-page', ...(await listedInSitemap(product.url))])
    for (const path of seen) {
      const response = await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }), path).toHaveCount(1)
      if (response?.status() === 404) continue
      await lookAround(page)
      for (const link of await linksOf(page, product.url)) if (isPage(link) && !isOneMore(link, seen)) seen.add(link)
    }
    expect(seen.size).toBeGreaterThanOrEqual(12)
  })
}

test('every link leads somewhere, and every place on a page that a link names is there', async ({ page, product }) => {
  const addresses = new Set<string>()
  for (const path of await listedInSitemap(product.url)) {
    await page.goto(path)
    for (const link of await linksOf(page, product.url)) addresses.add(link)
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
        .map((link) => link.hash.slice(1))
        .filter((id) => !document.getElementById(id)),
    )
    expect(lost, path).toEqual([])
  }
  for (const address of addresses) {
    const { status } = await fetch(product.url + address)
    expect(status, address).toBe(NOT_BUILT_YET.includes(address) ? 404 : 200)
  }
})

test('no two elements of a page share an id', async ({ page, product }) => {
  for (const path of [...(await listedInSitemap(product.url)), '/no-such-page']) {
    await page.goto(path)
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    expect(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      path,
    ).toEqual([])
  }
})

test('an event that was renamed is found under its old address', async ({ page }) => {
  await page.goto('/event/kansas-city')
  await expect(page).toHaveURL('/event/kansas-city-2026')
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
async function linksOf(page: Page, origin: string): Promise<string[]> {
  const addresses = await page.locator('a[href]').evaluateAll((links) => links.map((link) => Reflect.get(link, 'href')))
  return addresses
    .map((address) => new URL(address))
    .filter((address) => address.origin === origin)
    .map(({ pathname }) => pathname)
}

/** Reads the page to its end and opens what opens, as a visitor would. */
async function lookAround(page: Page): Promise<void> {
  await page.keyboard.press('End')
  const copy = page.getByRole('button', { name: 'Copy letter' })
  if (await copy.isVisible()) await copy.hover()
  await page.waitForLoadState('networkidle')
}
