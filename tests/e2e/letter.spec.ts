import { brotliCompressSync } from 'node:zlib'
import { valueAt } from '#src/contract/phases.ts'
import { landingFrom } from './support/landing-page.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const SLUG = 'kansas-city-2026'
const PATH = `/event/${SLUG}`
/** Bytes, brotli: everything that copying loads. */
const MOST = 70_000
/** Words that no build of React is without. */
const REACT = /react-dom|react\.(production|transitional|element)|jsx-runtime|__REACT|hydrateRoot/i

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy letter' })
const preview = (page: Page) => page.getByRole('region', { name: 'Letter template' })
const shownLetter = (page: Page) => page.locator('#letter pre:visible')

test('the first press of the button loads React and little else, and copies the letter of the phase that holds', async ({
  page,
  product,
}) => {
  const landing = await landingFrom(product.url, SLUG)
  const at = landing.phases.earlyBirdEndsAt ?? 0
  expect(valueAt(landing.letter, at).text).not.toBe(valueAt(landing.letter, at - 1).text)
  await page.clock.setFixedTime(at)
  const scripts = watchScripts(page)
  await page.goto(PATH)
  await page.getByRole('heading', { name: "Get your manager's approval" }).hover()
  expect(scripts).toEqual([])
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await shownLetter(page).textContent())
  expect(copied).toBe(valueAt(landing.letter, at).text)
  const files = await Promise.all(scripts.map(async (path) => (await fetch(product.url + path)).text()))
  expect(files.join('')).toMatch(REACT)
  expect(files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)).toBeLessThanOrEqual(MOST)
})

test('a browser that refuses the clipboard gets the letter selected', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await page.goto(PATH)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Press Ctrl+C' })).toBeVisible()
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
  expect(selected).toContain('Dear [manager]')
})

test('the preview has a limited height that the keyboard can scroll; printing shows the letter alone and whole', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(PATH)
  const { inner, outer } = await preview(page).evaluate((box) => ({ inner: box.scrollHeight, outer: box.clientHeight }))
  expect(inner).toBeGreaterThan(outer)
  await preview(page).focus()
  await page.keyboard.press('End')
  await expect.poll(() => preview(page).evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Print it' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main section:visible')).toHaveCount(2)
  await expect(shownLetter(page)).toBeVisible()
  expect(await preview(page).evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).not.toHaveAttribute('data-printing')
})
