import { PLACES } from '#src/admin/places.ts'
import { SCREENS } from '#src/admin/routes.ts'
import { NOTHING_FOUND, SEARCH_ADMIN } from '#src/admin/shell/palette-words.ts'
import { atScale } from '#tests/support/scale.ts'
import { enterAs } from './support/admin-page.ts'
import { openNext, standing } from './support/admin-screens.ts'
import {
  CROWDED,
  DRAFTS,
  HOSTILE_PERSON,
  HOSTILE_PROPOSAL,
  HOSTILE_RULE,
  HOSTILE_TASK,
  VICTIM,
} from './support/hostile-admin.ts'
import { HOSTILE_BLOCK } from './support/hostile-content.ts'
import { test } from './support/hostile-product.ts'
import { HOSTILE_ORDER, HOSTILE_PRODUCT } from './support/hostile-products.ts'
import { HOSTILE_REPORT } from './support/hostile-reports.ts'
import { HOSTILE_SET } from './support/hostile-sets.ts'
import { HOSTILE_WISH } from './support/hostile-wishes.ts'
import { expect, type Page } from './support/site-test.ts'
import { CORPUS } from './support/xss-corpus.ts'

test.describe.configure({ timeout: 240_000 })

/** Long lists come in the longest pages there are: fewer clicks show them whole. */
const LISTS =
  /\/api\/admin\/(vendors|vendor-invites|content-blocks|content-pages|analytics-imports|team|products|users|audit-log|suppressions|bans|locations|agenda-templates|task-templates|orders|change-sets|reports|mails|events)(\?|$)/
const BEGINNINGS = CORPUS.map((text) => [...text].slice(0, 30).join('').replace(/\s+/g, ''))

const TEST_MAILS = `/admin/test-logistics-email?event=${CROWDED}&person=${HOSTILE_PERSON}`

/** Half of the drafts: the form and the preview show the same page of an event. */
function draftsFor(screen: 'setup' | 'preview'): string[] {
  return DRAFTS.filter(({ at }) => at % 2 === (screen === 'setup' ? 0 : 1)).map(({ id }) => id)
}

/** Where a screen of the table shows what people wrote: its tabs, its filters, one of its rows. */
const VIEWS: Record<string, string[]> = {
  '/admin': ['/admin'],
  '/admin/project-overview': ['/admin/project-overview'],
  '/admin/event/manage': ['/admin/event/manage', `/admin/event/manage?history=${CROWDED}`],
  '/admin/event/setup': [CROWDED, ...draftsFor('setup')].map((id) => `/admin/event/setup?id=${id}`),
  '/admin/event/preview/$id': [CROWDED, ...draftsFor('preview')].map((id) => `/admin/event/preview/${id}`),
  '/admin/event/vendors': ['vendors', 'team', 'agenda'].map(
    (part) => `/admin/event/vendors?event=${CROWDED}&part=${part}`,
  ),
  '/admin/event/emails': [`/admin/event/emails?event=${CROWDED}`],
  '/admin/event/tasks': [
    `/admin/event/tasks?event=${CROWDED}`,
    `/admin/event/tasks?event=${CROWDED}&task=${HOSTILE_TASK}`,
  ],
  '/admin/event/logistics/$eventId': [
    `/admin/event/logistics/${CROWDED}?person=${HOSTILE_PERSON}`,
    `/admin/event/logistics/${CROWDED}?part=deliveries`,
    `/admin/event/logistics/${CROWDED}?part=meals`,
    `/admin/event/logistics/${CROWDED}?part=run-sheet`,
  ],
  '/admin/test-logistics-email': [TEST_MAILS],
  '/admin/event-calendar': ['/admin/event-calendar?month=2090-02', '/admin/event-calendar?month=2090-02&view=list'],
  '/admin/event/overview': [`/admin/event/overview?event=${CROWDED}`],
  '/admin/event/pickups': [`/admin/event/pickups?event=${CROWDED}`],
  '/admin/event/timeline': [`/admin/event/timeline?event=${CROWDED}`],
  '/admin/library/vendors': ['/admin/library/vendors'],
  '/admin/vendor-portal': [
    `/admin/vendor-portal?proposal=${HOSTILE_PROPOSAL}`,
    '/admin/vendor-portal?tab=tasks',
    '/admin/vendor-portal?tab=activity',
  ],
  '/admin/vendor-invites': ['/admin/vendor-invites'],
  '/admin/library/team': ['/admin/library/team'],
  '/admin/library/locations': ['/admin/library/locations'],
  '/admin/library/agenda': ['/admin/library/agenda'],
  '/admin/library/tasks': ['/admin/library/tasks'],
  '/admin/orders': ['/admin/orders'],
  '/admin/orders/$orderId': [`/admin/orders/${HOSTILE_ORDER}`],
  '/admin/library/products': ['/admin/library/products', `/admin/library/products?edit=${HOSTILE_PRODUCT}`],
  '/admin/library/content': [
    '/admin/library/content',
    `/admin/library/content?edit=${HOSTILE_BLOCK}`,
    '/admin/library/content?tab=pages',
    `/admin/library/content?tab=slots&event=${CROWDED}`,
    '/admin/library/content?tab=texts',
  ],
  '/admin/users': ['/admin/users', '/admin/users?tab=all', '/admin/users?tab=addresses'],
  '/admin/users/$userId': [`/admin/users/${VICTIM}`],
  '/admin/forum': ['/admin/forum', '/admin/forum?queue=flagged', '/admin/forum?queue=hidden'],
  '/admin/forum/categories': ['/admin/forum/categories'],
  '/admin/reports': ['/admin/reports', '/admin/reports?status=merged', `/admin/reports?report=${HOSTILE_REPORT}`],
  '/admin/wishlist': ['/admin/wishlist', `/admin/wishlist?wish=${HOSTILE_WISH}`],
  '/admin/feedback': ['/admin/feedback'],
  '/admin/analytics-backfill': ['/admin/analytics-backfill'],
  '/admin/analytics': ['/admin/analytics'],
  '/admin/content-checks': ['/admin/content-checks'],
  '/admin/content-studio': ['/admin/content-studio'],
  '/admin/content-studio/$setId': [`/admin/content-studio/${HOSTILE_SET}`],
  '/admin/menu': ['/admin/menu'],
  '/admin/settings': ['/admin/settings'],
  '/admin/security': ['/admin/security'],
  '/admin/emergency-reset': ['/admin/emergency-reset'],
  '/admin/security-test': ['/admin/security-test'],
  '/admin/audit-logs': ['/admin/audit-logs', '/admin/audit-logs?entry=1'],
  '/admin/workflows': ['/admin/workflows', `/admin/workflows?edit=${HOSTILE_RULE}`],
  '/admin/email-diagnostics': [
    '/admin/email-diagnostics?tab=overview',
    '/admin/email-diagnostics?state=dead',
    '/admin/email-diagnostics?tab=stopped',
    '/admin/email-diagnostics?tab=domain',
  ],
}

/** Views of one thing, or of a few, hold some of the texts; all others hold them all. */
const ABOUT_ONE =
  /^\/admin$|\?(id|edit|history|entry|proposal|wish|queue)=|&task=|\/preview\/|\/timeline|\/overview|\/event-calendar|\/orders\/|\/test-logistics-email|\/(forum|security|project-overview|analytics|content-checks)$/
/** Show what people wrote only while the site is closed, and once a check has found something. */
const SELDOM = [
  ...['/admin/emergency-reset', '/admin/security-test', '/admin/email-diagnostics?tab=domain'],
  // Nobody edited a standing text: each is on every page. (src/sections/content/Slots.test.tsx)
  '/admin/library/content?tab=texts',
]

/** Places whose screens one test opens one after the other. The events take as long as half of the others. */
const OTHERS = PLACES.map(({ name }) => name).filter((name) => name !== 'Events')
const GROUPS = [['Events'], OTHERS.slice(0, OTHERS.length / 2), OTHERS.slice(OTHERS.length / 2)]

test('every screen of the table is looked at', () => {
  expect(Object.keys(VIEWS).toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted())
})

for (const places of GROUPS) {
  test(`nothing that people wrote runs under ${places.join(', ')}, whatever it says (XS1, XS2)`, async ({
    page,
    context,
    hostile,
  }) => {
    await enterAs(context, hostile, 'owner')
    await page.route(LISTS, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '100')
      return route.continue({ url: url.href })
    })
    const screens = SCREENS.filter((screen) => places.includes(screen.place))
    const tabs: string[] = []
    // One view of each screen after the other: the app is loaded again only where two views of one screen follow each other,
    // which share its heading.
    const lists = screens.map(({ path }) => VIEWS[path]?.map((address) => ({ path, address })) ?? [])
    // At scale, each view of a screen.
    const most = atScale(1, Math.max(...lists.map(({ length }) => length)))
    const views = Array.from({ length: most }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
    for (const [at, { path, address }] of views.entries()) {
      await (path === views[at - 1]?.path ? page.goto(address) : openNext(page, address))
      await standing(page)
      const least = SELDOM.includes(address) ? 0 : ABOUT_ONE.test(address) ? 1 : CORPUS.length
      if (address === TEST_MAILS) await page.getByRole('button', { name: 'Send all to me' }).click()
      else if (/[?&](entry|person)=/.test(address)) await expect(page.getByRole('dialog')).toBeVisible()
      else await showMore(page, least)
      await expect
        .poll(() => hostileTexts(page), { message: `hostile texts on ${address}`, intervals: [100] })
        .toBeGreaterThanOrEqual(least)
      await expectUnharmed(page, address)
      const selected = await page.getByRole('tab', { selected: true }).allTextContents()
      tabs.push(...selected.map((tab) => `${path}: ${tab}`))
    }
    expect(tabs, 'each tab, once').toEqual([...new Set(tabs)])
  })
}

test('the palette, asked for such a text, and the preview of a file with invitations run nothing of it (XS2)', async ({
  page,
  context,
  hostile,
}) => {
  await enterAs(context, hostile, 'owner')
  await page.goto('/admin/vendor-invites')
  await standing(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(SEARCH_ADMIN)).toBeFocused()
  await page.keyboard.type('<img src=x onerror=xss=1>')
  await expect(page.getByRole('option').or(page.getByText(NOTHING_FOUND)).first()).toBeVisible()
  await expectUnharmed(page, 'the palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite from a file' }).click()
  const dialog = page.getByRole('dialog')
  const lines = CORPUS.map((text) =>
    Array(3)
      .fill(`"${text.replaceAll('"', '""')}"`)
      .join(','),
  )
  await dialog.locator('textarea').fill(lines.join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  expect(await hostileTexts(page)).toBeGreaterThan(CORPUS.length / 2)
  await expectUnharmed(page, 'the preview of a file')
})

test('no cell of the exported log is a formula (XS2)', async ({ context, hostile }) => {
  await enterAs(context, hostile, 'owner')
  const text = await (await context.request.get(`${hostile.url}/api/admin/audit-log/export.csv`)).text()
  const cells = cellsOf(text)
  expect(cells.length).toBeGreaterThan(1_000)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.startsWith("'=HYPERLINK"))).not.toEqual([])
})

/** One page of a list after the other, until this many of the texts are there. */
async function showMore(page: Page, least: number): Promise<void> {
  const more = page.getByRole('button', { name: /^Show more/ }).first()
  const rows = page.locator('main :is(tbody tr, li)')
  for (let pages = 0; pages < 30 && (await hostileTexts(page)) < least && (await more.isVisible()); pages += 1) {
    const before = await rows.count()
    // The screen waits longer for a busy server than `expect` does.
    const answer = page.waitForResponse(/[?&]cursor=/)
    await more.click()
    expect((await answer).status(), (await answer).url()).toBe(200)
    // A page of rows and the button that leads on, or no longer does, are drawn at once.
    await expect.poll(() => rows.count(), { intervals: [50] }).toBeGreaterThan(before)
  }
}

/** How many of the hostile texts can be read on the screen, in its fields and in its frames. The shortest field holds 30 characters. */
async function hostileTexts(page: Page): Promise<number> {
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(getText)))
  const shown = texts.join('').replace(/\s+/g, '')
  return BEGINNINGS.filter((text) => shown.includes(text)).length
}

/** Runs in the page. Lists to choose from are left out: they show what other screens are about. */
function getText(): string {
  const root = document.querySelector('main') ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('option, script, style')) texts.push(node.textContent ?? '')
  return texts.join(' ')
}

async function expectUnharmed(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'xss')), where).toBeUndefined()
  const foreign = page.locator('main :is(object, embed, base, script, style, meta, marquee, math, animate)')
  await expect(foreign, where).toHaveCount(0)
  const scripts = page.locator(
    ':is([href^="javascript:" i], [src^="javascript:" i], [href^="data:text" i], [srcdoc*="<script"])',
  )
  await expect(scripts, where).toHaveCount(0)
}

/** The cells of a CSV file. (RFC 4180) */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?<=^|,|\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}
