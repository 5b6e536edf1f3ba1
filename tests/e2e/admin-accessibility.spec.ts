import { enterAs } from './support/admin-page.ts'
import { type Opened, screensOf, standing } from './support/admin-screens.ts'
import { refusing } from './support/auth-page.ts'
import { focusStops, smallTargets } from './support/keyboard.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** The bar at the top stays where it is. */
const BAR = 56
/** 1280 by 1024 pixels at 400 % leave 320 by 256. (WCAG 1.4.10) States that look alike everywhere are seen at the two ends. */
const LOOKS = [
  { look: 'desktop', width: 1280, height: 1024, colorScheme: 'light', isEvery: true },
  { look: 'desktop, dark', width: 1280, height: 1024, colorScheme: 'dark', isEvery: false },
  { look: '320 px', width: 320, height: 700, colorScheme: 'light', isEvery: false },
  { look: '400 % zoom, dark', width: 320, height: 256, colorScheme: 'dark', isEvery: true },
] as const
/** The browser's line about an answer that refuses, and the demo's one logo that cannot be loaded. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d|gannet-gauge/
const DATA = /\/api\/admin\/(?!builds)/

/** What a screen can look like, and how it gets there. (security AX1, style 5) */
const STATES: Record<string, { prepare: (page: Page) => Promise<unknown>; reached: (page: Page) => Promise<unknown> }> =
  {
    ready: { prepare: async () => {}, reached: standing },
    loading: {
      prepare: (page) => page.route(DATA, () => {}),
      reached: (page) => expect(page.locator('main [aria-busy="true"]').first()).toBeVisible(),
    },
    failed: {
      prepare: (page) => page.route(DATA, refusing(404, 'There is nothing here today.')),
      reached: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
    },
    empty: {
      prepare: (page) => page.route(DATA, async (route) => answerWithout(route.request().method(), route)),
      reached: standing,
    },
  }

/** Lists without an entry; everything else as it is. */
async function answerWithout(method: string, route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
  const answer = await route.fetch()
  const body: unknown = method === 'GET' && answer.ok() ? await answer.json().catch(() => null) : null
  if (typeof body !== 'object' || body === null || !('items' in body) || 'bar' in body)
    return route.fulfill({ response: answer })
  return route.fulfill({ response: answer, json: { ...body, items: [], nextCursor: null } })
}

/** Screens that need nothing of the server before they stand. */
const NEEDS_NO_DATA = ['/admin/event/setup']

for (const { look, isEvery, colorScheme, ...size } of LOOKS) {
  for (const [state, { prepare, reached }] of Object.entries(STATES)) {
    if (state !== 'ready' && !isEvery) continue
    test(`every screen can be used by everybody: ${state}, ${look}`, async ({ page, context, product, trouble }) => {
      test.setTimeout(240_000)
      trouble.allow(EXPECTED)
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const screens = await screensOf(product, await enterAs(context, product, 'owner'))
      await prepare(page)
      for (const { path, title, address } of screens) {
        if (state !== 'ready' && NEEDS_NO_DATA.includes(path)) continue
        await page.goto(address)
        await reached(page)
        expect.soft(await violations(page), `${title} ${state}`).toEqual([])
        expect.soft(await smallTargets(page), `${title} ${state}`).toEqual([])
        expect.soft(await overflowOf(page), `${title} ${state}`).toEqual([])
      }
    })
  }
}

/** What stands out of the page sideways, so that the page scrolls. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1,
    )
    return wide
      .slice(0, 5)
      .map((one) => `${one.localName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`)
  })
}

for (const { look, colorScheme: _scheme, isEvery: _every, ...size } of LOOKS.filter(
  ({ look }) => !look.endsWith('dark'),
)) {
  test(`the focus is seen, and never stands under the bar: ${look}`, async ({ page, context, product, trouble }) => {
    test.setTimeout(240_000)
    trouble.allow(EXPECTED)
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const screen of await screensOf(product, await enterAs(context, product, 'owner'))) {
      await page.goto(screen.address)
      await standing(page)
      await expectSeen(page, screen, size.height)
    }
  })
}

async function expectSeen(page: Page, { title }: Opened, height: number): Promise<void> {
  const stops = await focusStops(page, 'Tab', 400)
  expect(stops.length, title).toBeGreaterThan(3)
  for (const { name, isInBar, top, bottom, hasOutline } of stops) {
    const where = `${title}: ${name.slice(0, 60)}`
    if (!isInBar && bottom - top <= height - BAR) expect.soft(top, where).toBeGreaterThanOrEqual(BAR)
    expect.soft(bottom, where).toBeGreaterThan(isInBar ? 0 : BAR)
    expect.soft(top, where).toBeLessThan(height)
    expect.soft(hasOutline, `${where} shows that it is focused`).toBe(true)
  }
}

test.describe('by the keyboard alone', () => {
  test.beforeEach(async ({ context, product }) => {
    await enterAs(context, product, 'owner')
  })

  test('the screens of a phone open, close and lead somewhere', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/admin')
    await standing(page)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    const bar = page.getByRole('navigation', { name: 'Admin', exact: true })
    await expect(bar).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(bar.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(button).toBeFocused()
    // Whoever goes on past its end would stand on what it covers: it closes.
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Sign Out' }).focus()
    await page.keyboard.press('Tab')
    await expect(bar).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await bar.getByRole('link', { name: 'Settings', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/settings')
    await expect(bar).toBeHidden()
  })

  test('the palette leads to a screen', async ({ page }) => {
    await page.goto('/admin')
    await standing(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Events, vendors, users…')).toBeFocused()
    await page.keyboard.type('audit')
    await expect(page.getByRole('option', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/audit-logs')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('a row’s menu opens, its question keeps the focus, and Escape gives it back', async ({ page }) => {
    await page.goto('/admin/library/locations')
    await standing(page)
    const menu = page.getByRole('button', { name: /^Actions for / }).first()
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await staysIn(page, 'dialog')).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

/** True if pressing Tab many times never leaves what is open, but for the browser's own controls. */
async function staysIn(page: Page, selector: string): Promise<boolean> {
  for (let steps = 0; steps < 30; steps += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(
      (open) => document.activeElement !== document.body && !document.activeElement?.closest(open),
      selector,
    )
    if (isOutside) return false
  }
  return true
}
