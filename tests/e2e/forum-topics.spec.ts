import { eq } from 'drizzle-orm'
import { forumPosts } from '#db/schema/forum-posts.ts'
import { FIRST_TOPIC_IN_REVIEW, NO_CATEGORY, TOPIC_WAITS } from '#src/contract/forum.ts'
import { giveTopic, giveWriter, postNumber, wakeForum } from './support/forum.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'New topic' })

test('a topic begins in the category its author came from, what is missing is shown beside it, and it opens at its own address', async ({
  page,
  context,
  product,
}) => {
  const me = await giveWriter(product)
  const { category } = await giveTopic(product, { posts: [{ by: me, source: 'An older one.' }] })
  await signIn(context, product, me)
  await page.goto(`/forum/new?category=${category}`)
  await expect(form(page).getByLabel('Category').getByRole('option', { selected: true })).toHaveText(category)
  const title = form(page).getByLabel('Title')
  await title.fill('Hm')
  await form(page).getByRole('button', { name: 'Post topic' }).click()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(title).toBeFocused()
  await expect(form(page)).toContainText('Title must be at least 5 characters')
  await expect(title).toHaveValue('Hm')
  await expect(form(page)).toContainText('Text is required')
  await title.fill('Pump cavitates at low level')
  await expect(title).not.toHaveAttribute('aria-invalid')
  await form(page).getByLabel('Text').fill('It rattles below **1.2 m**.')
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Post topic' }).click()
  await expect(page).toHaveURL(/\/forum\/post\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pump cavitates at low level')
  await expect(postNumber(page, 1).locator('strong')).toHaveText('1.2 m')
})

test('the first topic of a new member waits for a moderator: its author sees it, and what happens next', async ({
  page,
  context,
  product,
}) => {
  const me = await giveMember(product, { approval: 'approved' })
  const { category } = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'An older one.' }] })
  await signIn(context, product, me)
  await page.route('**/api/forum/categories', (route) => route.fulfill({ json: { items: [] } }))
  await page.goto('/forum/new')
  await expect(page.getByText(NO_CATEGORY)).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await page.unroute('**/api/forum/categories')
  await page.goto(`/forum/new?category=${category}`)
  await form(page).getByLabel('Title').fill('Hello from the night shift')
  await form(page).getByLabel('Text').fill('Which grease for a wet conveyor?')
  await form(page).getByRole('button', { name: 'Post topic' }).click()
  const waiting = page.getByRole('status').filter({ hasText: FIRST_TOPIC_IN_REVIEW })
  await expect(waiting).toBeFocused()
  await expect(waiting.getByRole('article', { name: 'Hello from the night shift' })).toContainText('Which grease')
  await expect(waiting.getByText('What happens next')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  const [row] = await product.query((db) => db.select().from(forumPosts).where(eq(forumPosts.authorId, me.id)))
  expect(row?.state).toBe('review')
  await page.reload()
  const again = page.getByRole('group').filter({ hasText: `${TOPIC_WAITS}: Hello from the night shift` })
  await again.locator('summary').click()
  await expect(again.getByText('Which grease for a wet conveyor?')).toBeVisible()
  await expect(form(page)).toBeVisible()
  await page.goto('/forum')
  await wakeForum(page)
  const member = page.locator('[data-member-panel]')
  await expect(member.getByRole('link', { name: 'Hello from the night shift' })).toHaveAttribute('href', '/forum/new')
})

test('a visitor without a session is sent to the sign-in page', async ({ page }) => {
  await page.goto('/forum/new')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', '/auth')
  await expect(form(page)).toHaveCount(0)
})
