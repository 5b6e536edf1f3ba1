import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Request } from '@playwright/test'
import { SLOT_NAMES } from '#src/contract/content-kinds.ts'
import { SITE_COPY } from '#src/contract/site-copy.ts'
import { CONTENT_STYLE } from '#src/sections/content/content-style.ts'
import { modal, reportButton } from './support/report-modal.ts'
import { idle, watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

/**
 * Bytes on the wire before interaction, brotli, images and the display font aside. Each bound is what the page weighed when it was
 * set, and at most 400 more: a page that grows is noticed, and its bound is raised on purpose.
 */
const BUDGETS: [path: string, most: number][] = [
  ['/', 11_900],
  ['/event/kansas-city-2026', 11_700],
  ['/event/denver-front-range', 11_700],
  ['/event/tacoma-puget-sound', 11_800],
  ['/event/greenville-upstate', 10_800],
  ['/event/wisconsin', 10_200],
  ['/about', 6_500],
  ['/privacy', 6_500],
  ['/terms', 6_400],
  ['/events', 7_700],
  ['/feedback', 11_500],
  ['/no-such-page', 6_000],
  // Topics of other tests are in these two. What they weigh without any is below.
  ['/forum', 20_000],
  ['/forum/search?q=bearing', 20_000],
  ['/forum/no-such-page', 9_400],
]
/**
 * A page with its headers: with what TLS sends first it stays under ten packets, 14.6 kB, which is all that a server may send before
 * the first is acknowledged. (https://www.rfc-editor.org/rfc/rfc6928)
 */
const FIRST_FLIGHT = 13_500
/** The same for an event without what editors put into slots. */
const WITHOUT_SLOTS = 12_000
const SLOT = new RegExp(`<section id="(?:${SLOT_NAMES.join('|')})"[\\s\\S]*?</section>`, 'g')
const CONTENT = `<style>${CONTENT_STYLE}</style>`
/** The same for pages of the shop, with the script that they load once they are complete, and what it asks. */
const SHOP: [path: string, calls: string[]][] = [
  ['/shop', []],
  ['/shop/bearing-practice-kit', ['GET /api/shop/stock']],
]
/** The same for pages of a forum without topics. */
const EMPTY_FORUM: [path: string, most: number][] = [
  ['/forum', 10_700],
  ['/forum/search?q=bearing', 10_400],
]
/**
 * The same for the file of every page that is built. The random port of its server and the hashes in names of files make up to 45
 * bytes of difference, so that a bound has to leave more than that.
 */
const BUILT: Record<string, number> = {
  '404': 5_900,
  about: 6_500,
  account: 12_000,
  admin: 14_200,
  auth: 12_400,
  'event-fallback': 6_900,
  'event-sheet': 11_400,
  events: 7_700,
  feedback: 11_700,
  index: 11_900,
  'logistics-form': 10_300,
  preview: 10_800,
  privacy: 6_400,
  terms: 6_400,
  unsubscribe: 11_400,
  'vendor-portal': 11_600,
  'verify-report': 11_500,
  'event/chattanooga-pilot': 9_900,
  'event/denver-front-range': 11_700,
  'event/greenville-upstate': 10_800,
  'event/houston-gulf-coast': 9_700,
  'event/kansas-city-2026': 11_700,
  'event/tacoma-puget-sound': 11_800,
  'event/wisconsin': 10_200,
  shop: 9_200,
  'shop/bearing-fit-card': 9_300,
  'shop/bearing-practice-kit': 9_400,
  'shop/cart': 10_600,
  'shop/coupling-practice-kit': 9_000,
  'shop/grease-card': 9_200,
  'shop/loose-bolts-first': 9_200,
  'shop/order': 10_500,
  'shop/reliability-workbook': 9_400,
  'shop/seal-practice-kit': 9_100,
  'shop/seat-voucher': 9_000,
}
/** Words that no build of React is without. */
const REACT = /react-dom|react\.(production|transitional|element)|jsx-runtime|__REACT|hydrateRoot/i
const MOST_SCRIPT = 2_048
/** What the feedback page looks for besides: a stored draft, which wakes its form. */
const DRAFT_SCRIPT = 250
/** Pages that are a form, show what belongs to one person, or ask the API first: they load their scripts at once. */
const AT_ONCE = [
  ...['account', 'admin', 'auth', 'event-sheet', 'logistics-form', 'preview', 'shop/cart'],
  ...['shop/order', 'unsubscribe', 'vendor-portal', 'verify-report'],
]
/** What makes a page load a file of script by itself. */
const LOADS = / client="(?!interaction")|<script[^>]* src=|<link[^>]* rel="modulepreload"/
const MISSING = /Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/
const LANDING = '/event/kansas-city-2026'

test('each page to read is one request, light, without a framework, and calls nothing but its beacon', async ({
  page,
}) => {
  const requests = watch(page)
  for (const [path, most] of BUDGETS) {
    requests.length = 0
    const told = page.waitForResponse('**/api/page-views')
    const response = await page.goto(path)
    await told
    await idle(page)
    const code = requests.filter((request) => /document|stylesheet|script/.test(request.resourceType()))
    expect(code.map((request) => request.url())).toEqual([new URL(path, page.url()).href])
    expect(requests.filter((request) => request.url().includes('/_astro/'))).toEqual([])
    expect(callsOf(requests), path).toEqual(['POST /api/page-views'])
    const html = (await response?.text()) ?? ''
    expect(REACT.exec(html)?.[0], path).toBeUndefined()
    expect(response?.headers()['content-encoding'], path).toBe('br')
    const { responseBodySize = Number.NaN, responseHeadersSize = Number.NaN } =
      (await response?.request().sizes()) ?? {}
    expect(responseBodySize, path).toBeLessThanOrEqual(most)
    if (most < FIRST_FLIGHT) expect(responseHeadersSize + responseBodySize, path).toBeLessThanOrEqual(FIRST_FLIGHT)
    const bare = brotliCompressSync(html.replaceAll(SLOT, '').replace(CONTENT, '')).length
    if (html.includes('id="agenda"')) expect(responseHeadersSize + bare, path).toBeLessThanOrEqual(WITHOUT_SLOTS)
    const mostScript = path === '/feedback' ? MOST_SCRIPT + DRAFT_SCRIPT : MOST_SCRIPT
    expect(await scriptLength(page), path).toBeLessThanOrEqual(mostScript)
  }
})

for (const [path, calls] of SHOP) {
  test(`${path} is light, without a framework, and loads one small script once it is complete`, async ({ page }) => {
    const requests = watch(page)
    const told = ['**/api/page-views', '**/_astro/s.*.js', ...calls.map((call) => `**${call.split(' ')[1]}?*`)]
    const answers = Promise.all(told.map((url) => page.waitForResponse(url)))
    const response = await page.goto(path)
    await answers
    await idle(page)
    const code = requests.filter((request) => /document|stylesheet|script/.test(request.resourceType()))
    expect(code.map((request) => new URL(request.url()).pathname)).toEqual([
      path,
      expect.stringMatching(/^\/_astro\/s\.[\da-f]{8}\.js$/),
    ])
    expect(callsOf(requests).toSorted()).toEqual([...calls, 'POST /api/page-views'])
    expect(REACT.exec((await response?.text()) ?? '')?.[0]).toBeUndefined()
    const sizes = await Promise.all(code.map(async (request) => (await request.sizes()).responseBodySize))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(11_900)
    expect(await scriptLength(page)).toBeLessThanOrEqual(MOST_SCRIPT)
  })
}

test('a forum without topics is light', async ({ page, empty }) => {
  for (const [path, most] of EMPTY_FORUM) {
    const response = await page.goto(`${empty.url}${path}`)
    expect(response?.headers()['content-encoding'], path).toBe('br')
    expect((await response?.request().sizes())?.responseBodySize, path).toBeLessThanOrEqual(most)
  }
})

test('the HTML of every page is light and without a framework, and only forms load scripts at once', async ({
  product,
}) => {
  const files = (await readdir(product.release, { recursive: true })).filter((file) => file.endsWith('.html'))
  const pages = await Promise.all(
    files.map(async (file) => {
      const html = await readFile(join(product.release, file), 'utf8')
      return { path: file.slice(0, -'.html'.length), html, bytes: brotliCompressSync(html).length }
    }),
  )
  expect(pages.map(({ path }) => path).sort()).toEqual(Object.keys(BUILT).sort())
  const heavy = pages.filter(({ path, bytes }) => bytes > (BUILT[path] ?? 0))
  expect(heavy.map(({ path, bytes }) => `${path}: ${bytes} bytes`)).toEqual([])
  const loading = pages.filter(({ html }) => LOADS.test(html) || REACT.test(html))
  expect(loading.map(({ path }) => path).sort()).toEqual(AT_ONCE)
})

test('reading, scrolling and tabbing elsewhere load no script but the one that tells so', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.goto(LANDING)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('End')
  await page.getByRole('heading', { name: SITE_COPY['letter.title'].text }).hover()
  for (let steps = 0; steps < 8; steps += 1) await page.keyboard.press('Tab')
  await idle(page)
  expect(scripts).toEqual([])
})

test('an island recovers at the next click when a file that it needs failed to load', async ({ page, trouble }) => {
  trouble.allow(MISSING)
  for (const part of ['islands', '_astro/client', '_astro/react']) {
    await page.goto('/')
    const pattern = new RegExp(`/${part}\\.`)
    await page.route(pattern, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await reportButton(page).click()
    await failed
    await page.unroute(pattern)
    await expect(async () => {
      if (!(await modal(page).isVisible())) await reportButton(page).click({ timeout: 2_000 })
      await expect(modal(page), part).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })
  }
})

test.describe('a page that was opened before a deploy, whose island is gone,', () => {
  const FILE = /\/_astro\/ReportButton\./
  /** Counts how often the page is loaded. Its island is missing. */
  const openReplaced = async (page: Page) => {
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.route(FILE, (route) => route.fulfill({ status: 404 }))
    await page.goto('/')
    return () => loads
  }

  test('is reloaded once, not again while the island stays missing, and works once it is there', async ({
    page,
    trouble,
  }) => {
    trouble.allow(MISSING)
    const loads = await openReplaced(page)
    await reportButton(page).click()
    await expect.poll(loads).toBe(2)
    const asked = page.waitForResponse(
      (response) => FILE.test(response.url()) && response.request().method() === 'HEAD',
    )
    await reportButton(page).click()
    await asked
    await idle(page)
    expect(loads()).toBe(2)
    await page.unroute(FILE)
    await reportButton(page).click()
    await expect(modal(page)).toBeVisible()
    expect(loads()).toBe(2)
  })

  test('asks before typed text is lost', async ({ page, trouble }) => {
    trouble.allow(MISSING)
    trouble.allow(/^dialog: The site has been updated/)
    const asked = page.waitForEvent('dialog')
    const loads = await openReplaced(page)
    await page.evaluate(() => {
      const field = document.body.appendChild(document.createElement('textarea'))
      field.value = 'Half a sentence'
    })
    await reportButton(page).click()
    expect((await asked).message()).toContain('Copy your text')
    await idle(page)
    expect(loads()).toBe(1)
  })
})

function watch(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

function callsOf(requests: Request[]): string[] {
  const calls = requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
  return calls.filter((call) => call.includes(' /api/'))
}

/** Characters of script that ran: data blocks aside. */
function scriptLength(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.scripts]
      .filter(({ type }) => type === '' || type === 'module' || type === 'text/javascript')
      .reduce((sum, { text }) => sum + text.length, 0),
  )
}
