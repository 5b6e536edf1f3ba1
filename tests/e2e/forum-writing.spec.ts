import sharp from 'sharp'
import {
  desk,
  openedTopic,
  openMenu,
  openTopic,
  postButton,
  postNumber,
  replyText,
  storedPosts,
} from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

const LOST = /Failed to load resource: net::/
/** A picture of a bearing, or of nothing in particular. */
const PNG = sharp({ create: { width: 32, height: 16, channels: 3, background: '#ffc629' } }).png()

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
  await expect(async () => {
    await page.reload()
    await expect(reply.locator('strong')).toHaveText('oil level', { timeout: 1_000 })
  }).toPass()
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

test('an image is uploaded into the text; what is none is refused in words', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  const input = desk(page).getByLabel('Add an image')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') })
  await expect(desk(page)).toContainText('The image must be a PNG, JPEG, WebP or AVIF file.')
  await input.setInputFiles({ name: 'bearing.png', mimeType: 'image/png', buffer: await PNG.toBuffer() })
  await expect(replyText(page)).toHaveValue(/^!\[bearing\]\(\/media\/[\da-f]{64}\)\n$/)
  await postButton(page).click()
  await expect(postNumber(page, 3).getByRole('img', { name: 'bearing' })).toBeVisible()
})

test('a post is changed where it stands, and deleted after a question that says what is lost', async ({
  page,
  context,
  product,
}) => {
  await openedTopic({ page, context, product })
  await replyText(page).fill('Frist words.')
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText('Frist words.')
  await (await openMenu(page, 3)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Change post 3' })
  await form.getByLabel('Text', { exact: true }).fill('First words.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(postNumber(page, 3)).toContainText('First words.')
  await (await openMenu(page, 3)).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete post #3?' })
  await expect(question).toContainText('Its text goes')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(postNumber(page, 3)).toContainText('Whoever wrote this post deleted it.')
  await expect(postNumber(page, 3)).toBeFocused()
})

test('whoever saves over a newer text sees theirs and loses nothing', async ({ page, context, product, trouble }) => {
  trouble.allow(/status of 409/)
  const { topic } = await openedTopic({ page, context, product })
  await replyText(page).fill('Version one.')
  await postButton(page).click()
  await expect(postNumber(page, 3)).toBeVisible()
  const other = await context.newPage()
  await openTopic(other, topic)
  for (const tab of [page, other]) await (await openMenu(tab, 3)).getByRole('button', { name: 'Edit' }).click()
  const form = (tab: typeof page) => tab.getByRole('form', { name: 'Change post 3' })
  for (const tab of [page, other]) await expect(form(tab)).toBeVisible()
  await form(other).getByLabel('Text', { exact: true }).fill('Version two.')
  await form(other).getByRole('button', { name: 'Save' }).click()
  await expect(form(other)).toHaveCount(0)
  await form(page).getByLabel('Text', { exact: true }).fill('Version three.')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByRole('alert')).toContainText('Version two.')
  await expect(form(page).getByLabel('Text', { exact: true })).toHaveValue('Version three.')
  await form(page).getByRole('button', { name: 'Save mine' }).click()
  await expect(postNumber(page, 3)).toContainText('Version three.')
})
