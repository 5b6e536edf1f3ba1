import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { forumCategories, forumTopics } from '#db/schema/forum.ts'
import { forumEdits, forumFlags, forumPosts } from '#db/schema/forum-posts.ts'
import { CHANGE_DISCARDED, NO_PUBLISHED_POSTS } from '#src/admin/screens/forum/queue-words.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable, PHONE, take } from './support/looks.ts'
import { giveMember } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const freshTitle = () => `Seals ${randomBytes(4).toString('hex')} leak`
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** A topic of somebody who never wrote before, in a state, in the first category there is. */
async function giveTopic(product: RunningProduct, state: 'shown' | 'review' = 'shown', longer = '') {
  const { id: authorId } = await giveMember(product, { approval: 'approved' })
  const [title, id, createdAt] = [freshTitle() + longer, randomUUID(), new Date('2020-01-01')]
  await product.query(async (db) => {
    const [category] = await db.select({ id: forumCategories.id }).from(forumCategories).limit(1)
    if (!category) throw new Error('There is no category')
    const topic = { authorId, lastAuthorId: authorId, lastPostAt: createdAt, categoryId: category.id }
    await db.insert(forumTopics).values({ id, title, state, createdAt, ...topic })
    const words = { title, source: 'They drip.', html: '<p>They drip.</p>', plain: 'They drip.' }
    await db.insert(forumPosts).values({ id, topicId: id, number: 1, authorId, state, createdAt, ...words })
    if (state === 'shown')
      await db
        .update(forumCategories)
        .set({ topicCount: sql`${forumCategories.topicCount} + 1` })
        .where(eq(forumCategories.id, category.id))
  })
  return { id, title }
}

const getState = (product: RunningProduct, id: string) =>
  product.query(async (db) => {
    const [post] = await db.select().from(forumPosts).where(eq(forumPosts.id, id))
    return post && { state: post.state, reason: post.stateReason }
  })

test('a post that waits is read whole and approved, or rejected by keyboard; a text that its author changed is shown again before it is approved; a change is read beside the shown post', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/status of 409/)
  const first = await giveTopic(product, 'review', ` ${'x'.repeat(90)}`)
  const swapped = await giveTopic(product, 'review')
  const sold = await giveTopic(product, 'review')
  const changed = await giveTopic(product)
  const words = { source: 'Buy mine.', html: '<p>Buy mine.</p>', plain: 'Buy mine.' }
  const edit = { ...words, postId: changed.id, title: `${changed.title} today` }
  await product.query((db) => db.insert(forumEdits).values(edit))
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/forum', 'Forum posts')
  await expect(card(page, first.title)).toContainText('They drip.')
  await expect(card(page, first.title)).toContainText(NO_PUBLISHED_POSTS)
  await expectUsable(page, 'a long title', { looks: [PHONE] })
  await take(page)
  await card(page, first.title).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, 'Post approved')).toBeVisible()
  await expect(card(page, first.title)).toHaveCount(0)
  expect(await getState(product, first.id)).toEqual({ state: 'shown', reason: null })

  await expect(card(page, swapped.title)).toContainText('They drip.')
  await product.query((db) =>
    db
      .update(forumPosts)
      .set({ ...words, version: 2 })
      .where(eq(forumPosts.id, swapped.id)),
  )
  await card(page, swapped.title).getByRole('button', { name: 'Approve' }).click()
  await expect(card(page, swapped.title).getByRole('alert')).toContainText(
    'The author changed this post after you opened it.',
  )
  await expect(card(page, swapped.title)).toContainText('Buy mine.')
  expect(await getState(product, swapped.id)).toEqual({ state: 'review', reason: null })
  await card(page, swapped.title).getByRole('button', { name: 'Approve' }).click()
  await expect(card(page, swapped.title)).toHaveCount(0)
  expect(await getState(product, swapped.id)).toEqual({ state: 'shown', reason: null })

  await card(page, sold.title).getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('r')
  await expect(dialog(page)).toContainText(sold.title)
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Reason must be at least 3 characters')
  await dialog(page).getByLabel('Reason').fill('It sells something.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, 'Post rejected')).toBeVisible()
  await expect(card(page, sold.title)).toHaveCount(0)
  expect(await getState(product, sold.id)).toEqual({ state: 'hidden', reason: 'It sells something.' })

  await expect(card(page, changed.title)).toContainText('Change to topic')
  await expect(card(page, changed.title)).toContainText(`Title: ${changed.title} today`)
  await expect(card(page, changed.title)).toContainText('Buy mine.')
  await expect(card(page, changed.title)).toContainText('They drip.')
  await card(page, changed.title).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page)).toContainText(CHANGE_DISCARDED)
  await dialog(page).getByLabel('Reason').fill('It sells something.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(card(page, changed.title)).toHaveCount(0)
  expect(await getState(product, changed.id)).toEqual({ state: 'shown', reason: null })
})

test('several posts are decided about at once, and keeping them can be undone; a reported one says what members say, is hidden, and restored from there', async ({
  page,
  context,
  product,
}) => {
  const waiting = [await giveTopic(product, 'review'), await giveTopic(product, 'review')]
  const flagged = [await giveTopic(product), await giveTopic(product)]
  const { id: userId } = await giveMember(product, { approval: 'approved' })
  const note = 'Look at the link.'
  const flags = flagged.map(({ id: postId }) => ({ postId, userId, reason: 'spam' as const, note }))
  await product.query((db) => db.insert(forumFlags).values(flags))
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/forum', 'Forum posts')
  for (const { title } of waiting) await card(page, title).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await dialog(page).getByRole('button', { name: 'Approve 2 posts' }).click()
  await expect(toast(page, '2 posts approved.')).toBeVisible()
  for (const { id } of waiting) expect(await getState(product, id)).toMatchObject({ state: 'shown' })
  await page.getByRole('tab', { name: /Reported/ }).click()
  for (const { title } of flagged) await card(page, title).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Keep selected' }).click()
  await expect(card(page, flagged[0]?.title ?? '')).toHaveCount(0)
  await toast(page, '2 posts kept.').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '2 posts returned to the queue.')).toBeVisible()
  for (const { title } of flagged) await expect(card(page, title)).toBeVisible()

  const [{ id, title } = { id: '', title: '' }] = flagged
  await expect(card(page, title)).toContainText(note)
  await card(page, title).getByRole('button', { name: 'Hide' }).click()
  await dialog(page).getByLabel('Reason').fill('The link sells something.')
  await dialog(page).getByRole('button', { name: 'Hide' }).click()
  await expect(toast(page, 'Post hidden')).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Hidden' }).click()
  await expect(card(page, title)).toContainText('The link sells something.')
  await card(page, title).getByRole('button', { name: 'Restore' }).click()
  await dialog(page).getByLabel('Reason').fill('It was fine.')
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Post restored')).toBeVisible()
  expect(await getState(product, id)).toEqual({ state: 'shown', reason: null })
})

test('a category is added, changed, moved and deleted', async ({ page, context, product }) => {
  const name = `Subject ${randomBytes(4).toString('hex')}`
  await enterAs(context, product, 'moderator')
  await openScreen(page, '/admin/forum/categories', 'Forum categories')
  await page.getByRole('button', { name: 'New category' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await expect(dialog(page).getByLabel('Address')).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await expect(toast(page, 'Category added')).toBeVisible()
  await expect(row(page, name)).toContainText('No event')
  await row(page, name)
    .getByRole('button', { name: `Move ${name} up` })
    .click()
  await expect(toast(page, 'Order saved')).toBeVisible()
  await act(page, name, 'Edit')
  await dialog(page).getByLabel('Closed').check()
  await dialog(page).getByRole('button', { name: 'Save category' }).click()
  await expect(toast(page, 'Category updated')).toBeVisible()
  await expect(row(page, name)).toContainText('Closed')
  await act(page, name, 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete category' }).click()
  await expect(toast(page, 'Category deleted')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  expect(await product.query((db) => db.$count(forumCategories, eq(forumCategories.name, name)))).toBe(0)
})
