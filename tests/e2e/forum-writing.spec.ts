import {
  inOwnBrowser,
  openedTopic,
  postButton,
  postNumber,
  replyForm,
  replyText,
  storedPosts,
  wakeForum,
} from './support/forum.ts'
import { expect, test } from './support/site-test.ts'

const LOST = /Failed to load resource: net::/

test('a reply that is sent by a double press is in the page once, at once and after a reload, and has the focus', async ({
  page,
  context,
  product,
}) => {
  const { me, topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('Check the **oil level** first.')
  await postButton(page).dblclick()
  const reply = postNumber(page, 3)
  await expect(reply).toBeFocused()
  await expect(reply.locator('strong')).toHaveText('oil level')
  await expect(reply).toContainText(me.username)
  await expect(page.getByRole('status').filter({ hasText: 'Your reply is posted.' })).toBeVisible()
  await expect(replyText(page)).toHaveValue('')
  expect(await storedPosts(product, topic.id)).toHaveLength(3)
  const told = page.locator('.forum-head [data-count=replies], .facts [data-count=replies]')
  await expect(told).toHaveText(['2 replies', '2'])
  await expect(async () => {
    await page.reload()
    await expect(reply.locator('strong')).toHaveText('oil level', { timeout: 1_000 })
  }).toPass()
  await expect(told).toHaveText(['2 replies', '2'])
})

test('a reply that was posted keeps the focus when its answer came between the two clicks of a double click', async ({
  page,
  context,
  product,
}) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('The seal leaks.')
  await postButton(page).click()
  const reply = postNumber(page, 3)
  await expect(reply).toBeFocused()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(reply).toBeFocused()
  await expect(replyForm(page).getByRole('alert')).toHaveCount(0)
  await replyText(page).click()
  await expect(replyText(page)).toBeFocused()
})

test('after an answer that was lost the text stays, and the second press posts nothing twice', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(LOST)
  const { topic } = await openedTopic({ page, context, product })
  await page.route('**/api/forum/topics/*/posts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await replyText(page).fill('The answer to this is lost.')
  await postButton(page).click()
  await expect(replyForm(page).getByRole('alert')).toContainText('still here')
  await expect(replyText(page)).toHaveValue('The answer to this is lost.')
  await page.unroute('**/api/forum/topics/*/posts')
  await replyForm(page).getByRole('button', { name: 'Try again' }).click()
  await expect(postNumber(page, 3)).toContainText('The answer to this is lost.')
  expect(await storedPosts(product, topic.id)).toHaveLength(3)
})

test('a quote names its author and what was selected, and the reply says what it answers', async ({
  page,
  context,
  product,
}) => {
  const { asker } = await openedTopic({ page, context, product })
  await postNumber(page, 2).getByRole('button', { name: 'Quote' }).click()
  await expect(replyText(page)).toHaveValue(`> @${asker.username} wrote:\n>\n> Measured: 92 degrees at the input.\n\n`)
  await expect(replyText(page)).toBeFocused()
  await expect(replyForm(page)).toContainText(`Replying to #2 by ${asker.username}.`)
  await replyText(page).press('End')
  await replyText(page).pressSequentially('Too hot.')
  await postButton(page).click()
  const reply = postNumber(page, 3)
  await expect(reply.locator('blockquote')).toContainText('Measured: 92 degrees')
  await expect(reply).toContainText(`in reply to ${asker.username}, #2`)
  await expect(reply.getByRole('link', { name: '#2' })).toHaveAttribute('href', '#post-2')
})

test('a member is chosen behind an @ by keys alone; the name leads to them, and they read of it behind the bell', async ({
  page,
  browser,
  context,
  product,
}) => {
  // As much of a phone as its keyboard leaves.
  await page.setViewportSize({ width: 360, height: 420 })
  const { asker, topic } = await openedTopic({ page, context, product })
  await replyText(page).pressSequentially(`Thanks @${asker.username.slice(0, -1)}`)
  const option = page.getByRole('option', { name: `@${asker.username}` })
  await expect(option).toBeInViewport({ ratio: 1 })
  for (let steps = 0; steps < 8 && (await option.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await replyText(page).press('ArrowDown')
  await replyText(page).press('Enter')
  await expect(replyText(page)).toHaveValue(`Thanks @${asker.username} `)
  await postButton(page).click()
  const link = postNumber(page, 3).getByRole('link', { name: `@${asker.username}` })
  await expect(link).toHaveAttribute('href', `/forum/member/${asker.username}`)
  const theirs = await inOwnBrowser(browser, product, asker)
  await theirs.goto('/forum')
  await wakeForum(theirs)
  const bell = theirs.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveText(/1 unread/)
  await bell.click()
  await expect(theirs.getByRole('link', { name: new RegExp(`mentioned you in ${topic.title}`) })).toBeVisible()
  await expect(bell).not.toHaveText(/unread/)
  await theirs.context().close()
})

test('the preview shows what the server would make of the text', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('- one\n- **two** <img src=x onerror=alert(1)>')
  await replyForm(page).getByRole('button', { name: 'Preview' }).click()
  const preview = replyForm(page).getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(preview.locator('strong')).toHaveText('two')
  await expect(preview.locator('img')).toHaveCount(0)
  await replyForm(page).getByRole('button', { name: 'Preview' }).click()
  await expect(replyText(page)).toHaveValue(/two/)
})
