import { keptDrafts, openedTopic, postButton, postNumber, replyText, wakeForum } from './support/forum.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(async ({ context }) => {
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
