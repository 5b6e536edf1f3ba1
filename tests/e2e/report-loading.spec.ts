import { brotliCompressSync } from 'node:zlib'
import { fillReport, modal, reportButton, submitButton } from './support/report-modal.ts'
import { laidOut, watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** Bytes, brotli: opening the modal for the first time. (architecture 9) */
const MOST = 110_000
const HOME = 16_000

test('nothing of the modal loads before its button is touched; it opens at that very click, and loads nothing again', async ({
  page,
  product,
}, { annotations }) => {
  const scripts = watchScripts(page)
  const told = page.waitForResponse('**/api/page-views')
  const answer = await page.goto('/')
  await told
  await page.keyboard.press('End')
  await page.getByRole('heading', { level: 1 }).hover()
  expect(scripts).toEqual([])
  const before = (await answer?.request().sizes())?.responseBodySize ?? 0
  await reportButton(page).click()
  await expect(submitButton(page)).toBeEnabled()
  const files = await Promise.all(scripts.map(async (path) => (await fetch(product.url + path)).text()))
  const after = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  annotations.push({ type: 'bytes', description: `home ${before}, modal ${after} in ${scripts.length} files` })
  expect(before).toBeLessThanOrEqual(HOME)
  expect(after).toBeGreaterThan(0)
  expect(after).toBeLessThanOrEqual(MOST)

  const count = scripts.length
  await page.keyboard.press('Escape')
  await reportButton(page).click()
  await fillReport(page, { title: 'A' })
  await expect(modal(page).getByLabel('Title')).toHaveValue('A')
  expect(scripts).toHaveLength(count)
})

test('while the modal loads, its button says so', async ({ page }) => {
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>()
  await page.route(/_astro\/ReportButton/, async (route) => {
    await mayCome
    await route.continue()
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const island = page.locator('[data-report-button] astro-island')
  await expect(island).not.toHaveAttribute('aria-busy')
  await reportButton(page).click()
  await expect(island).toHaveAttribute('aria-busy', 'true')
  await expect(reportButton(page)).toHaveCSS('animation-name', 'breathe')
  come()
  await expect(modal(page)).toBeVisible()
  await expect(island).not.toHaveAttribute('aria-busy')
})

test('the next press opens the modal when its file failed to load', async ({ page, trouble }) => {
  trouble.allow(/Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/)
  await page.goto('/')
  const pattern = /\/_astro\/ReportButton\./
  await page.route(pattern, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await reportButton(page).click()
  await failed
  await expect(page.locator('[data-report-button] astro-island')).not.toHaveAttribute('aria-busy')
  await page.unroute(pattern)
  await expect(async () => {
    await reportButton(page).click()
    await expect(modal(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
})

test('the styles that come with the modal change nothing on the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await laidOut(page)
  const before = await looksOf(page)
  expect(before.length).toBeGreaterThan(200)
  await reportButton(page).click()
  await expect(submitButton(page)).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toHaveCount(0)
  expect(await looksOf(page)).toEqual(before)
})

test.describe('the button', () => {
  test('is in a fixed bar on a phone, beside the price and the link to register, and covers nothing, nor does it beside the content of a wide window; it is on no paper, and without scripts a link to the feedback page', async ({
    page,
    browser,
    product,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/')
    await laidOut(page)
    const bar = page.locator('[data-actions]')
    const wayIn = bar.getByRole('link', { name: 'Reserve My Seat' })
    for (const part of [bar.getByText('$395'), wayIn, reportButton(page)]) {
      await expect(part).toBeInViewport({ ratio: 1 })
      expect(await part.evaluate(isOnTop)).toBe(true)
    }
    expect((await bar.boundingBox())?.height).toBeLessThan(90)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const [button, footer] = await Promise.all([
      reportButton(page).boundingBox(),
      page.getByRole('contentinfo').boundingBox(),
    ])
    const bottom = (button?.y ?? 0) + (button?.height ?? 0)
    expect(bottom).toBeLessThanOrEqual(footer?.y ?? 0)
    const lastSection = await page.locator('main section').last().boundingBox()
    expect(button?.y ?? 0).toBeGreaterThanOrEqual((lastSection?.y ?? 0) + (lastSection?.height ?? 0))

    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const { x = 0, width: own = 0 } = (await reportButton(page).boundingBox()) ?? {}
      const rights = await page.locator('main :is(p, dd, h1, h2, h3, a, img)').evaluateAll((all) =>
        all.map((one) => {
          const text = document.createRange()
          text.selectNodeContents(one)
          return (one.matches('a, img') ? one : text).getBoundingClientRect().right
        }),
      )
      expect(x, `${width}`).toBeGreaterThanOrEqual(Math.max(...rights.map(Math.floor)))
      expect(x + own).toBeLessThanOrEqual(width)
    }

    await page.emulateMedia({ media: 'print' })
    await expect(reportButton(page)).toBeHidden()
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
    const other = await plain.newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: 'Report Issue' })).toBeHidden()
    await expect(other.getByRole('link', { name: 'Report Issue' })).toHaveAttribute('href', '/feedback')
    await plain.close()
  })
})

/** Runs in the page: nothing covers a corner of it. */
function isOnTop(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const corners = [left + 6, right - 6].flatMap((x) => [top + 6, bottom - 6].map((y) => [x, y] as const))
  return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
}

/** The position and spacing of everything, as far as classes decide it. */
function looksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main > :not([data-actions]) *, footer *')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { padding, margin, fontSize, color, backgroundColor, display, gap } = getComputedStyle(element)
        const { width } = element.getBoundingClientRect()
        return [element.localName, padding, margin, fontSize, color, backgroundColor, display, gap, width].join(' ')
      }),
  )
}
