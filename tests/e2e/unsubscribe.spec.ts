import { eq } from 'drizzle-orm'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { giveMailed, oneClickPath } from './support/forum-mail.ts'
import { violations } from './support/site-pages.ts'
import { expect, type Page, test } from './support/site-test.ts'

const END = '**/api/unsubscribe'
const TITLE = 'Which <b>grease</b> for slow bearings?'

function standingOf(product: RunningProduct, userId: string) {
  return product.query(async (db) => {
    const [choice] = await db.select().from(forumPreferences).where(eq(forumPreferences.userId, userId))
    const [follow] = await db.select().from(forumFollows).where(eq(forumFollows.userId, userId))
    return { mail: choice?.mail, isOn: follow?.isOn }
  })
}

const all = (page: Page) => page.getByRole('button', { name: 'Stop all forum mails' })
const one = (page: Page) => page.getByRole('button', { name: `Stop these mails about ${TITLE}` })

test('the link in a mail changes nothing; a click ends all mails, and the address keeps no token', async ({
  page,
  product,
}) => {
  const { userId, path } = await giveMailed(product, TITLE)
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(all(page)).toBeEnabled()
  await expect(page).toHaveURL('/unsubscribe#token')
  expect(await standingOf(product, userId)).toEqual({ mail: undefined, isOn: true })
  expect(await violations(page)).toEqual([])

  await all(page).click()
  await expect(page.getByRole('status')).toContainText('No more mails from the forum')
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Forum settings' })).toHaveAttribute('href', '/forum/settings')
  expect(await standingOf(product, userId)).toEqual({ mail: 'none', isOn: true })
})

test('or only those about one topic, whose title is shown as it was typed', async ({ page, product }) => {
  const { userId, path } = await giveMailed(product, TITLE)
  await page.goto(path)
  await expect(page.getByText(TITLE, { exact: true })).toBeVisible()
  await one(page).click()
  await expect(page.getByText('Stopped.')).toBeVisible()
  await expect(all(page)).toBeEnabled()
  expect(await standingOf(product, userId)).toEqual({ mail: undefined, isOn: false })
})

test('a lost answer leaves the buttons, with the reason', async ({ page, product, trouble }) => {
  trouble.allow(/Failed to load resource/)
  const { path } = await giveMailed(product, TITLE)
  await page.goto(path)
  await page.route(END, (route) => route.abort())
  await all(page).click()
  await expect(page.getByRole('alert')).toContainText('That did not work yet.')
  await page.unroute(END)
  await all(page).click()
  await expect(page.getByRole('status')).toContainText('No more mails from the forum')
})

test('a link that is none any more says so, and where to choose', async ({ page, trouble }) => {
  trouble.allow(/404 .*\/api\/unsubscribe\/look/)
  await page.goto(`/unsubscribe#token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText('This link is not valid any more.')
  await expect(page.getByRole('link', { name: 'Forum settings' })).toBeVisible()
  await expect(all(page)).toHaveCount(0)
})

test('loaded again, or without a link, the page asks to open the one in the mail', async ({ page }) => {
  for (const path of ['/unsubscribe', '/unsubscribe#token']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('Open the link again')
    expect(await violations(page)).toEqual([])
  }
})

test('nothing of the page is kept, listed or told to others (TL6)', async ({ request }) => {
  const {
    'cache-control': cache,
    'referrer-policy': referrer,
    'x-robots-tag': robots,
  } = (await request.get('/unsubscribe')).headers()
  expect([cache, referrer, robots]).toEqual(['no-store', 'no-referrer', 'noindex'])
})

test('a mail program’s POST ends the mails; a look at its address leads to the page', async ({
  page,
  request,
  product,
}) => {
  const { userId, path } = await giveMailed(product, TITLE)
  const address = oneClickPath(path)
  await page.goto(address)
  await expect(all(page)).toBeEnabled()
  expect(await standingOf(product, userId)).toMatchObject({ mail: undefined })
  const answer = await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(answer.status()).toBe(204)
  expect(await standingOf(product, userId)).toMatchObject({ mail: 'none' })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation where mails are ended, on a phone, ${colorScheme}`, async ({ page, product }) => {
    const { path } = await giveMailed(product, TITLE)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    await expect(one(page)).toBeEnabled()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed', async ({ page }) => {
    await page.goto('/unsubscribe')
    await expect(page.getByText('Stopping mails here needs JavaScript.')).toBeVisible()
    await expect(all(page)).toBeHidden()
  })
})
