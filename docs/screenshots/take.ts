/**
 * Takes the pictures in this folder from a running product with the demo, small enough to keep:
 * `PRODUCT_URL=http://localhost:8888 node docs/screenshots/take.ts`, and with words after it only those whose names begin with one.
 */
import { type BrowserContextOptions, chromium, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import { BROWSER_ARGS, ensureBrowser } from '#tests/support/browser.ts'
import { authShots } from './auth-shots.ts'
import { feedbackShots } from './feedback-shots.ts'
import { forumShots } from './forum-shots.ts'

const origin = process.env.PRODUCT_URL ?? 'http://localhost:8888'
const phone = { width: 360, height: 740 }
const tablet = { width: 768, height: 1024 }
const desk = { width: 1440, height: 900 }

export type Shot = {
  name: string
  path: string
  size: { width: number; height: number }
  look?: BrowserContextOptions
  /** What happens before the page is opened, and after. */
  before?: (page: Page) => Promise<unknown>
  after?: (page: Page) => Promise<unknown>
  /** Only what fits the screen. */
  fold?: boolean
}

const dark = { colorScheme: 'dark' } as const
const featured = '/event/kansas-city-2026'
const api = '**/api/events/*'

/** The instant at which the shown event enters a phase: 0 standard, 1 closed, 2 past. */
const enter = (phase: number) => async (page: Page) => {
  const html = await (await fetch(origin + featured)).text()
  const from = [...new Set([...html.matchAll(/data-from="(\d+)"/g)].map((match) => Number(match[1])))].sort((a, b) => a - b)
  await page.clock.setFixedTime(from[phase] ?? 0)
}

const shots: Shot[] = [
  { name: 'landing-360', path: featured, size: phone },
  { name: 'landing-360-dark', path: featured, size: phone, look: dark },
  { name: 'landing-768', path: featured, size: tablet },
  { name: 'landing-1440', path: featured, size: desk },
  { name: 'landing-1440-dark', path: featured, size: desk, look: dark },
  { name: 'home-1440-top', path: '/', size: desk, fold: true },
  { name: 'landing-standard-768-dark', path: featured, size: tablet, look: dark, before: enter(0), fold: true },
  { name: 'landing-closed-768', path: featured, size: tablet, before: enter(1), fold: true },
  { name: 'landing-past-360', path: featured, size: phone, before: enter(2), fold: true },
  { name: 'landing-cancelled-360', path: '/event/houston-gulf-coast', size: phone },
  { name: 'landing-moved-1440', path: '/event/tacoma-puget-sound', size: desk, fold: true },
  { name: 'events-1440', path: '/events', size: desk },
  { name: 'events-360-dark', path: '/events', size: phone, look: dark },
  { name: 'menu-360', path: '/', size: phone, after: (page) => page.getByRole('button', { name: 'Menu' }).click(), fold: true },
  { name: 'loading-768', path: '/event/soon', size: tablet, before: (page) => page.route(api, () => {}), fold: true },
  {
    name: 'load-failed-360',
    path: '/event/soon',
    size: phone,
    before: (page) => page.route(api, (route) => route.abort()),
    after: (page) => page.getByRole('alert').waitFor(),
    fold: true,
  },
  { name: 'event-not-found-768-dark', path: '/event/nowhere', size: tablet, look: dark, fold: true },
  { name: 'not-found-1440', path: '/nowhere', size: desk, fold: true },
  { name: 'print-letter', path: featured, size: { width: 760, height: 1000 }, after: printLetter, fold: true },
  { name: 'print-page', path: featured, size: { width: 760, height: 1000 }, after: (page) => page.emulateMedia({ media: 'print' }) },
]

/** Shows the face as a visitor's second page does: it is optional, and a first page may do without. */
async function waitForFont(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replace('font-display:optional', 'font-display:block') })
}

async function printLetter(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.printing = 'letter'
  })
  await page.emulateMedia({ media: 'print' })
}

const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS })
const wanted = process.argv.slice(2)
for (const shot of [...shots, ...authShots, ...feedbackShots, ...forumShots])
  if (wanted.length === 0 || wanted.some((word) => shot.name.startsWith(word))) await take(shot)
await browser.close()

async function take({ name, path, size, look, before, after, fold = false }: Shot): Promise<void> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', bypassCSP: true, ...look })
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
  const width = fold || size.width < 700 ? size.width : Math.round(size.width / 2)
  await picture.resize({ width }).png({ palette: true, quality: 70, effort: 8 }).toFile(new URL(`${name}.png`, import.meta.url).pathname)
  await context.close()
}
