import type { BrowserContext } from '@playwright/test'
import { SCREENS } from '#src/admin/routes.ts'
import type { Product } from '#tests/support/product.ts'
import { enterAs } from './support/admin-page.ts'
import { standing } from './support/admin-screens.ts'
import { CROWDED, DRAFTS, test, VICTIM } from './support/hostile-admin.ts'
import { HOSTILE_REPORT } from './support/hostile-reports.ts'
import { HOSTILE_WISH } from './support/hostile-wishes.ts'
import { expect, type Page } from './support/site-test.ts'

test.describe.configure({ mode: 'default', timeout: 240_000 })

/** Where else a screen of the table shows what people wrote: its tabs, its filters, one of its rows. */
const VIEWS: Record<string, string[]> = {
  '/admin': ['/admin'],
  '/admin/event/manage': ['/admin/event/manage', `/admin/event/manage?history=${CROWDED}`],
  '/admin/event/setup': [CROWDED, ...DRAFTS.map(({ id }) => id)].map((id) => `/admin/event/setup?id=${id}`),
  '/admin/event/preview/$id': [CROWDED, ...DRAFTS.map(({ id }) => id)].map((id) => `/admin/event/preview/${id}`),
  '/admin/event/vendors': ['vendors', 'team', 'agenda'].map(
    (part) => `/admin/event/vendors?event=${CROWDED}&part=${part}`,
  ),
  '/admin/library/vendors': ['/admin/library/vendors'],
  '/admin/library/team': ['/admin/library/team'],
  '/admin/library/locations': ['/admin/library/locations'],
  '/admin/library/agenda': ['/admin/library/agenda'],
  '/admin/users': ['/admin/users', '/admin/users?tab=everybody', '/admin/users?tab=addresses'],
  '/admin/users/$userId': [`/admin/users/${VICTIM}`],
  '/admin/forum': ['/admin/forum', '/admin/forum?queue=flagged', '/admin/forum?queue=hidden'],
  '/admin/forum/categories': ['/admin/forum/categories'],
  '/admin/reports': ['/admin/reports', '/admin/reports?status=merged', `/admin/reports?report=${HOSTILE_REPORT}`],
  '/admin/wishlist': ['/admin/wishlist', `/admin/wishlist?wish=${HOSTILE_WISH}`, '/admin/wishlist?wish=new'],
  '/admin/feedback': ['/admin/feedback'],
  '/admin/menu': ['/admin/menu'],
  '/admin/settings': ['/admin/settings'],
  '/admin/audit-logs': ['/admin/audit-logs', '/admin/audit-logs?entry=1'],
  '/admin/email-diagnostics': ['/admin/email-diagnostics'],
}

test('every screen of the table is looked at', () => {
  expect(Object.keys(VIEWS).toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted())
})

for (const [path, addresses] of Object.entries(VIEWS)) {
  test(`nothing that people wrote runs on ${path}, whatever it says (XS1, XS2)`, async ({ page, context, hostile }) => {
    await enter(context, hostile)
    for (const address of addresses) {
      await page.goto(address)
      await standing(page)
      await showAll(page)
      await expectUnharmed(page, address)
    }
  })
}

test('the palette, asked for such a text, runs nothing', async ({ page, context, hostile }) => {
  await enter(context, hostile)
  await page.goto('/admin')
  await standing(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('<img src=x onerror=xss=1>')
  await page.waitForLoadState('networkidle')
  await expectUnharmed(page, 'the palette')
})

test('no cell of the exported log is a formula (XS2)', async ({ context, hostile }) => {
  await enter(context, hostile)
  const text = await (await context.request.get(`${hostile.url}/api/admin/audit-log/export.csv`)).text()
  const cells = cellsOf(text)
  expect(cells.length).toBeGreaterThan(1_000)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.startsWith("'=HYPERLINK"))).not.toEqual([])
})

async function enter(context: BrowserContext, hostile: Product): Promise<void> {
  await enterAs(context, hostile, 'owner')
}

/** Every page of a list, one after the other; behind an open dialog there is none to reach. */
async function showAll(page: Page): Promise<void> {
  if ((await page.locator('dialog[open]').count()) > 0) return
  const more = page.getByRole('button', { name: /^Show more/ }).first()
  const rows = page.locator('main :is(tbody tr, li)')
  for (let pages = 0; pages < 12 && (await more.isVisible()); pages += 1) {
    const before = await rows.count()
    await more.click()
    // A page of rows and the button that leads on, or no longer does, are drawn at once.
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  }
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
