import type { Locator } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { CHANGE_IN_REVIEW, POST_GONE } from '#src/contract/forum.ts'
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
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

/** Opens a post to change it. */
async function openEditor(page: Page, number: number): Promise<Locator> {
  await (await openMenu(page, number)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: `Edit post ${number}` })
  await expect(form).toBeVisible()
  return form
}

const text = (form: Locator) => form.getByLabel('Text', { exact: true })

async function reply(page: Page, source: string): Promise<void> {
  await replyText(page).fill(source)
  await postButton(page).click()
  await expect(postNumber(page, 3)).toContainText(source)
}

test('a post is changed where it is, no change is lost on the way, and it is deleted after a question', async ({
  page,
  context,
  product,
}) => {
  await openedTopic({ page, context, product })
  await reply(page, 'Frist words.')
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const form = await openEditor(page, 3)
  expect(await isAsked()).toBe(false)
  await text(form).fill('Worst words.')
  expect(await isAsked()).toBe(true)
  await page.getByRole('button', { name: 'More for post 2', exact: true }).click()
  await expect(toast(page, 'Save or cancel your change first.')).toBeVisible()
  await expect(text(form)).toHaveValue('Worst words.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More for post 3', exact: true })).toBeFocused()
  expect(await isAsked()).toBe(false)
  await openEditor(page, 3)
  await text(form).fill('First words.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(postNumber(page, 3)).toContainText('First words.')
  await expect(postNumber(page, 3)).toBeFocused()
  await expect(postNumber(page, 3).getByRole('button', { name: 'Thank', exact: true })).toBeHidden()
  await (await openMenu(page, 3)).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete post #3?' })
  await expect(question).toContainText('This deletes the text and all thanks.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(postNumber(page, 3)).toContainText(POST_GONE.deleted)
  await expect(postNumber(page, 3)).toBeFocused()
})

test('another text of a new member’s post waits: its author sees it with a remark, everybody else the post as it was', async ({
  page,
  context,
  product,
}) => {
  const [asker, me] = [await giveWriter(product), await giveMember(product, { approval: 'approved' })]
  const topic = await giveTopic(product, {
    posts: [
      { by: asker, source: 'A question.' },
      { by: me, source: 'Grease it.', at: Date.now() - 60_000 },
    ],
  })
  await signIn(context, product, me)
  await openTopic(page, topic)
  const form = await openEditor(page, 2)
  await text(form).fill('Buy grease from Bob.')
  await form.getByRole('button', { name: 'Save' }).click()
  const mine = postNumber(page, 2)
  await expect(mine).toContainText('Buy grease from Bob.')
  await expect(mine).toContainText(CHANGE_IN_REVIEW)
  expect((await storedPosts(product, topic.id)).find(({ number }) => number === 2)?.source).toBe('Grease it.')
  await openTopic(page, topic)
  await expect(mine).toContainText('Buy grease from Bob.')
  await expect(mine).toContainText(CHANGE_IN_REVIEW)
  await expect(text(await openEditor(page, 2))).toHaveValue('Buy grease from Bob.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('an author who saves over a newer text sees it and loses nothing, whether they keep theirs or take it', async ({
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
    const save = async (changed: { title: string; source: string }) => {
      const { html, plain } = await product.query((db) => composePost(db, changed.source))
      const set = { ...changed, html, plain, version: sql`${forumPosts.version} + 1` }
      await product.query((db) => db.update(forumPosts).set(set).where(eq(forumPosts.id, topic.id)))
    }
    const form = await openEditor(page, 1)
    const newTitle = 'The pump of line 2 whistles'
    await save({ title: newTitle, source: 'It whistles.' })
    await text(form).fill('It hums at night.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('It whistles.')
    await expect(text(form)).toHaveValue('It hums at night.')
    // What only the other one changed is kept.
    await expect(form.getByLabel('Title')).toHaveValue(newTitle)
    await form.getByRole('button', { name: 'Save mine' }).click()
    await expect(postNumber(page, 1)).toContainText('It hums at night.')
    await expect(form).toHaveCount(0)
    expect(await storedPosts(product, topic.id)).toMatchObject([{ title: newTitle, source: 'It hums at night.' }])

    await openEditor(page, 1)
    const theirs = { title: 'The pump of line 2 hums', source: 'It hums **all night**.' }
    await save(theirs)
    await form.getByLabel('Title').fill('My pump hums')
    await text(form).fill('It hums loudly.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText(theirs.title)
    await expect(form.getByRole('alert')).toContainText(theirs.source)
    await expect(form.getByLabel('Title')).toHaveValue('My pump hums')
    await expectFits(page)
    await form.getByRole('button', { name: 'Use theirs' }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(text(form)).toBeFocused()
    await expect(form.getByLabel('Title')).toHaveValue(theirs.title)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(postNumber(page, 1).locator('strong')).toHaveText('all night')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(theirs.title)
    expect(await storedPosts(product, topic.id)).toMatchObject([theirs])
  })
})
