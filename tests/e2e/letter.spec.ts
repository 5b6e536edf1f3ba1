import { brotliCompressSync } from 'node:zlib'
import { featuredPath, watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy letter' })
const copied = (page: Page) => page.getByRole('button', { name: 'Copied!' })
const preview = (page: Page) => page.getByRole('region', { name: 'Letter template' })
const shownLetter = (page: Page) => page.locator('#letter pre:visible')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('copying loads nothing before the button is touched, then copies the letter that shows', async ({
  page,
  product,
}) => {
  const scripts = watchScripts(page)
  await page.goto(await featuredPath(product.url), { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await copyButton(page).click()
  await expect(copied(page)).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  expect(await clipboard(page)).toBe(await shownLetter(page).textContent())
})

test('copying fetches React and little else', async ({ page, product }) => {
  const scripts = watchScripts(page)
  await page.goto(await featuredPath(product.url))
  await copyButton(page).click()
  await expect(copied(page)).toBeVisible()
  const files = await Promise.all(scripts.map(async (path) => (await fetch(product.url + path)).text()))
  const weight = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  expect(weight).toBeLessThanOrEqual(70_000)
})

test("'Copied!' stands for two seconds", async ({ page, product }) => {
  await page.clock.install()
  await page.goto(await featuredPath(product.url))
  await copyButton(page).click()
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(copied(page)).toBeVisible({ timeout: 50 })
  }).toPass()
  await page.clock.runFor(1_500)
  await expect(copied(page)).toBeVisible()
  await page.clock.runFor(500)
  await expect(copyButton(page)).toBeVisible()
})

test('copying works from the keyboard', async ({ page, product }) => {
  await page.goto(await featuredPath(product.url))
  await copyButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(copied(page)).toBeFocused()
})

test('a browser that refuses the clipboard gets the letter selected', async ({ page, product }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await page.goto(await featuredPath(product.url))
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Press Ctrl+C' })).toBeVisible()
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
  expect(selected).toContain('Dear [manager]')
})

test('the letter of the phase that holds is the one copied', async ({ page, product }) => {
  const path = await featuredPath(product.url)
  await page.goto(path)
  const before = await shownLetter(page).textContent()
  const boundary = await page.locator('#letter > [data-from]').first().getAttribute('data-from')
  await page.clock.install({ time: Number(boundary) })
  await page.goto(path)
  await copyButton(page).click()
  await expect(copied(page)).toBeVisible()
  const text = await clipboard(page)
  expect(text).toBe(await shownLetter(page).textContent())
  expect(text).not.toBe(before)
})

test('the preview has a limited height that the keyboard can scroll', async ({ page, product }) => {
  await page.goto(await featuredPath(product.url))
  const { inner, outer } = await preview(page).evaluate((box) => ({ inner: box.scrollHeight, outer: box.clientHeight }))
  expect(inner).toBeGreaterThan(outer)
  await preview(page).focus()
  await page.keyboard.press('End')
  await expect.poll(() => preview(page).evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
})

test('the letter prints alone and whole when asked to', async ({ page, product }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(await featuredPath(product.url))
  await page.getByRole('button', { name: 'Print it' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main section:visible')).toHaveCount(2)
  await expect(shownLetter(page)).toBeVisible()
  expect(await preview(page).evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).not.toHaveAttribute('data-printing')
})
