import type { Route } from '@playwright/test'
import { SITE_COPY } from '#src/contract/site-copy.ts'
import { countShifts, DESKTOP, overhang, overlaps, PHONE } from './support/looks.ts'
import { featuredPath, laidOut } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const registerLinks = (page: Page) => page.locator('[data-register] a[target]:visible')
const strip = (page: Page) => page.locator('[data-partners]')

test('what is out of date is hidden before the first paint; a beacon that throws stops nothing else of the page', async ({
  page,
  product,
}) => {
  const path = await featuredPath(product.url)
  await page.goto(path)
  const over = await page.locator('[data-register]').first().locator('> [data-from]').last().getAttribute('data-from')
  await page.clock.setFixedTime(Number(over))
  await page.addInitScript(() => {
    const check = () => {
      const parts = [...document.querySelectorAll<HTMLElement>('[data-until]')]
      const isWrong = parts.some((part) => !part.hidden && Number(part.dataset.until) <= Date.now())
      if (isWrong) document.documentElement.dataset.flashed = ''
      if (document.readyState !== 'complete') requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
    navigator.sendBeacon = () => {
      document.documentElement.dataset.beacon = 'blocked'
      throw new Error('blocked')
    }
  })
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-beacon', 'blocked')
  await expect(registerLinks(page)).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
})

test('a logo that fails to load leaves the strip, and the strip leaves with its last one', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const path = await featuredPath(product.url)
  await page.goto(path)
  const all = await strip(page).getByRole('img').count()
  expect(all).toBeGreaterThan(1)
  const first = await strip(page).getByRole('img').first().getAttribute('src')
  await page.route(`**${first}`, (route) => route.abort())
  await page.goto(path)
  await strip(page).scrollIntoViewIfNeeded()
  await expect(strip(page).getByRole('img')).toHaveCount(all - 1)
  await page.route('**/demo/logos/**', (route) => route.abort())
  await page.goto(path)
  await page.getByRole('heading', { name: SITE_COPY['why.title'].text }).scrollIntoViewIfNeeded()
  await expect(strip(page)).toHaveCount(0)
})

/** The faces that stand in for the display face: condensed, Arial and its like, and what a machine without either has. */
const STAND_INS = ['Narrow', 'Wide', 'Verdana'] as const

test('the display face is seen on a first visit and moves nothing when it comes late, whichever face stands in for it until then', async ({
  page,
}) => {
  await page.addInitScript(countShifts)
  for (const standIn of STAND_INS) {
    await page.route('/', (route) => withoutStandIns(route, standIn))
    for (const { width, height } of [PHONE, DESKTOP]) {
      const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await mayCome
        await route.continue()
      })
      await page.setViewportSize({ width, height })
      await page.goto('/', { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      expect(await faceOf(page, 'h1'), standIn).not.toContain('Big Shoulders')
      come()
      await expect.poll(() => faceOf(page, 'h1'), standIn).toContain('Big Shoulders')
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifts'))), standIn).toBeLessThan(0.01)
      await page.unroute('**/*.woff2')
    }
    await page.unroute('/')
  }
})

test('without the display face and its stand-ins no page is wider than a phone, and no text is drawn over another', async ({
  page,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED/)
  await page.route('**/*.woff2', (route) => route.abort())
  // The first one also has what the page of its event has.
  for (const path of ['/', '/events', '/feedback']) {
    await page.route(path, (route) => withoutStandIns(route))
    await page.goto(path)
    await laidOut(page)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await faceOf(page, 'h1'), path).not.toContain('Big Shoulders')
      expect(await overhang(page), `${path} at ${width} px`).toEqual([])
      expect(await overlaps(page), `${path} at ${width} px`).toEqual([])
      const brand = await page.getByRole('banner').getByRole('link').first().boundingBox()
      const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox()
      const end = (brand?.x ?? Number.NaN) + (brand?.width ?? Number.NaN)
      expect(end, `${path} at ${width} px`).toBeLessThanOrEqual(menu?.x ?? Number.NaN)
      expect(await crowded(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

/** The page as a machine shows it that has none of the fonts its stand-ins are made from, or only those of one. */
async function withoutStandIns(route: Route, kept?: (typeof STAND_INS)[number]): Promise<void> {
  const response = await route.fetch()
  const html = (await response.text()).replaceAll(/font-family:(\w+) Stand-in;src:[^;]*/g, (face, name) =>
    name === kept ? face : face.replaceAll(/local\([^)]*\)/g, 'local("not here")'),
  )
  await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: html })
}

/** What reaches over something else of the bars at the top and the bottom of the window, or over their edge. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header, [data-actions]')].flatMap((bar) => {
      const parts = [...bar.querySelectorAll('a, button, p')].filter((part) => part.checkVisibility())
      const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect(), name: part.textContent?.trim() }))
      const edge = bar.getBoundingClientRect()
      const out = boxes.filter(
        ({ box }) => box.left < edge.left || box.right > edge.right || box.bottom > edge.bottom + 1,
      )
      const over = boxes.flatMap(({ box: a, name, part }, at) =>
        boxes
          .slice(at + 1)
          .filter(({ part: other }) => !part.contains(other))
          .filter(({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((other) => `"${name}" is over "${other.name}"`),
      )
      return [...out.map(({ name }) => `"${name}" reaches out of its bar`), ...over]
    }),
  )
}

/** The faces that an element's letters are drawn in, by their own names. */
async function faceOf(page: Page, selector: string): Promise<string> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName).join(', ')
}
