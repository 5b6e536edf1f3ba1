import { focusStops, smallTargets } from './support/keyboard.ts'
import { publicPaths, violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const LANDING = '/event/kansas-city-2026'
const BAR = 88
/** 1280 by 1024 pixels at 400 % leave 320 by 256. (WCAG 1.4.10) */
const LOOKS = [
  { look: 'desktop', width: 1280, height: 1024, colorScheme: 'light' },
  { look: 'dark', width: 1280, height: 1024, colorScheme: 'dark' },
  { look: '320 px', width: 320, height: 700, colorScheme: 'light' },
  { look: '400 % zoom, dark', width: 320, height: 256, colorScheme: 'dark' },
] as const

/** What a page can look like besides how it arrives, and the way there. (security AX1) */
const STATES: Record<string, (page: Page, origins: { empty: string }) => Promise<void>> = {
  'event not found': async (page) => {
    await page.goto('/event/no-such-event')
    await expect(page.getByRole('alert')).toContainText('Event not found.')
  },
  'event loading': async (page) => {
    await page.route('**/api/events/*', () => {})
    await page.goto('/event/no-such-event')
    await expect(page.getByRole('status', { name: 'Loading event' })).toBeVisible()
  },
  'event failed to load': async (page) => {
    await page.route('**/api/events/*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/event/no-such-event')
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  },
  'event shown live': async (page) => {
    await page.route('**/api/events/no-such-event', async (route) => {
      await route.fulfill({ response: await page.request.get('/api/events/denver-front-range') })
    })
    await page.goto('/event/no-such-event')
    await expect(page.getByRole('button', { name: 'Copy letter' })).toBeVisible()
  },
  'letter copied': async (page) => {
    await page.context().grantPermissions(['clipboard-write'])
    await page.addInitScript(holdConfirmation)
    await page.goto(LANDING)
    await page.getByRole('button', { name: 'Copy letter' }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  },
  'menu open': async (page) => {
    await page.goto('/events')
    const menu = page.getByRole('button', { name: 'Menu' })
    if (await menu.isVisible()) await menu.click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  },
  'no events': async (page, { empty }) => {
    await page.goto(empty)
    await expect(page.getByRole('alert')).toContainText('No published events found')
  },
  'no events listed': async (page, { empty }) => {
    await page.goto(`${empty}/events`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'skip link focused': async (page) => {
    await page.goto('/events')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  },
}

test('violations are seen on a page, in its frames, and in frames without an address', async ({ page }) => {
  const faulty = '<html lang="en"><title>Faulty</title><img src="data:,">'
  const frames = '<iframe title="One" src="/faulty"></iframe><iframe title="Other" id="other"></iframe>'
  await page.route('/faulty', (route) => route.fulfill({ contentType: 'text/html', body: faulty }))
  await page.route('/whole', (route) => route.fulfill({ contentType: 'text/html', body: faulty + frames }))
  await page.goto('/whole')
  await page.locator('#other').evaluate((frame: HTMLIFrameElement, html) => {
    frame.contentDocument?.write(html)
    frame.contentDocument?.close()
  }, faulty)
  const places = ['img', 'iframe[title="One"] img', '#other img']
  expect(await violations(page)).toEqual(places.map((place) => `image-alt: ${place}`))
})

for (const { look, colorScheme, ...size } of LOOKS) {
  test(`no violation on any route, ${look}`, async ({ page, product }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of await publicPaths(product.url)) {
      await page.goto(path)
      expect(await violations(page), path).toEqual([])
    }
  })

  for (const [state, reach] of Object.entries(STATES)) {
    test(`no violation: ${state}, ${look}`, async ({ page, empty, trouble }) => {
      trouble.allow(/(400|404) .*\/api\/events\//)
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await reach(page, { empty: empty.url })
      expect(await violations(page)).toEqual([])
    })
  }
}

test.describe('the keyboard', () => {
  for (const { look, colorScheme: _, ...size } of LOOKS.filter(({ look }) => look !== 'dark')) {
    test(`sees what it is on, forwards and backwards, never under the bar: ${look}`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of [LANDING, '/events', '/feedback', '/no-such-page']) {
        await page.goto(path)
        for (const key of ['Tab', 'Shift+Tab']) {
          const stops = await focusStops(page, key)
          expect(stops.length).toBeGreaterThan(3)
          for (const { name, isInBar, top, bottom, hasOutline } of stops) {
            const where = `${path} ${key} ${name}`
            const fits = bottom - top <= size.height - BAR
            if (!isInBar && fits) expect(top, where).toBeGreaterThanOrEqual(BAR)
            expect(bottom, where).toBeGreaterThan(isInBar ? 0 : BAR)
            expect(top, where).toBeLessThan(size.height)
            expect(hasOutline, where).toBe(true)
          }
        }
      }
    })
  }

  test('reaches every control in the order of the page', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(LANDING)
    const stops = (await focusStops(page, 'Tab')).map(({ name }) => name)
    const wanted = [
      'Skip to content',
      'Uptime Workshops',
      'Reserve My Seat',
      'Add to your calendar',
      'Reserve My Seat',
      'Copy letter',
      'Email it',
      'Print it',
      'Letter template',
      'All workshops',
    ]
    for (const name of wanted) {
      const at = stops.findIndex((stop) => stop.startsWith(name))
      expect(at, `${name} in ${stops.join(' | ')}`).not.toBe(-1)
      stops.splice(0, at + 1)
    }
  })

  test('skips to the content, under the bar', async ({ page }) => {
    await page.goto(LANDING)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').locator(':focus')).toHaveCount(0)
  })

  test('lands below the bar when it follows a link to a place on the page', async ({ page }) => {
    await page.goto('/events')
    const link = page.getByRole('navigation', { name: 'Filter by city' }).getByRole('link').last()
    const target = page.locator((await link.getAttribute('href')) ?? '')
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(target).toBeInViewport()
    await expect.poll(async () => (await target.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(BAR)
  })

  test('copies the letter and hears of it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(LANDING)
    await page.getByRole('button', { name: 'Copy letter' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'The letter is on your clipboard.' })).toHaveCount(1)
  })
})

test('targets are at least 24 by 24 pixels on every page', async ({ page, product, trouble }) => {
  trouble.allow(/404 .*\/api\/events\//)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...(await publicPaths(product.url)), '/event/no-such-event']) {
      await page.goto(path)
      expect(await smallTargets(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test.describe('somebody who wants less motion', () => {
  for (const path of [LANDING, '/events']) {
    test(`sees none on ${path}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path)
      expect(await motionOf(page)).toEqual([])
      await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto')
    })
  }

  test('sees still skeletons; others see them breathe', async ({ page }) => {
    await page.route('**/api/events/*', () => {})
    const motions: number[] = []
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/event/no-such-event')
      await expect(page.getByRole('status', { name: 'Loading event' })).toBeVisible()
      motions.push((await motionOf(page)).length)
    }
    expect(motions[0]).toBe(0)
    expect(motions[1]).toBeGreaterThan(0)
  })
})

/** Runs in the page: 'Copied!' stands for as long as the test looks at it. */
function holdConfirmation(): void {
  const wait = globalThis.setTimeout
  Object.assign(globalThis, {
    setTimeout: (work: () => void, pause: number) => (pause === 2_000 ? 0 : wait(work, pause)),
  })
}

/** Animations that run for some time. */
function motionOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
      .map((animation) => Reflect.get(animation, 'animationName') ?? 'transition'),
  )
}
