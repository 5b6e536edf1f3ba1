import { valueAt } from '#src/contract/phases.ts'
import { landingFrom } from './support/landing-page.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const SLUG = 'kansas-city-2026'
const PATH = `/event/${SLUG}`

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy letter' })
const spoken = (page: Page) => page.locator('#business-case').getByRole('status')
const preview = (page: Page) => page.getByRole('region', { name: 'Letter template' })
const shownLetter = (page: Page) => page.locator('#letter pre:visible')

test('the page itself copies the letter of the phase that holds, without loading a script, and says so for two seconds', async ({
  page,
  product,
}) => {
  const landing = await landingFrom(product.url, SLUG)
  const at = landing.phases.earlyBirdEndsAt ?? 0
  expect(valueAt(landing.letter, at).text).not.toBe(valueAt(landing.letter, at - 1).text)
  await page.clock.install({ time: at })
  await page.clock.pauseAt(at + 1_000)
  const scripts = watchScripts(page)
  await page.goto(PATH)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copied = await clipboard()
  expect(copied).toBe(await shownLetter(page).textContent())
  expect(copied).toBe(valueAt(landing.letter, at).text)
  expect(scripts).toEqual([])
  await page.clock.runFor(1_900)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copied!' }).click()
  await expect.poll(clipboard).toBe(copied)
  await page.clock.runFor(1_900)
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(copyButton(page)).toBeVisible()
  await expect(spoken(page)).toHaveText('')
})

test('a browser that refuses the clipboard gets the letter selected, in words that fit a phone', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await page.goto(PATH)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Select all, then copy' })).toBeVisible()
  await expect(spoken(page)).toHaveText('The letter is selected.')
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
  await expect(page.locator('html')).toHaveAttribute('data-printing', '')
})
