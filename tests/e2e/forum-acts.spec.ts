import { eq } from 'drizzle-orm'
import { bans } from '#db/schema/security.ts'
import { AUTHOR_BANNED } from '#src/contract/forum.ts'
import { giveTopic, giveWriter, openedTopic, openMenu, openTopic, postNumber } from './support/forum.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

test('thanks and following show at once, stay after a reload, and are taken back; a menu opens and closes by keys, and from it a post is reported to the moderators once', async ({
  page,
  context,
  product,
}) => {
  const { topic } = await openedTopic({ page, context, product })
  const thank = postNumber(page, 2).getByRole('button', { name: 'Thank', exact: true })
  const settled = page.waitForResponse(/\/thanks$/)
  await thank.click()
  await expect(thank).toHaveAttribute('aria-pressed', 'true')
  await expect(postNumber(page, 2).locator('[data-thanks]')).toHaveText('1 thanks')
  await expect(page.locator('[data-count=thanks]')).toHaveText('1')
  expect((await settled).status()).toBe(200)
  await page.getByRole('button', { name: 'Follow this topic' }).click()
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true')
  await openTopic(page, topic)
  await expect(thank).toHaveAttribute('aria-pressed', 'true')
  await thank.click()
  await expect(thank).toHaveAttribute('aria-pressed', 'false')
  await expect(postNumber(page, 2).locator('[data-thanks]')).toHaveText('')
  await page.getByRole('button', { name: 'Following' }).click()
  await expect(page.getByRole('button', { name: 'Follow this topic' })).toBeVisible()

  const more = page.getByRole('button', { name: 'More for post 2', exact: true })
  await more.focus()
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await expect(report).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await report.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByLabel('Reason').selectOption('dangerous')
  await dialog.getByLabel('Note').fill('The lock-out is missing.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog).toHaveCount(0)
  const menu = await openMenu(page, 2)
  await expect(menu.getByRole('button', { name: 'Report' })).toHaveCount(0)
})

test('how the forum mails is chosen, and stays chosen', async ({ page, context, product }) => {
  await signIn(context, product, await giveWriter(product))
  await page.goto('/forum/settings')
  await page.getByLabel(/^Once a day/).check()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(page.getByLabel(/^Once a day/)).toBeChecked()
})

test('an admin bans the author of a post from its menu', async ({ page, context, product, trouble }) => {
  trouble.allow(/status of 400/)
  const author = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by: author, source: 'Buy my grease.' }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'admin' }))
  await openTopic(page, topic)
  await (await openMenu(page, 1)).getByRole('button', { name: 'Ban author' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban this author?' })
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(dialog.getByText('A ban needs a reason').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('Advertising')
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.locator('.toast').filter({ hasText: AUTHOR_BANNED })).toBeVisible()
  const stored = await product.query((db) => db.select().from(bans).where(eq(bans.subject, author.id)))
  expect(stored).toMatchObject([{ reason: 'Advertising' }])
})
