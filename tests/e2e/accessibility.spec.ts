import type { Locator } from '@playwright/test'
import { atScale } from '#tests/support/scale.ts'
import { controlStops, focusStops, unseenStops } from './support/keyboard.ts'
import { ADD_TO_CALENDAR } from './support/landing-page.ts'
import { DESKTOP, ENDS, expectUsable, flaws, LOOKS, PHONE, take, ZOOM } from './support/looks.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { laidOut, publicPaths, violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const LANDING = '/event/kansas-city-2026'
const BAR = 88
/** Pages behind a link, which are seen without one. */
const LINKED = ['/vendor-portal', '/logistics-form', '/event-sheet', '/unsubscribe', '/preview']
/** Pages that are walked by the keyboard. */
const WALKED = {
  'pages to read': [LANDING, '/events', '/shop', '/forum', '/no-such-page'],
  'pages with a form': ['/shop/grease-card', '/feedback', '/auth'],
  'pages behind a link': LINKED,
}

/** What a page can look like besides how it arrives, the way there, and what it then shows. (security AX1) */
const STATES: Record<string, (page: Page, origins: { empty: string }) => Promise<Locator>> = {
  'event not found': async (page) => {
    await page.goto('/event/no-such-event')
    return page.getByRole('alert').filter({ hasText: 'Event not found.' })
  },
  'event loading': async (page) => {
    await page.route('**/api/events/*', () => {})
    await page.goto('/event/no-such-event')
    return page.getByRole('status', { name: 'Loading event' })
  },
  'event failed to load': async (page) => {
    await page.route('**/api/events/*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/event/no-such-event')
    return page.getByRole('button', { name: 'Refresh Page' })
  },
  'event shown live': async (page) => {
    await page.route('**/api/events/no-such-event', async (route) => {
      await route.fulfill({ response: await page.request.get('/api/events/denver-front-range') })
    })
    await page.goto('/event/no-such-event')
    return page.getByRole('button', { name: 'Copy letter' })
  },
  'letter copied': async (page) => {
    await page.context().grantPermissions(['clipboard-write'])
    await page.addInitScript(holdConfirmation)
    await page.goto(LANDING)
    await page.locator('#business-case').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Copy letter' }).click()
    return page.getByRole('button', { name: 'Copied!' })
  },
  'no events': async (page, { empty }) => {
    await page.goto(empty)
    return page.getByRole('alert').filter({ hasText: 'No published events found' })
  },
  'no events listed': async (page, { empty }) => {
    await page.goto(`${empty}/events`)
    return page.getByRole('heading', { level: 1 })
  },
  'nothing for sale': async (page, { empty }) => {
    await page.goto(`${empty}/shop`)
    return page.getByRole('heading', { name: 'The shelves are empty' })
  },
  'skip link focused': async (page) => {
    await page.goto('/events')
    await page.keyboard.press('Tab')
    return page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus'))
  },
}

test('violations are seen on a page, in its frames, and in frames without an address; an open dialog is looked at alone', async ({
  page,
}) => {
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
  expect(await violations(page)).toEqual(
    ['image-alt', 'region'].flatMap((rule) => places.map((place) => `${rule}: ${place}`)),
  )

  await page.setContent(`<html lang="en"><title>Faulty</title>
    <main><h1>Faulty</h1><img src="data:,"></main>
    <header><img src="data:,"><dialog><h2>Faulty</h2><img src="data:,"></dialog></header>`)
  expect(await violations(page, undefined, ['header'])).toEqual(['image-alt: main > img'])
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  expect(await violations(page, undefined, ['header'])).toEqual(['image-alt: dialog > img'])
})

test('what the keyboard comes to is named if it is out of sight, under the bar or without a clear ring', () => {
  const seen = { name: 'Seen', isInBar: false, isFrame: false, top: 100, bottom: 120, hasOutline: true, contrast: 3 }
  const stops = [
    seen,
    { ...seen, name: 'High', top: 40, bottom: 60 },
    { ...seen, name: 'Half', top: 80, bottom: 100 },
    { ...seen, name: 'Bar', isInBar: true, top: 10, bottom: 30 },
    { ...seen, name: 'Tall', top: -20, bottom: 690 },
    { ...seen, name: 'Low', top: 700, bottom: 720 },
    { ...seen, name: 'Gone', isInBar: true, top: -30, bottom: 0 },
    { ...seen, name: 'Bare', hasOutline: false, contrast: null },
    { ...seen, name: 'Pale', contrast: 2.9 },
  ]
  expect(unseenStops(stops, { height: 700, bar: BAR })).toEqual([
    'High is under the bar, from 40 to 60',
    'Half is under the bar, from 80 to 100',
    'Low is out of the window, from 700 to 720',
    'Gone is out of the window, from -30 to 0',
    'Bare has no ring',
    'Pale has a ring of 2.90:1',
  ])
})

test('each look finds what is broken in it alone', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Faulty</title>
    <style>
      main { color: #000; background: #fff }
      img, button { display: block; width: 40px; height: 40px }
      @media (prefers-color-scheme: dark) { main { background: #333 } }
      @media (max-width: 320px) { img { width: 400px } }
      @media (max-height: 256px) { button { height: 20px } svg { width: 4px } }
    </style>
    <main><h1>Faulty</h1><img src="data:,"><button aria-label="Press"><svg viewBox="0 0 24 24" width="20" height="20"></svg></button></main>`)
  expect(await flaws(page, { looks: LOOKS })).toEqual([
    'desktop: image-alt: img',
    'desktop, dark: color-contrast: h1',
    '400 % zoom, dark: color-contrast: h1',
    '400 % zoom, dark: Press is 40x20',
    '400 % zoom, dark: html is 88 px too wide: img.',
    '400 % zoom, dark: the icon of Press is 4x20',
  ])
})

test('every address a visitor can reach breaks no policy and writes no error; everybody can use those of the sitemap', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  await take(page)
  const listed = await publicPaths(product.url)
  const seen = new Set(listed)
  const kinds = new Set<string>()
  for (const path of seen) {
    const response = await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }), path).toHaveCount(1)
    if (listed.includes(path)) {
      // Events are made alike, as products are: the first of each is seen in every look, and at scale the others at both ends.
      const kind = path.replace(/\/[^/]+$/, '/') || path
      const isFirst = kind === '/' || !kinds.has(kind)
      if (isFirst || atScale(false, true)) await expectUsable(page, path, { looks: isFirst ? LOOKS : ENDS })
      kinds.add(kind)
    }
    if (response?.status() === 404) continue
    // Nobody is signed in: the page leads to the door by itself.
    if (path === '/account') await page.waitForURL('/auth')
    await lookAround(page)
    for (const link of await linksOf(page, product.url)) if (isPage(link) && !isOneMore(link, seen)) seen.add(link)
  }
  expect(seen.size).toBeGreaterThanOrEqual(listed.length + 4)
})

/** Reads the page to its end and opens what opens, as a visitor would. */
async function lookAround(page: Page): Promise<void> {
  await page.keyboard.press('End')
  const report = page.locator('astro-island').filter({ has: page.getByRole('button', { name: 'Report Issue' }) })
  if (await report.isVisible()) {
    await report.hover()
    await expect(report).not.toHaveAttribute('ssr')
  }
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

/** Paths on this site that the page links to. */
async function linksOf(page: Page, origin: string): Promise<string[]> {
  const addresses = await page.locator('a[href]').evaluateAll((links) => links.map((link) => Reflect.get(link, 'href')))
  return addresses
    .map((address) => new URL(address))
    .filter((address) => address.origin === origin)
    .map(({ pathname }) => pathname)
}

/** Calendars and feeds are for programs. */
function isPage(link: string): boolean {
  return !/\.(ics|atom)$/.test(link)
}

/** Pages of the forum that are made alike. */
const OF_A_KIND = 2

/** True for one more topic, category or member of the forum, once enough of that kind were looked at. */
function isOneMore(link: string, seen: ReadonlySet<string>): boolean {
  const [, kind] = /^(\/forum\/\w+\/)/.exec(link) ?? []
  return kind !== undefined && [...seen].filter((path) => path.startsWith(kind)).length >= OF_A_KIND
}

test('everybody can use each state of a page, and the menu that is open on a phone', async ({
  page,
  empty,
  trouble,
}) => {
  trouble.allow(/(400|404) .*\/api\/events\//)
  await take(page)
  for (const [state, reach] of Object.entries(STATES)) {
    const shown = await reach(page, { empty: empty.url })
    await expectUsable(page, state, { reached: () => expect(shown).toBeVisible() })
    await page.unrouteAll()
  }
  await take(page, PHONE)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Menu' }).click()
  const reached = () => expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expectUsable(page, 'menu open', { looks: [PHONE, ZOOM], reached })
})

test('text at twice its size widens no page of a phone, and leaves the bar and every column of a wide window in use (WCAG 1.4.4)', async ({
  page,
}) => {
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  const enlarge = (size: string) =>
    page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), size)
  for (const path of [
    '/',
    '/events',
    '/event/houston-gulf-coast',
    '/shop',
    '/shop/grease-card',
    '/feedback',
    '/auth',
    '/forum',
    '/no-such-page',
  ]) {
    await page.goto(path)
    await laidOut(page)
    await enlarge('200%')
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await widest(), `${path} at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await enlarge('212.5%')
    expect(await widest(), path).toBeLessThanOrEqual(1440)
    await expect(page.getByRole('button', { name: 'Menu' }), path).toBeInViewport({ ratio: 1 })
    await expect(page.locator('#menu a').first(), path).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.locator('#menu').getByRole('link', { name: 'Sign In' }), path).toBeInViewport()
  }
})

/** Every stop of the focus, forwards and backwards, is in the window, below the bar, and has a ring that can be seen: first with keys. */
async function expectSeenStops(page: Page, path: string, { look, height, least }: typeof DESKTOP & { least: number }) {
  const forwards = () => (look === DESKTOP.look ? focusStops(page, 'Tab') : controlStops(page))
  const backwards = () => controlStops(page, 'backwards')
  for (const [at, walk] of [forwards, backwards].entries()) {
    const stops = await walk()
    expect(stops.length, path).toBeGreaterThanOrEqual(least)
    const where = `${path}, ${look}, ${at === 0 ? 'forwards' : 'backwards'}`
    expect(unseenStops(stops, { height, bar: BAR }), where).toEqual([])
  }
}

test.describe('the keyboard', () => {
  for (const [pages, paths] of Object.entries(WALKED)) {
    test(`sees what it is on, forwards and backwards, never under the bar: ${pages}`, async ({ page }) => {
      for (const path of paths) {
        await take(page)
        await page.goto(path)
        // Such a page moves the focus to what it says.
        if (paths === LINKED) await expect(page.locator('astro-island[ssr], [aria-busy=true]')).toHaveCount(0)
        for (const seen of ENDS) {
          await take(page, seen)
          await laidOut(page)
          await expectSeenStops(page, path, { ...seen, least: paths === LINKED ? 2 : 4 })
        }
      }
    })
  }

  test('sees what it is on in an account, too', async ({ page, context, product }) => {
    await take(page)
    await signIn(context, product, await giveMember(product))
    await page.goto('/account')
    // Its devices can be there before its forms.
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const seen of ENDS) {
      await take(page, seen)
      await expectSeenStops(page, '/account', { ...seen, least: 20 })
    }
  })

  test('reaches every control in the order of the page, skips to the content under the bar, and copies the letter', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(LANDING)
    // The controls of the letter come once it is near; a walk this fast would pass it before.
    await page.locator('#business-case').scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Copy letter' })).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    const stops = (await focusStops(page, 'Tab')).map(({ name }) => name)
    const wanted = [
      'Skip to content',
      'Uptime Workshops',
      'Reserve My Seat',
      ADD_TO_CALENDAR,
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

    // After its last control, the page begins again.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').locator(':focus')).toHaveCount(0)

    await page.getByRole('button', { name: 'Copy letter' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'The letter is on your clipboard.' })).toHaveCount(1)
  })

  test('lands below the bar when it follows a link to a place on the page, in the one row of links that a phone shows', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/events')
    const links = page.getByRole('navigation', { name: 'Filter by city' }).getByRole('link')
    const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThan(2)
    expect(new Set(tops).size).toBe(1)
    await page.setViewportSize({ width: 1280, height: 720 })
    const target = page.locator((await links.last().getAttribute('href')) ?? '')
    await links.last().focus()
    await page.keyboard.press('Enter')
    await expect(target).toBeInViewport()
    await expect.poll(async () => (await target.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(BAR)
  })
})

test('a person who prefers less motion sees none, and still skeletons; others see them breathe', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of [LANDING, '/events']) {
    await page.goto(path)
    expect(await motionOf(page), path).toEqual([])
    await expect(page.locator('html'), path).toHaveCSS('scroll-behavior', 'auto')
  }
  await page.route('**/api/events/*', () => {})
  await page.goto('/event/no-such-event')
  await expect(page.getByRole('status', { name: 'Loading event' })).toBeVisible()
  expect(await motionOf(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await motionOf(page)).not.toEqual([])
})

/** Runs in the page: 'Copied!' stays for as long as the test looks at it. */
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
