import type { Route } from '@playwright/test'
import { KEYS_TITLE, SEARCH_ADMIN, SINGLE_KEYS } from '#src/admin/shell/palette-words.ts'
import { NO_CHANGES_YET } from '#src/contract/audit-log.ts'
import { NO_CHANGE_SETS } from '#src/contract/change-set.ts'
import { NO_TEAM } from '#src/contract/team-member.ts'
import { NO_ONE_WAITING } from '#src/contract/user.ts'
import { atScale } from '#tests/support/scale.ts'
import { enterAs, tryAgainAtOnce } from './support/admin-page.ts'
import { firstOfEach, type Opened, openNext, screensOf, standing } from './support/admin-screens.ts'
import { refusing, toast } from './support/auth-page.ts'
import { controlStops, type FocusStop, focusStops, unseenStops } from './support/keyboard.ts'
import { DESKTOP, ENDS, expectUsable, LOOKS, take, ZOOM } from './support/looks.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** The bar at the top stays where it is. */
const BAR = 56
/** The browser's line about an answer that refuses, and the demo's one logo that cannot be loaded. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d|gannet-gauge/
const DATA = /\/api\/admin\/(?!builds)/

/** What each screen says when nothing of it comes: 'Unable to load …'. */
const UNABLE: Record<string, string> = {
  '/admin': 'the dashboard',
  '/admin/project-overview': 'the project overview',
  '/admin/event/manage': 'events',
  '/admin/event-calendar': 'the calendar',
  '/admin/event/vendors': 'vendors',
  '/admin/event/emails': 'the emails',
  '/admin/event/tasks': 'tasks',
  '/admin/event/overview': 'the event',
  '/admin/event/timeline': 'the timeline',
  '/admin/event/logistics/$eventId': 'the logistics',
  '/admin/event/pickups': 'the pick-ups',
  '/admin/test-logistics-email': 'the people',
  '/admin/event/preview/$id': 'the event',
  '/admin/library/vendors': 'vendors',
  '/admin/vendor-portal': 'proposals',
  '/admin/vendor-invites': 'contacts',
  '/admin/library/team': 'team',
  '/admin/library/locations': 'locations',
  '/admin/library/agenda': 'agenda templates',
  '/admin/library/tasks': 'task templates',
  '/admin/library/products': 'products',
  '/admin/library/content': 'blocks',
  '/admin/orders': 'orders',
  '/admin/orders/$orderId': 'this order',
  '/admin/users': 'registrations',
  '/admin/users/$userId': 'this user',
  '/admin/forum': 'posts',
  '/admin/forum/categories': 'categories',
  '/admin/reports': 'reports',
  '/admin/wishlist': 'the wishes in “Idea”',
  '/admin/feedback': 'feedback',
  '/admin/analytics-backfill': 'imports',
  '/admin/analytics': 'the figures',
  '/admin/content-studio': 'change sets',
  '/admin/content-studio/$setId': 'this change set',
  '/admin/content-checks': 'the content checks',
  '/admin/menu': 'the menu',
  '/admin/settings': 'the settings',
  '/admin/security': 'the state of security',
  '/admin/security-test': 'the security test',
  '/admin/emergency-reset': 'the emergency page',
  '/admin/audit-logs': 'entries',
  '/admin/workflows': 'workflows',
  '/admin/email-diagnostics': 'the overview of mail',
}

/** What some screens say when there is nothing to list. */
const EMPTY: Record<string, string> = {
  '/admin/event/manage': 'No events yet',
  '/admin/event/vendors': 'No vendors on this event',
  '/admin/event/emails': 'No workflows yet',
  '/admin/event/tasks': 'No tasks yet',
  '/admin/library/vendors': 'No vendors yet',
  '/admin/vendor-portal': 'No proposals to review',
  '/admin/vendor-invites': 'No one has been invited yet',
  '/admin/library/team': NO_TEAM,
  '/admin/library/locations': 'No locations yet',
  '/admin/library/agenda': 'No agenda templates yet',
  '/admin/library/tasks': 'No task templates yet',
  '/admin/library/products': 'No products yet',
  '/admin/library/content': 'No blocks yet',
  '/admin/orders': 'No orders yet',
  '/admin/content-studio': NO_CHANGE_SETS,
  '/admin/users': NO_ONE_WAITING,
  '/admin/forum/categories': 'No categories yet',
  '/admin/reports': 'No reports yet',
  '/admin/analytics-backfill': 'Nothing has been imported yet',
  '/admin/workflows': 'No workflows yet',
  '/admin/audit-logs': NO_CHANGES_YET,
}

/** Lists without an entry, which are counted; everything else as it is. */
async function answerWithout(route: Route, emptied: { lists: number }): Promise<void> {
  const answer = await route.fetch()
  const body: unknown = route.request().method() === 'GET' && answer.ok() ? await answer.json().catch(() => null) : null
  if (typeof body !== 'object' || body === null || !('items' in body) || 'bar' in body)
    return route.fulfill({ response: answer })
  if (Array.isArray(body.items) && body.items.length > 0) emptied.lists += 1
  return route.fulfill({ response: answer, json: { ...body, items: [], nextCursor: null } })
}

/** Screens that need nothing of the server before they stand. */
const NEEDS_NO_DATA = ['/admin/event/setup']

/** The two ends, from the narrow one. */
const NARROW_FIRST = [ZOOM, DESKTOP] as const
/** How the other screens of a place are seen, whose first one is seen in each look. At scale, all are seen at both ends. */
const OTHERS = atScale([ZOOM] as const, ENDS)

test('every screen can be used by everybody; the focus is visible, and never under the bar (AX1)', async ({
  page,
  context,
  product,
  trouble,
}) => {
  test.setTimeout(300_000)
  trouble.allow(EXPECTED)
  await take(page)
  const places = new Set<string>()
  for (const screen of await screensOf(product, await enterAs(context, product, 'owner'))) {
    const isFirst = places.size === 0
    await openNext(page, screen.address)
    await standing(page)
    const main = page.getByRole('main')
    if (!isFirst) await expect(main).toBeFocused()
    // The first screen of each place is seen in the dark at this width, too, and has the bar and the menu looked at. Nothing has
    // scrolled yet.
    const isNewPlace = !places.has(screen.place)
    const looks = isNewPlace ? LOOKS : OTHERS
    const inLast = async () => expectSeen(await controlStops(page), screen, ZOOM)
    await expectUsable(page, `${screen.title} ready`, { looks, reached: standing, hasShell: isNewPlace, inLast })
    // No screen does anything of its own when Tab is pressed: one of each place is walked through with keys.
    if (looks[0] === DESKTOP) {
      await main.focus()
      expectSeen(isNewPlace ? await focusStops(page, 'Tab', 400) : await controlStops(page), screen, DESKTOP)
    }
    places.add(screen.place)
  }
})

test('a screen that loads, that failed, or that lists nothing can be used by everybody; it says what failed, and the next try brings it', async ({
  page,
  context,
  product,
  trouble,
}) => {
  test.setTimeout(240_000)
  trouble.allow(EXPECTED)
  await take(page, ZOOM)
  await page.addInitScript(tryAgainAtOnce)
  const failed = page.getByRole('main').getByRole('alert')
  const refuse = refusing(404, 'There is nothing here today.')
  let answer: (route: Route) => Promise<void> = refuse
  const emptied = { lists: 0 }
  await page.route(DATA, (route) => answer(route))
  const places = new Set<string>()
  const screens = (await screensOf(product, await enterAs(context, product, 'owner'))).filter(
    ({ path }) => !NEEDS_NO_DATA.includes(path),
  )
  // All screens have the same skeletons, alerts and empty lists: those of one screen of each place are looked at, and at scale those of
  // the others, too, in a narrow window.
  for (const { path, place, title, address } of atScale(firstOfEach(screens), screens)) {
    const looks = places.has(place) ? ([ZOOM] as const) : NARROW_FIRST
    places.add(place)
    const held = Promise.withResolvers<void>()
    answer = (route) => held.promise.then(() => refuse(route))
    await openNext(page, address)
    await expect(page.locator('main [aria-busy="true"]').first(), title).toBeVisible()
    await expectUsable(page, `${title} loading`, { looks })
    held.resolve()
    await expect(failed.first(), title).toContainText(`Unable to load ${UNABLE[path]}.There is nothing here today.`)
    await expectUsable(page, `${title} failed`, { looks })
    emptied.lists = 0
    answer = (route) => answerWithout(route, emptied)
    for (let left = await failed.count(); left > 0; left = await failed.count()) {
      const tryAgain = failed.first().getByRole('button', { name: 'Try again' })
      // One try may bring what two parts show, the second a moment later.
      await tryAgain.click({ timeout: 2_000 }).catch(() => {})
      await expect.poll(() => failed.count(), { message: title, intervals: [50] }).toBeLessThan(left)
    }
    await standing(page)
    // A screen that lists nothing anyhow is as it was in the test before.
    if (emptied.lists > 0) await expectUsable(page, `${title} empty`, { looks, reached: standing })
    const told = EMPTY[path]
    if (told) await expect(page.getByText(told, { exact: true }), title).toBeVisible()
  }
})

function expectSeen(stops: readonly FocusStop[], { title }: Opened, { height, look }: typeof DESKTOP): void {
  expect(stops.length, title).toBeGreaterThan(0)
  expect.soft(unseenStops(stops, { height, bar: BAR }), `${title}, ${look}`).toEqual([])
}

test.describe('by the keyboard alone', () => {
  test.beforeEach(async ({ context, product }) => {
    await enterAs(context, product, 'owner')
  })

  test('the screens of a phone open, close and lead somewhere; a row’s menu opens, its question keeps the focus, and Escape gives it back', async ({
    page,
  }) => {
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
    // Focus that moves past its end would be on what it covers, so it closes.
    await page.keyboard.press('Enter')
    await bar.getByRole('button', { name: 'Sign Out' }).focus()
    await page.keyboard.press('Tab')
    await expect(bar).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await bar.getByRole('link', { name: 'System' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/settings')
    await expect(bar).toBeHidden()

    await take(page)
    await openNext(page, '/admin/library/locations')
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

  test('the palette leads to a screen, finds an event and does what it says; a key shows all keys, and can be switched off', async ({
    page,
    trouble,
  }) => {
    trouble.allow(EXPECTED)
    await page.goto('/admin')
    await standing(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
    await page.keyboard.type('audit')
    await expect(page.getByRole('option', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/audit-logs')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toHaveCount(0)

    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
    await page.keyboard.type('kansas city')
    await expect(page.getByRole('option', { name: /^Kansas City Reliability Workshop/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/event\/overview\?event=/)
    await expect(page.getByRole('navigation', { name: 'This event' })).toBeVisible()
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: KEYS_TITLE })
    await expect(keys).toContainText('save the form in view')
    await expectUsable(page, 'the list of keys')
    await keys.getByLabel(SINGLE_KEYS).uncheck()
    await page.keyboard.press('Escape')
    await expect(keys).toHaveCount(0)
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
    await page.keyboard.type('keyboard')
    await page.keyboard.press('Enter')
    await expect(keys.getByLabel(SINGLE_KEYS)).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expectDone(page)
  })
})

/** The palette makes a new event, approves accounts and has the site built again. */
async function expectDone(page: Page): Promise<void> {
  const take = async (typed: string, title: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
    await page.keyboard.type(typed)
    await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder(SEARCH_ADMIN)).toHaveCount(0)
  }
  await take('new event', 'New event')
  await expect(page).toHaveURL('/admin/event/setup')
  await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible()
  await take('approve', 'Approve waiting accounts')
  await expect(page).toHaveURL('/admin/users?tab=waiting')
  // A build would change the product under the other tests.
  let builds = 0
  await page.route('**/api/admin/builds', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    builds += 1
    await route.fulfill({ response: await page.request.get('/api/admin/builds') })
  })
  await take('build again', 'Build again')
  await expect(toast(page, 'Build requested')).toBeVisible()
  expect(builds).toBe(1)
}

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
