import { expect, type Page, test } from '@playwright/test'
import { boundariesOn, featuredSlug, productUrl, setClock, watchFaults, watchScripts } from '../support/site-pages.ts'

let path = ''
test.beforeAll(async () => {
  path = `${productUrl()}/event/${await featuredSlug()}`
})

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy letter' })
const registerLinks = (page: Page) => page.locator('[data-register] a:visible')
const shownLetter = (page: Page) => page.locator('#letter pre:visible')

test('the eight sections stand in the order of the specification', async ({ page }) => {
  await page.goto(path)
  const headings = await page.locator('main h1, main h2').allTextContents()
  const order = ['Partnered With', 'Why This Workshop Is Different', "What You'll Learn", 'Register for this event']
  const places = order.map((heading) => headings.indexOf(heading))
  expect(places).toEqual([1, 2, 3, 4])
  await expect(page.locator('main section').first()).toHaveAccessibleName('Announcements')
  expect(headings).toHaveLength(7)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is whole and the register link works', async ({ page }) => {
    await page.goto(path)
    await expect(registerLinks(page)).toHaveCount(2)
    await expect(registerLinks(page).first()).toHaveAttribute('target', '_blank')
    await expect(registerLinks(page).first()).toHaveAttribute('href', /^https:/)
    await expect(shownLetter(page)).toContainText('Dear [manager]')
  })

  test('controls that need a script are not shown', async ({ page }) => {
    await page.goto(path)
    await expect(copyButton(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print it' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Email it' })).toBeVisible()
  })
})

test.describe('the copy button', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  test('loads nothing before it is touched, then copies the letter that shows', async ({ page }) => {
    const scripts = watchScripts(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await copyButton(page).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    expect(scripts.length).toBeGreaterThan(0)
    expect(await clipboard(page)).toBe(await shownLetter(page).textContent())
  })

  test("says 'Copied!' for two seconds", async ({ page }) => {
    await page.clock.install()
    await page.goto(path)
    await copyButton(page).hover()
    await copyButton(page).click()
    const said = page.getByRole('button', { name: 'Copied!' })
    await expect(said).toBeVisible()
    await page.clock.runFor(1_900)
    await expect(said).toBeVisible()
    await page.clock.runFor(200)
    await expect(copyButton(page)).toBeVisible()
  })

  test('works from the keyboard', async ({ page }) => {
    await page.goto(path)
    await copyButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeFocused()
  })

  test('tries again after its files failed to load', async ({ page }) => {
    await page.goto(path)
    await page.route('**/_astro/**', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await copyButton(page).click()
    await failed
    await page.unroute('**/_astro/**')
    await expect(async () => {
      await copyButton(page).click({ timeout: 500 })
      await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  test('copies the letter of the phase that holds', async ({ page }) => {
    await page.goto(path)
    const [first = 0] = await boundariesOn(page)
    const before = await shownLetter(page).textContent()
    await setClock(page, first)
    await page.goto(path)
    await copyButton(page).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    const copied = await clipboard(page)
    expect(copied).toBe(await shownLetter(page).textContent())
    expect(copied).not.toBe(before)
  })
})

test.describe('the phases', () => {
  /** Parts that show although they do not hold, or hold although they are hidden. */
  const wrongParts = (page: Page) =>
    page.evaluate(() => {
      const now = Date.now()
      return [...document.querySelectorAll<HTMLElement>('[data-from], [data-until]')].filter((part) => {
        const { from = '0', until = 'Infinity' } = part.dataset
        return part.hidden === (now >= Number(from) && now < Number(until))
      }).length
    })

  test('change at every boundary: price, button, banner and letter agree', async ({ page }) => {
    await page.goto(path)
    const boundaries = await boundariesOn(page)
    expect(boundaries).toHaveLength(3)
    const seen: string[] = []
    for (const at of boundaries.flatMap((boundary) => [boundary - 1, boundary])) {
      const visit = await page.context().newPage()
      await visit.clock.setFixedTime(at)
      await visit.goto(path)
      expect(await wrongParts(visit)).toBe(0)
      const parts = [
        '#letter > :visible',
        '[aria-label="Announcements"] > [data-from]:visible, [aria-label="Announcements"] > [data-until]:visible',
      ]
      for (const part of parts) await expect(visit.locator(part)).toHaveCount(1)
      const offers = await visit.locator('.plate [data-until]:visible, .plate [data-from]:visible').allInnerTexts()
      const links = await registerLinks(visit).count()
      seen.push(`${offers[0]?.split('\n')[0]?.toLowerCase()}: ${links}`)
      await visit.close()
    }
    expect(seen).toEqual([
      'early bird package: 2',
      'standard price: 2',
      'standard price: 2',
      'registration closed: 0',
      'registration closed: 0',
      'this workshop has taken place: 0',
    ])
  })

  test('change while the page stays open', async ({ page }) => {
    await page.goto(path)
    const [first = 0] = await boundariesOn(page)
    await page.clock.install({ time: first - 5_000 })
    await page.goto(path)
    await expect(page.locator('.plate').getByText('Early Bird Package', { exact: true })).toBeVisible()
    await page.clock.runFor(6_000)
    await expect(page.locator('.plate').getByText('Standard price', { exact: true })).toBeVisible()
    expect(await wrongParts(page)).toBe(0)
  })

  test('hold before the first paint', async ({ page }) => {
    await page.goto(path)
    const last = (await boundariesOn(page)).at(-1) ?? 0
    await setClock(page, last)
    await page.addInitScript(() => {
      const check = () => {
        const parts = [...document.querySelectorAll<HTMLElement>('[data-until]')]
        const isWrong = parts.some((part) => !part.hidden && Number(part.dataset.until) <= Date.now())
        if (isWrong) document.documentElement.dataset.flashed = ''
        if (document.readyState !== 'complete') requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    })
    await page.goto(path)
    await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
  })
})

test.describe('logos', () => {
  const strip = (page: Page) => page.locator('[data-partners]')

  test('one that fails to load leaves the strip', async ({ page }) => {
    await page.goto(path)
    const all = await strip(page).getByRole('img').count()
    const first = await strip(page).getByRole('img').first().getAttribute('src')
    await page.route(`**${first}`, (route) => route.abort())
    await page.reload()
    await strip(page).scrollIntoViewIfNeeded()
    await expect(strip(page).getByRole('img')).toHaveCount(all - 1)
  })

  test('the strip leaves with its last logo', async ({ page }) => {
    await page.route('**/demo/logos/**', (route) => route.abort())
    await page.goto(path)
    await page.locator('h2').first().scrollIntoViewIfNeeded()
    await expect(strip(page)).toHaveCount(0)
  })
})

test.describe('the letter', () => {
  test('has a preview of limited height that the keyboard can scroll', async ({ page }) => {
    await page.goto(path)
    const preview = page.getByRole('region', { name: 'Letter template' })
    const { inner, outer } = await preview.evaluate((box) => ({ inner: box.scrollHeight, outer: box.clientHeight }))
    expect(inner).toBeGreaterThan(outer)
    await preview.focus()
    await page.keyboard.press('End')
    await expect.poll(() => preview.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  })

  test('prints alone and whole when asked to', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await page.goto(path)
    await page.getByRole('button', { name: 'Print it' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main section:visible')).toHaveCount(2)
    await expect(shownLetter(page)).toBeVisible()
    const preview = page.getByRole('region', { name: 'Letter template' })
    expect(await preview.evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(page.locator('html')).not.toHaveAttribute('data-printing')
  })
})

test('one beacon is all an anonymous visitor sends', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.goto(`${path}?utm_source=x`, { waitUntil: 'networkidle' })
  await expect.poll(() => calls).toEqual(['POST /api/page-views'])
})

test('a failing beacon disturbs nobody', async ({ page }) => {
  const faults = watchFaults(page)
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      throw new Error('blocked')
    }
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  expect(faults).toEqual([])
})
