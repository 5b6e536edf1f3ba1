import { eq } from 'drizzle-orm'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { issueMailUnsubscribe } from '#src/domain/suppressions/mail-unsubscribe.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { giveMailed } from './support/forum-mail.ts'
import { expectUsable } from './support/looks.ts'
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

const all = (page: Page) => page.getByRole('button', { name: 'Stop all forum emails' })
const one = (page: Page) => page.getByRole('button', { name: `Stop these emails about ${TITLE}` })

test('the link in a mail changes nothing; clicks end the mails about one topic, then all; the address keeps no token', async ({
  page,
  product,
}) => {
  const { userId, path } = await giveMailed(product, TITLE)
  await page.goto(path)
  await expect(all(page)).toBeEnabled()
  await expect(page).toHaveURL('/unsubscribe#token')
  await expect(page.getByText(TITLE, { exact: true })).toBeVisible()
  expect(await standingOf(product, userId)).toEqual({ mail: undefined, isOn: true })
  await expectUsable(page, 'before a click')

  await one(page).click()
  await expect(page.getByText('Stopped.')).toBeVisible()
  await expect(all(page)).toBeEnabled()
  expect(await standingOf(product, userId)).toEqual({ mail: undefined, isOn: false })

  await all(page).click()
  await expect(page.getByRole('status')).toContainText('Forum emails stopped')
  await expect(page.getByRole('status')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Forum settings' })).toHaveAttribute('href', '/forum/settings')
  expect(await standingOf(product, userId)).toEqual({ mail: 'none', isOn: false })
  await expectUsable(page, 'all stopped')
})

test('an address without an account stops emails of one kind, and gets them again', async ({ page, product }) => {
  const email = `${crypto.randomUUID()}@plant.example`
  const token = await product.query((db) => issueMailUnsubscribe(db, { email, kind: 'report-mail' }, Date.now()))
  await page.goto(`/unsubscribe#token=${token}`)
  const stop = page.getByRole('button', { name: 'Stop news about your reports' })
  await expect(stop).toBeEnabled()
  await expect(page.getByText(`${email[0]}…@plant.example gets news about your reports from us.`)).toBeVisible()
  await expectUsable(page, 'a kind before a click')
  await stop.click()
  await expect(page.getByRole('status')).toContainText('Emails stopped')
  await expect(page.getByRole('status')).toBeFocused()
  await expectUsable(page, 'a kind that is stopped')
  await page.getByRole('button', { name: 'Get them again' }).click()
  await expect(stop).toBeEnabled()
})

test('each state of the page says what to do: no link, a lost answer, a dead link', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/)
  const { path } = await giveMailed(product, TITLE)
  await page.goto('/unsubscribe#token')
  await expect(page.getByRole('alert')).toContainText('Open the link again')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Open the link again')
  await expectUsable(page, 'without a link')

  await page.goto(path)
  await page.route(END, (route) => route.abort())
  await all(page).click()
  await expect(page.getByRole('alert')).toContainText('That did not work.')
  await expect(all(page)).toBeEnabled()
  await expectUsable(page, 'a lost answer')

  await page.goto(`/unsubscribe#token=${'x'.repeat(43)}`)
  await expect(page.getByRole('alert')).toContainText(LINK_DEAD)
  await expect(page.getByRole('link', { name: 'Forum settings' })).toBeVisible()
  await expect(all(page)).toHaveCount(0)
  await expectUsable(page, 'a dead link')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('says what is needed', async ({ page }) => {
    await page.goto('/unsubscribe')
    await expect(page.getByText('Stopping emails here needs JavaScript.')).toBeVisible()
    await expect(all(page)).toBeHidden()
  })
})
