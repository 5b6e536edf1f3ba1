import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { appSettings, menuItems } from '#db/schema/site.ts'
import { parseBuildInfo } from '#src/contract/build.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Wish } from '#src/contract/wish.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { publishingTest } from './support/publishing-test.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page } from './support/site-test.ts'

const test = publishingTest()
test.beforeEach(({ trouble }) => trouble.allow(/404 .*\/api\/events\/featured/))

const done = (page: Page) => page.getByRole('region', { name: 'You asked, we did' })
const button = (page: Page) => page.getByRole('button', { name: 'Report Issue' })

const FOR_MEMBERS = { visibleToAnonymous: false, visibleToUser: true, visibleToAdmin: false }
const ITEMS = [
  { label: 'Report Issue', href: '#report-modal', displayOrder: 1, ...FOR_MEMBERS },
  { label: 'A partner', href: 'https://partner.example/about', displayOrder: 2, isExternal: true },
]

test('a published wish is on the feedback page, in its public words', async ({ page, context, own }) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.locator('[data-report-button]')).toHaveCount(0)
  await page.goto('/feedback')
  await expect(done(page)).toContainText('Nothing here yet.')

  await signIn(context, own, await giveMember(own, { role: 'admin' }))
  const wish = { id: crypto.randomUUID(), title: 'Inner name of it', status: 'shipped' }
  const made = await ask(context.request, own, 'POST', '/api/admin/wishes', wish)
  await own.query(async (db) => {
    await db.insert(menuItems).values(ITEMS)
    await db.insert(appSettings).values({ settingKey: 'navigation_visibility', settingValue: { show_to_public: true } })
  })
  const told = await ask(context.request, own, 'PATCH', `/api/admin/wishes/${made.item.id}`, {
    ...formOf(made.item),
    ...{ publicTitle: 'Handouts in Spanish', publicText: 'First line,\nsecond line.', isPublic: true },
  })
  await untilLive(own, told)
  await page.goto('/feedback')
  await expect(done(page).getByRole('heading', { level: 3 })).toHaveText(['Handouts in Spanish'])
  await expect(done(page).getByText('second line.')).toBeVisible()
  const html = await (await context.request.get('/feedback')).text()
  expect(html).not.toContain('Inner name of it')
  expect(html).not.toContain(made.item.id)
})

test('a report item for members shows the button to members alone; a link elsewhere opens a tab of its own', async ({
  page,
  browser,
  context,
  own,
}) => {
  await page.goto('/')
  await expect(page.locator('[data-report-button]')).toHaveCount(1)
  await expect(button(page)).toBeHidden()
  expect(await mayReport(context)).toBe(false)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'A partner' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/)

  await signIn(context, own, await giveMember(own))
  await page.reload()
  await expect(button(page)).toBeVisible()
  await button(page).click()
  await expect(page.getByRole('dialog', { name: 'Submit Feedback' })).toBeVisible()
  expect(await mayReport(context)).toBe(true)

  const admins = await browser.newContext({ baseURL: own.url })
  await signIn(admins, own, await giveMember(own, { role: 'moderator' }))
  const other = await admins.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect(button(other)).toBeHidden()
  expect(await mayReport(admins)).toBe(false)
  await admins.close()
})

test('an item for anonymous visitors alone hides it from who signs in, and shows it to who signs out', async ({
  page,
  context,
  own,
}) => {
  const forVisitors = { visibleToAnonymous: true, visibleToUser: false }
  await own.edit((tx) => tx.update(menuItems).set(forVisitors).where(eq(menuItems.href, '#report-modal')))
  await page.goto('/')
  await expect(button(page)).toBeVisible()
  await signIn(context, own, await giveMember(own))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(button(page)).toBeHidden()
  await page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST' }))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(button(page)).toBeVisible()
})

/** What the form of a wish sends back. */
function formOf({ version, title, description, status, target, isPublic, publicTitle, publicText }: Wish) {
  return { version, title, description, status, target, isPublic, publicTitle, publicText }
}

async function ask(
  request: APIRequestContext,
  { url }: RunningProduct,
  method: 'POST' | 'PATCH',
  path: string,
  data: object,
): Promise<Changed<Wish>> {
  const answer = await request.fetch(path, { method, data, headers: { Origin: url } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Changed<Wish>
}

/** The save itself asked for the build that shows it. */
async function untilLive({ url }: RunningProduct, { revision }: Changed<Wish>): Promise<void> {
  expect(revision).not.toBeNull()
  const live = async () => parseBuildInfo(await (await fetch(`${url}/build.json`)).json())?.revision
  await expect.poll(live, { timeout: 100_000 }).toBeGreaterThanOrEqual(revision ?? 0)
}

async function mayReport(context: BrowserContext): Promise<boolean> {
  return (await (await context.request.get('/api/navigation')).json()).canReport
}
