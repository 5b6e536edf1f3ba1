import { eq } from 'drizzle-orm'
import { bans } from '#db/schema/security.ts'
import {
  desk,
  giveTopic,
  giveWriter,
  openedTopic,
  openMenu,
  openTopic,
  postButton,
  postNumber,
  replyText,
  wakeForum,
} from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ product }) => forgetLimits(product))

test('who asked is named so beside their new answer, which leads to what it answers on the page', async ({
  page,
  context,
  product,
}) => {
  const [asker, other] = await Promise.all([giveWriter(product), giveWriter(product)])
  const topic = await giveTopic(product, {
    posts: [
      { by: asker, source: 'It runs hot.' },
      { by: other, source: 'Since when?' },
    ],
  })
  await signIn(context, product, asker)
  await openTopic(page, topic)
  await postNumber(page, 2).getByRole('button', { name: 'Reply', exact: true }).click()
  await replyText(page).fill('Since the oil change.')
  await postButton(page).click()
  await expect(postNumber(page, 3).getByRole('heading')).toContainText('Asked')
  await expect(postNumber(page, 3).getByRole('link', { name: '#2' })).toHaveAttribute('href', '#post-2')
})

test('thanks show at once, stay after a reload, and are taken back', async ({ page, context, product }) => {
  const { topic } = await openedTopic({ page, context, product })
  const thank = postNumber(page, 2).getByRole('button', { name: 'Thank', exact: true })
  const settled = page.waitForResponse(/\/thanks$/)
  await thank.click()
  await expect(thank).toHaveAttribute('aria-pressed', 'true')
  await expect(postNumber(page, 2).locator('[data-thanks]')).toHaveText('1 thanks')
  await expect(page.locator('[data-count=thanks]')).toHaveText('1')
  expect((await settled).status()).toBe(200)
  await openTopic(page, topic)
  await expect(thank).toHaveAttribute('aria-pressed', 'true')
  await thank.click()
  await expect(thank).toHaveAttribute('aria-pressed', 'false')
  await expect(postNumber(page, 2).locator('[data-thanks]')).toHaveText('')
})

test('nobody thanks for a post of their own', async ({ page, context, product }) => {
  const me = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by: me, source: 'My own.' }] })
  await signIn(context, product, me)
  await openTopic(page, topic)
  await expect(postNumber(page, 1).getByRole('button', { name: 'Thank', exact: true })).toBeHidden()
})

test('who asked marks what solved it, and takes the mark away', async ({ page, context, product }) => {
  const [me, other] = await Promise.all([giveWriter(product), giveWriter(product)])
  const topic = await giveTopic(product, {
    posts: [
      { by: me, source: 'Why?' },
      { by: other, source: 'Because of the seal.' },
    ],
  })
  await signIn(context, product, me)
  await openTopic(page, topic)
  await (await openMenu(page, 2)).getByRole('button', { name: 'Mark as solution' }).click()
  await expect(postNumber(page, 2)).toContainText('This solved it')
  await (await openMenu(page, 2)).getByRole('button', { name: 'Take the solution mark away' }).click()
  await expect(postNumber(page, 2)).not.toContainText('This solved it')
})

test('a topic is followed and left again', async ({ page, context, product }) => {
  const { topic } = await openedTopic({ page, context, product })
  await page.getByRole('button', { name: 'Follow this topic' }).click()
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true')
  await openTopic(page, topic)
  await page.getByRole('button', { name: 'Following' }).click()
  await expect(page.getByRole('button', { name: 'Follow this topic' })).toBeVisible()
})

test('a post is reported to the moderators once', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  await (await openMenu(page, 2)).getByRole('button', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByLabel('Reason').selectOption('dangerous')
  await dialog.getByLabel('Note').fill('The lock-out is missing.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog).toHaveCount(0)
  const menu = await openMenu(page, 2)
  await expect(menu.getByRole('button', { name: 'Report' })).toHaveCount(0)
})

test('a menu opens by keys, and Escape brings the focus back', async ({ page, context, product }) => {
  await openedTopic({ page, context, product })
  const more = page.getByRole('button', { name: 'More for post 2', exact: true })
  await more.focus()
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(more).toBeFocused()
})

test('a mention is told behind the bell, and read once it was seen', async ({ page, browser, context, product }) => {
  const { topic, asker } = await openedTopic({ page, context, product })
  await desk(page).getByLabel('Your reply').fill(`Look at this, @${asker.username}.`)
  await desk(page).getByRole('button', { name: 'Post reply' }).click()
  await expect(postNumber(page, 3)).toBeVisible()
  const theirs = await browser.newContext({ baseURL: product.url })
  await signIn(theirs, product, asker)
  const other = await theirs.newPage()
  await other.goto('/forum')
  await wakeForum(other)
  const bell = other.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveText(/1 unread/)
  await bell.click()
  const notice = other.getByRole('link', { name: new RegExp(`mentioned you in ${topic.title}`) })
  await expect(notice).toBeVisible()
  await expect(bell).not.toHaveText(/unread/)
  await theirs.close()
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

test('a moderator hides a post with a reason, pins and locks its topic, and finds its author', async ({
  page,
  context,
  product,
}) => {
  const asker = await giveWriter(product)
  const posts = [
    { by: asker, source: 'A question.' },
    { by: asker, source: 'Buy my grease.' },
  ] as const
  const topic = await giveTopic(product, { posts: [...posts] })
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
  await openTopic(page, topic)
  const menu = await openMenu(page, 2)
  await expect(menu.getByRole('link', { name: 'Open author' })).toHaveAttribute('href', `/admin/users/${asker.id}`)
  await menu.getByRole('button', { name: 'Hide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this post?' })
  await dialog.getByLabel('Reason').fill('Advertising')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(postNumber(page, 2)).toContainText('A moderator took this post away.')
  await (await openMenu(page, 2)).getByRole('button', { name: 'Restore' }).click()
  const back = page.getByRole('dialog', { name: 'Restore this post?' })
  await back.getByLabel('Reason').fill('It was a joke')
  await back.getByRole('button', { name: 'Restore' }).click()
  await expect(postNumber(page, 2)).toContainText('Buy my grease.')
  await (await openMenu(page, 1)).getByRole('button', { name: 'Pin topic' }).click()
  await expect(page.locator('.toast').filter({ hasText: 'The topic is pinned.' })).toBeVisible()
  await (await openMenu(page, 1)).getByRole('button', { name: 'Lock topic' }).click()
  await expect(desk(page)).toHaveCount(0)
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
  await expect(page.locator('.toast').filter({ hasText: 'The author is banned.' })).toBeVisible()
  const stored = await product.query((db) => db.select().from(bans).where(eq(bans.subject, author.id)))
  expect(stored).toMatchObject([{ reason: 'Advertising' }])
})
