/**
 * Takes the pictures that the documents show, from a running product with the demo:
 * `PRODUCT_URL=http://localhost:8888 node docs/screenshots/take.ts`, and with words after it only those whose names begin with one.
 */
import { chromium, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'

const origin = process.env.PRODUCT_URL ?? 'http://localhost:8888'
const tablet = { width: 768, height: 1024 }
const wide = { width: 1440, height: 900 }

type Shot = {
  name: string
  path: string
  size: { width: number; height: number }
  /** What happens before the page is opened, and after. */
  before?: (page: Page) => Promise<unknown>
  after?: (page: Page) => Promise<unknown>
  /** Only what fits the screen. */
  fold?: boolean
}

const featured = '/event/kansas-city-2026'

/** The moment at which the event begins: registration is closed. */
async function startOfEvent(page: Page): Promise<void> {
  const html = await (await fetch(origin + featured)).text()
  const [, start = 0] = [...new Set([...html.matchAll(/data-from="(\d+)"/g)].map((match) => Number(match[1])))].sort(
    (a, b) => a - b,
  )
  await page.clock.setFixedTime(start)
}

async function openTopic(page: Page): Promise<void> {
  const title = 'High 2x on a rewound 200 hp motor'
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const offerGoogle = (page: Page) =>
  page.route('**/api/auth/providers', (route) => route.fulfill({ json: { google: true } }))
const formReady = (page: Page) => page.locator('button[type=submit]:enabled:visible').first().waitFor()

const shots: Shot[] = [
  { name: 'home-1440-top', path: '/', size: wide, fold: true },
  { name: 'landing-closed-768', path: featured, size: tablet, before: startOfEvent, fold: true },
  { name: 'auth-sign-in-1440', path: '/auth', size: wide, before: offerGoogle, after: formReady },
  { name: 'forum-topic-1440', path: '/forum', size: wide, after: openTopic },
]

/** Shows the face as a visitor's second page does: it is optional, and a first page may do without. */
async function waitForFont(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replace('font-display:optional', 'font-display:block') })
}

const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
const wanted = process.argv.slice(2)
for (const shot of shots)
  if (wanted.length === 0 || wanted.some((word) => shot.name.startsWith(word))) await take(shot)
await browser.close()

async function take({ name, path, size, before, after, fold = false }: Shot): Promise<void> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  await context.route(`${origin}/**`, waitForFont)
  await before?.(page)
  await page.goto(origin + path, { waitUntil: 'load' })
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await after?.(page)
  await page.waitForTimeout(1_000)
  const picture = sharp(await page.screenshot({ fullPage: !fold }))
  const width = fold ? size.width : Math.round(size.width / 2)
  await picture.resize({ width }).png({ palette: true, quality: 70, effort: 8 }).toFile(new URL(`${name}.png`, import.meta.url).pathname)
  await context.close()
}
