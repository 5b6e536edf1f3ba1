import { brotliCompressSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { featuredSlug, productUrl, publicPaths, setClock, watchFaults, watchScripts } from '../support/site-pages.ts'

const to = (path: string) => `${productUrl()}${path}`
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

test.describe('every page', () => {
  test('breaks no rule of accessibility, wide, narrow, magnified and dark', async ({ page }) => {
    test.setTimeout(240_000)
    const found: string[] = []
    const looks = [
      { width: 1280, height: 800, scheme: 'light' },
      { width: 320, height: 640, scheme: 'light' },
      { width: 320, height: 200, scheme: 'dark' },
      { width: 1280, height: 800, scheme: 'dark' },
    ] as const
    for (const path of await publicPaths()) {
      await page.goto(to(path), { waitUntil: 'networkidle' })
      for (const { scheme, ...size } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: scheme })
        found.push(...(await violations(page)).map((fault) => `${path} ${size.width} ${scheme} ${fault}`))
      }
    }
    expect(found).toEqual([])
  })

  test('keeps to its policy', async ({ page }) => {
    const faults = watchFaults(page)
    for (const path of await publicPaths()) {
      const response = await page.goto(to(path), { waitUntil: 'networkidle' })
      const policy = response?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
    expect(faults).toEqual([])
  })

  test('needs no sideways scrolling on a small phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of await publicPaths()) {
      await page.goto(to(path))
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, path).toBeLessThanOrEqual(320)
    }
  })

  test('arrives in one request within its weight, with no file of script', async ({ page }) => {
    const scripts = watchScripts(page)
    for (const path of await publicPaths()) {
      if (path.startsWith('/event/no-such')) continue
      await page.goto(to(path), { waitUntil: 'networkidle' })
      const html = await (await fetch(to(path))).text()
      const most = path === '/' || path.startsWith('/event/') ? 16_000 : 20_000
      expect(brotliCompressSync(html).length, path).toBeLessThanOrEqual(most)
      const inline = await page.evaluate(() =>
        [...document.scripts].filter(({ type }) => type === '' || type === 'module').map(({ text }) => text.length),
      )
      expect(
        inline.reduce((sum, length) => sum + length, 0),
        path,
      ).toBeLessThanOrEqual(2_000)
    }
    expect(scripts).toEqual([])
  })

  test('runs no script that somebody smuggled in', async ({ page }) => {
    await page.goto(to('/'))
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.documentElement.dataset.smuggled = ""'
      document.body.append(script)
    })
    await expect(page.locator('html')).not.toHaveAttribute('data-smuggled')
  })
})

test.describe('the keyboard', () => {
  test('never loses its focus under the bar', async ({ page }) => {
    await page.goto(to(`/event/${await featuredSlug()}`))
    const hidden: string[] = []
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      const fault = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return 'end'
        const { top, bottom } = focused.getBoundingClientRect()
        const isCovered = !focused.closest('header') && focused.matches(':not([href="#content"])') && top < 88
        return isCovered && bottom < innerHeight ? focused.outerHTML.slice(0, 80) : ''
      })
      if (fault === 'end') break
      if (fault) hidden.push(fault)
    }
    expect(hidden).toEqual([])
  })

  test('skips to the content', async ({ page }) => {
    await page.goto(to('/events'))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  test('opens and closes the menu on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(to('/'))
    const button = page.getByRole('button', { name: 'Menu' })
    const signIn = page.getByRole('link', { name: 'Sign In' })
    await expect(signIn).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(signIn).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signIn).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('finds targets of at least 24 by 24 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/', '/events', '/no-such-page']) {
      await page.goto(to(path))
      const small = await page.locator('a:visible, button:visible').evaluateAll((targets) =>
        targets
          .filter((target) => !target.matches('p a, [href="#content"]'))
          .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ text }) => text),
      )
      expect(small, path).toEqual([])
    }
  })
})

test.describe('the bar', () => {
  test('is 88 pixels high and pads the page by as much', async ({ page }) => {
    await page.goto(to('/'))
    const bar = await page.locator('header').boundingBox()
    expect(bar).toMatchObject({ y: 0, height: 88 })
    await expect(page.locator('body')).toHaveCSS('padding-top', '88px')
  })

  test('names the featured event and offers Sign In', async ({ page }) => {
    await page.goto(to('/events'))
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    await expect(nav.locator(`a[href="/event/${await featuredSlug()}"]`)).toBeVisible()
  })
})

test.describe('the events list', () => {
  test('shows upcoming and past workshops with their cities', async ({ page }) => {
    await page.goto(to('/events'))
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Upcoming', 'Past'])
    await expect(page.locator('#upcoming li.plate')).not.toHaveCount(0)
    await expect(page.locator('#past li:visible')).not.toHaveCount(0)
  })

  test('shows one city alone by its address, without a script', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(to('/events'))
    const cities = page.locator('#upcoming .city:visible')
    const all = await cities.count()
    expect(all).toBeGreaterThan(1)
    await page.getByRole('navigation', { name: 'Filter by city' }).getByRole('link').nth(1).click()
    await expect(cities).toHaveCount(1)
    await page.getByRole('link', { name: 'All cities' }).click()
    await expect(cities).toHaveCount(all)
    await context.close()
  })

  test('moves a workshop to the past by itself once its day is over', async ({ page }) => {
    await page.goto(to('/events'))
    const first = page.locator('#upcoming li.plate').first()
    const link = await first.getByRole('link').getAttribute('href')
    const until = Number(await first.getAttribute('data-until'))
    await setClock(page, until)
    await page.goto(to('/events'))
    await expect(page.locator(`#upcoming a[href="${link}"]`)).toBeHidden()
    await expect(page.locator(`#past a[href="${link}"]`)).toBeVisible()
  })
})

test.describe('home', () => {
  test('does not advertise an event whose day is over: it asks which one is next', async ({ page }) => {
    await page.goto(to('/'))
    const baked = page.locator('main > [data-until]')
    const until = Number(await baked.getAttribute('data-until'))
    const next = await (await fetch(to('/api/events'))).json()
    const other = next.items.find((event: { slug: string }) => event.slug !== 'kansas-city-2026')
    const landing = await (await fetch(to(`/api/events/${other.slug}`))).json()
    await page.route('**/api/events/featured', (route) => route.fulfill({ json: landing }))
    await setClock(page, until)
    await page.goto(to('/'))
    await expect(baked).toBeHidden()
    await expect(page.locator('h1:visible')).toHaveText(landing.hero.title)
  })

  test('turns over while it stays open', async ({ page }) => {
    await page.goto(to('/'))
    const until = Number(await page.locator('main > [data-until]').getAttribute('data-until'))
    await page.route('**/api/events/featured', (route) => route.fulfill({ status: 404, json: {} }))
    await setClock(page, until - 60_000)
    await page.goto(to('/'))
    await expect(page.locator('main > [data-until]')).toBeVisible()
    await page.clock.runFor(61_000)
    await expect(page.getByRole('alert')).toContainText('No published events found')
    await expect(page.getByRole('link', { name: 'Set up an event' })).toHaveAttribute('href', '/admin/event/setup')
  })
})

test.describe('an event that is not prebuilt', () => {
  const unknown = '/event/no-such-event'

  test('answers 404 and says so, with a way home', async ({ page }) => {
    const response = await page.goto(to(unknown))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('alert')).toContainText('Event not found.')
    await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  })

  test('says so without scripts too', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(to(unknown))
    await expect(page.getByRole('heading', { name: 'Event not found.' })).toBeVisible()
    await expect(page.locator('[aria-busy]')).toBeHidden()
    await context.close()
  })

  test('shows skeletons while it loads', async ({ page }) => {
    await page.route('**/api/events/*', () => {})
    await page.goto(to(unknown))
    await expect(page.getByRole('status', { name: 'Loading event' })).toHaveAttribute('aria-busy', 'true')
    expect(await violations(page)).toEqual([])
  })

  test('shows the landing once the API has it, and its letter can be copied', async ({ page }) => {
    const landing = await (await fetch(to('/api/events/featured'))).json()
    await page.route('**/api/events/no-such-event', (route) => route.fulfill({ json: landing }))
    const faults = watchFaults(page)
    await page.goto(to(unknown))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.hero.title)
    await page.getByRole('button', { name: 'Copy letter' }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('gives up after three more tries and offers to refresh the page', async ({ page }) => {
    let tries = 0
    await page.route('**/api/events/no-such-event', (route) => {
      tries++
      return route.fulfill({ status: 503, json: {} })
    })
    await page.goto(to(unknown))
    await expect(page.getByRole('alert')).toContainText('Unable to load event information.')
    expect(tries).toBe(4)
    expect(await violations(page)).toEqual([])
    await page.unroute('**/api/events/no-such-event')
    await page.getByRole('button', { name: 'Refresh Page' }).click()
    await expect(page.getByRole('alert')).toContainText('Event not found.')
  })
})

test('any other path is a 404 page with a way home', async ({ page }) => {
  const response = await page.goto(to('/no-such-page'))
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(to('/'))
})
