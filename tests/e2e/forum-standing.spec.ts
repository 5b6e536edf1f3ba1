import { brotliCompressSync } from 'node:zlib'
import {
  giveTopic,
  giveWriter,
  keptDrafts,
  openedTopic,
  openTopic,
  postButton,
  postNumber,
  replyText,
  storedPosts,
  wakeForum,
} from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

/** Bytes, brotli: everything a signed-in page loads, the bar's script too. (performance.md) */
const MOST = 105_000

test.beforeEach(({ product }) => forgetLimits(product))

test('without a session one is led to the door, and nothing loads to write with', async ({ page, product }) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  const scripts = watchScripts(page)
  await page.goto(topic.path)
  await expect(page.getByRole('link', { name: 'Sign in to reply' })).toHaveAttribute('href', '/auth')
  await expect(page.getByRole('button', { name: 'Thank', exact: true })).toBeHidden()
  await page.getByText('A question.').hover()
  await page.keyboard.press('End')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
})

test('a member who only reads loads the bar alone, and to write what keeps to its bytes', async ({
  page,
  context,
  product,
}, { annotations }) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  const scripts = watchScripts(page)
  await page.goto(topic.path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  expect(scripts).toHaveLength(1)
  await openTopic(page, topic)
  const files = await Promise.all(scripts.map(async (path) => (await fetch(product.url + path)).text()))
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  annotations.push({ type: 'bytes', description: `writing ${bytes} in ${scripts.length} files` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MOST)
})

for (const [approval, sentence] of [
  ['pending', 'An administrator reads every registration.'],
  ['rejected', 'Which plant?'],
] as const) {
  test(`whose registration is ${approval} reads why, writes and keeps a draft, and posts nothing`, async ({
    page,
    context,
    product,
  }) => {
    const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
    await signIn(context, product, await giveMember(product, { approval, reason: 'Which plant?' }))
    await openTopic(page, topic)
    await expect(page.getByText(sentence)).toBeVisible()
    await replyText(page).fill('An answer for later.')
    await expect(postButton(page)).toBeDisabled()
    await expect.poll(() => keptDrafts(page)).toEqual(['An answer for later.'])
  })
}

test('the first reply of a new member waits for a moderator, and only its author sees it', async ({
  page,
  browser,
  context,
  product,
}) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  await openTopic(page, topic)
  await replyText(page).fill('My very first words.')
  await postButton(page).click()
  const mine = postNumber(page, 2)
  await expect(mine).toContainText('A moderator reads this before it is shown. Only you see it here.')
  await openTopic(page, topic)
  await expect(mine).toContainText('My very first words.')
  await expect(mine).toContainText('Only you see it here.')
  const others = await browser.newContext({ baseURL: product.url })
  const other = await others.newPage()
  await other.goto(topic.path)
  await expect(other.getByText('My very first words.')).toHaveCount(0)
  await others.close()
})

test('a locked topic says so and takes no reply', async ({ page, context, product }) => {
  const topic = await giveTopic(product, { isLocked: true, posts: [{ by: await giveWriter(product), source: 'Old.' }] })
  await signIn(context, product, await giveWriter(product))
  await page.goto(topic.path)
  await wakeForum(page)
  await expect(page.getByRole('button', { name: 'Follow this topic' })).toBeVisible()
  await expect(replyText(page)).toHaveCount(0)
  await expect(page.getByText('A moderator closed this topic')).toBeVisible()
})

test('slow mode says how long the wait is, and loses nothing', async ({ page, context, product, trouble }) => {
  trouble.allow(/status of 429/)
  const { topic } = await openedTopic({ page, context, product }, { slowSeconds: 3600 })
  await replyText(page).fill('One.')
  await postButton(page).click()
  await expect(postNumber(page, 3)).toBeVisible()
  await replyText(page).fill('Two, too soon.')
  await postButton(page).click()
  await expect(page.getByRole('form', { name: 'Reply' }).getByRole('alert')).toContainText('in 1 hour.')
  await expect(replyText(page)).toHaveValue('Two, too soon.')
  expect(await storedPosts(product, topic.id)).toHaveLength(3)
})

test('whose session ended meanwhile keeps the text and is led to the door', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/status of 401/)
  await openedTopic({ page, context, product })
  await replyText(page).fill('Written over lunch.')
  await context.clearCookies()
  await postButton(page).click()
  await expect(page.getByRole('form', { name: 'Reply' }).getByRole('alert')).toContainText('Your session has ended.')
  await expect(replyText(page)).toHaveValue('Written over lunch.')
})
