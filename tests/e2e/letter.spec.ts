import { letterText } from '#src/contract/letter.ts'
import { landingFrom } from './support/landing-page.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, type Page, pauseClock, test } from './support/site-test.ts'

const SLUG = 'kansas-city-2026'
const PATH = `/event/${SLUG}`

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy letter' })
const spoken = (page: Page) => page.locator('#business-case span[data-refused]')
const preview = (page: Page) => page.getByRole('region', { name: 'Letter template' })
const shownLetter = (page: Page) => page.locator('#letter pre')

/** Brings the letter into sight, which loads what its controls need. */
async function openLetter(page: Page): Promise<void> {
  await page.goto(PATH)
  await page.locator('#business-case').scrollIntoViewIfNeeded()
}

test('copies the letter of the phase that holds, without a framework, and says so for two seconds', async ({
  page,
  product,
}) => {
  const { letter, phases } = await landingFrom(product.url, SLUG)
  const at = phases.earlyBirdEndsAt ?? 0
  if (!letter) throw new Error('The event of these tests has a letter')
  expect(letterText(letter, at)).not.toBe(letterText(letter, at - 1))
  await page.clock.install({ time: at })
  await pauseClock(page, at + 1_000)
  const scripts = watchScripts(page)
  await openLetter(page)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copied = await clipboard()
  expect(copied).toBe(await shownLetter(page).innerText())
  expect(copied).toBe(letterText(letter, at))
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

test('a button says for two seconds what it did, even if another one is pressed in that time', async ({ page }) => {
  const at = Date.now()
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await page.clock.install({ time: at })
  await pauseClock(page, at + 1_000)
  await openLetter(page)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await page.clock.runFor(1_000)
  await page.getByRole('button', { name: 'Share page' }).click()
  await expect(page.getByRole('button', { name: 'Link copied!' })).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(copyButton(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link copied!' })).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByRole('button', { name: 'Share page' })).toBeVisible()
})

test('a browser that refuses the clipboard gets the letter selected, in words that fit a phone', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await openLetter(page)
  await copyButton(page).click()
  await expect(page.getByRole('button', { name: 'Select all, then copy' })).toBeVisible()
  await expect(spoken(page)).toHaveText('The letter is selected.')
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '')
  expect(selected).toContain('Dear [manager]')
})

test('the preview has a limited height that the keyboard can scroll; printing shows the letter alone, whole and on one page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await openLetter(page)
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
  const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(pages).toHaveLength(1)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute('data-printing', '')
})

test('what is typed fills in letter, mail and total at once, and never leaves the page', async ({ page }) => {
  await openLetter(page)
  await expect(copyButton(page)).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    // Pictures load when they come near.
    if (request.resourceType() !== 'image') sent.push(`${request.url()} ${request.postData()}`)
  })
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  const studio = page.getByRole('group', { name: 'Fill in the letter' })
  const total = studio.getByRole('status')
  await studio.getByLabel('Your manager').fill('Dana Ortiz')
  await studio.getByLabel('Your name').fill('Sam <b>Reyes</b>')
  await studio.getByLabel('Travel').fill('$150')
  await studio.getByLabel('Shift cover').fill('200')
  await expect(total).toHaveText('Total cost: $745.')
  await studio.getByLabel('Cost of an hour').fill('a lot')
  await expect(total).toHaveText(
    'Cost of an hour of downtime ($): Enter a number from 0 to 1,000,000, with at most two decimals.',
  )
  await studio.getByLabel('Cost of an hour').fill('1,000')
  await expect(total).toHaveText('Total cost: $745. Paid back by 45 minutes of prevented downtime.')
  const written = await shownLetter(page).innerText()
  for (const line of [
    'Dear Dana Ortiz,',
    '- Travel: $150\n- Shift cover: $200\n- Total cost: $745\n',
    'prevents 45 minutes of downtime, at $1,000 an hour',
    'Thank you,\nSam <b>Reyes</b>',
  ])
    expect(written).toContain(line)
  const email = page.getByRole('link', { name: 'Email it' })
  await email.click()
  const address = (await email.getAttribute('href')) ?? ''
  expect(decodeURIComponent(address)).toContain('Dear Dana Ortiz,\r\n')
  expect(decodeURIComponent(address)).toContain('Sam <b>Reyes</b>')
  const told = sent.filter((request) => !request.includes('/api/page-views'))
  expect(told).toEqual([])
  expect(sent.join()).not.toMatch(/Dana|Reyes|1,?000/)
})
