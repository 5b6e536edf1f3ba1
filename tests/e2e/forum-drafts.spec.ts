import { keptDrafts, openedTopic, openTopic, postButton, postNumber, replyText, wakeForum } from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(async ({ product, context }) => {
  await forgetLimits(product)
  // Pages warn before they are left with unsaved edits: here they are left all the same.
  await context.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
})

test('a draft survives a reload, and leaves with the post', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('Half a thought')
  await expect.poll(() => keptDrafts(page)).toEqual(['Half a thought'])
  await page.reload()
  await wakeForum(page)
  await expect(replyText(page)).toHaveValue('Half a thought')
  await expect(page.locator('.toast').filter({ hasText: 'Draft restored' })).toBeVisible()
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText('Half a thought')
  expect(await keptDrafts(page)).toEqual([])
  await page.reload()
  await wakeForum(page)
  await expect(replyText(page)).toHaveValue('')
})

test('two tabs of one topic keep two drafts', async ({ page, context, product }) => {
  const { topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('In the first tab')
  const other = await context.newPage()
  await openTopic(other, topic)
  await replyText(other).fill('In the second tab')
  await expect.poll(() => keptDrafts(page)).toHaveLength(2)
  await other.reload()
  await wakeForum(other)
  await expect(replyText(other)).toHaveValue('In the second tab')
  await expect(replyText(page)).toHaveValue('In the first tab')
})

test('signing out forgets the drafts', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('Nobody else reads this')
  await expect.poll(() => keptDrafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign in to reply' })).toBeVisible()
  await expect.poll(() => keptDrafts(page)).toEqual([])
})

test('a browser that keeps nothing still posts', async ({ page, context, product }) => {
  await context.addInitScript(() => {
    for (const name of ['setItem', 'getItem'] as const)
      Storage.prototype[name] = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
  })
  await openedTopic({ page, context, product })
  await replyText(page).fill('Without any storage')
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText('Without any storage')
})
