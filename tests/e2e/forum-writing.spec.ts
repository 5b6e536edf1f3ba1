import { desk, openedTopic, postButton, postNumber, replyText, storedPosts } from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

const LOST = /Failed to load resource: net::/

test.beforeEach(({ product }) => forgetLimits(product))

test('a reply stands in the page at once, has the focus, and stands there after a reload', async ({
  page,
  context,
  product,
}) => {
  const { me } = await openedTopic({ page, context, product })
  await replyText(page).fill('Check the **oil level** first.')
  await postButton(page).click()
  const reply = postNumber(page, 3)
  await expect(reply).toBeFocused()
  await expect(reply.locator('strong')).toHaveText('oil level')
  await expect(reply).toContainText(me.username)
  await expect(page.getByRole('status').filter({ hasText: 'Your reply is posted.' })).toBeVisible()
  await expect(replyText(page)).toHaveValue('')
  const told = page.locator('.forum-head [data-count=replies], .facts [data-count=replies]')
  await expect(told).toHaveText(['2 replies', '2'])
  await expect(async () => {
    await page.reload()
    await expect(reply.locator('strong')).toHaveText('oil level', { timeout: 1_000 })
  }).toPass()
  await expect(told).toHaveText(['2 replies', '2'])
})

test('a double press posts once', async ({ page, context, product }) => {
  const { topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('Twice is once.')
  await postButton(page).dblclick()
  await expect(postNumber(page, 3)).toBeVisible()
  expect(await storedPosts(product, topic.id)).toHaveLength(3)
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
  await expect(desk(page).getByRole('alert')).toContainText('still here')
  await expect(replyText(page)).toHaveValue('The answer to this is lost.')
  await page.unroute('**/api/forum/topics/*/posts')
  await desk(page).getByRole('button', { name: 'Try again' }).click()
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
  await expect(desk(page)).toContainText(`You answer #2 by ${asker.username}.`)
  await replyText(page).press('End')
  await replyText(page).pressSequentially('Too hot.')
  await postButton(page).click()
  const reply = postNumber(page, 3)
  await expect(reply.locator('blockquote')).toContainText('Measured: 92 degrees')
  await expect(reply).toContainText(`answers ${asker.username}, #2`)
})

test('a member is chosen behind an @ by keys alone, and the name leads to them', async ({ page, context, product }) => {
  const { asker } = await openedTopic({ page, context, product })
  await replyText(page).pressSequentially(`Thanks @${asker.username.slice(0, -1)}`)
  const option = page.getByRole('option', { name: `@${asker.username}` })
  await expect(option).toBeVisible()
  for (let steps = 0; steps < 8 && (await option.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await replyText(page).press('ArrowDown')
  await replyText(page).press('Enter')
  await expect(replyText(page)).toHaveValue(`Thanks @${asker.username} `)
  await postButton(page).click()
  const link = postNumber(page, 3).getByRole('link', { name: `@${asker.username}` })
  await expect(link).toHaveAttribute('href', `/forum/member/${asker.username}`)
})

test('the preview shows what the server would make of the text', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('- one\n- **two** <img src=x onerror=alert(1)>')
  await desk(page).getByRole('button', { name: 'Preview' }).click()
  const preview = desk(page).getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(preview.locator('strong')).toHaveText('two')
  await expect(preview.locator('img')).toHaveCount(0)
  await desk(page).getByRole('button', { name: 'Preview' }).click()
  await expect(replyText(page)).toHaveValue(/two/)
})
