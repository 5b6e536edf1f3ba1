import type { Locator } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { composePost } from '#src/domain/forum/compose-post.ts'
import { toast } from './support/auth-page.ts'
import {
  expectFits,
  giveTopic,
  giveWriter,
  openedTopic,
  openMenu,
  openTopic,
  postButton,
  postNumber,
  replyText,
  storedPosts,
} from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.beforeEach(({ product }) => forgetLimits(product))

/** Opens a post to change it. */
async function openEditor(page: Page, number: number): Promise<Locator> {
  await (await openMenu(page, number)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: `Change post ${number}` })
  await expect(form).toBeVisible()
  return form
}

const text = (form: Locator) => form.getByLabel('Text', { exact: true })

async function reply(page: Page, source: string): Promise<void> {
  await replyText(page).fill(source)
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText(source)
}

test('a post is changed where it stands, and deleted after a question that says what is lost', async ({
  page,
  context,
  product,
}) => {
  await openedTopic({ page, context, product })
  await reply(page, 'Frist words.')
  const form = await openEditor(page, 3)
  await text(form).fill('First words.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(postNumber(page, 3)).toContainText('First words.')
  await expect(postNumber(page, 3)).toBeFocused()
  await expect(postNumber(page, 3).getByRole('button', { name: 'Thank', exact: true })).toBeHidden()
  await (await openMenu(page, 3)).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete post #3?' })
  await expect(question).toContainText('Its text goes')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(postNumber(page, 3)).toContainText('Whoever wrote this post deleted it.')
  await expect(postNumber(page, 3)).toBeFocused()
})

test('a first reply that waits still says so once it was changed, and keeps the focus', async ({
  page,
  context,
  product,
}) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  await openTopic(page, topic)
  await replyText(page).fill('My frist words.')
  await postButton(page).click()
  const mine = postNumber(page, 2)
  await expect(mine).toContainText('Only you see it here.')
  const form = await openEditor(page, 2)
  await text(form).fill('My first words.')
  const known = page.waitForResponse(/\/mine\?/)
  await form.getByRole('button', { name: 'Save' }).click()
  await known
  await expect(mine).toContainText('My first words.')
  await expect(mine).toContainText('Only you see it here.')
  await expect(mine).toBeFocused()
})

test('whoever saves over a newer text sees theirs and loses nothing', async ({ page, context, product, trouble }) => {
  trouble.allow(/status of 409/)
  const { topic } = await openedTopic({ page, context, product })
  await reply(page, 'Version one.')
  const other = await context.newPage()
  await openTopic(other, topic)
  const [form, faster] = [await openEditor(page, 3), await openEditor(other, 3)]
  await text(faster).fill('Version two.')
  await faster.getByRole('button', { name: 'Save' }).click()
  await expect(faster).toHaveCount(0)
  await text(form).fill('Version three.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Version two.')
  await expect(text(form)).toHaveValue('Version three.')
  await form.getByRole('button', { name: 'Save mine' }).click()
  await expect(postNumber(page, 3)).toContainText('Version three.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('whoever takes the newer text has its title too, and saves nothing over it', async ({
    page,
    context,
    product,
    trouble,
  }) => {
    trouble.allow(/status of 409/)
    const me = await giveWriter(product)
    const topic = await giveTopic(product, { posts: [{ by: me, source: 'It hums.', at: Date.now() }] })
    await signIn(context, product, me)
    await openTopic(page, topic)
    const form = await openEditor(page, 1)
    const theirs = { title: 'The pump of line 2 hums', source: 'It hums **all night**.' }
    await product.query(async (db) => {
      const { html, plain } = await composePost(db, theirs.source)
      const set = { ...theirs, html, plain, version: sql`${forumPosts.version} + 1` }
      await db.update(forumPosts).set(set).where(eq(forumPosts.id, topic.id))
    })
    await form.getByLabel('Title').fill('My pump hums')
    await text(form).fill('It hums loudly.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText(theirs.title)
    await expect(form.getByRole('alert')).toContainText(theirs.source)
    await expect(form.getByLabel('Title')).toHaveValue('My pump hums')
    await expectFits(page)
    await form.getByRole('button', { name: 'Take theirs' }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(text(form)).toBeFocused()
    await expect(form.getByLabel('Title')).toHaveValue(theirs.title)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(postNumber(page, 1).locator('strong')).toHaveText('all night')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(theirs.title)
    expect(await storedPosts(product, topic.id)).toMatchObject([theirs])
  })
})

test('a change that is not saved goes neither with the page nor for another menu', async ({
  page,
  context,
  product,
}) => {
  await openedTopic({ page, context, product })
  await reply(page, 'Version one.')
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const form = await openEditor(page, 3)
  expect(await isAsked()).toBe(false)
  await text(form).fill('Version two.')
  expect(await isAsked()).toBe(true)
  await page.getByRole('button', { name: 'More for post 2', exact: true }).click()
  await expect(toast(page, 'Save or cancel your change first.')).toBeVisible()
  await expect(text(form)).toHaveValue('Version two.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for post 3', exact: true })).toBeFocused()
  expect(await isAsked()).toBe(false)
})
