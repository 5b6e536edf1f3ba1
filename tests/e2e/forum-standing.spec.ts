import { brotliCompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { profiles } from '#db/schema/accounts.ts'
import { IN_REVIEW } from '#src/contract/forum.ts'
import {
  giveTopic,
  giveWriter,
  keptDrafts,
  openMenu,
  openTopic,
  postButton,
  postNumber,
  replyText,
} from './support/forum.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { idle, watchScripts } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

/** Bytes, brotli: every script a signed-in page loads, the bar's too, each once. (architecture 9) */
const MOST = 105_000

test('a member who only reads loads the bar alone, and to write what keeps to its bytes', async ({
  page,
  context,
  product,
}, { annotations }) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  const scripts = watchScripts(page)
  await page.goto(topic.path)
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await idle(page)
  expect(scripts).toHaveLength(1)
  await openTopic(page, topic)
  const files = await Promise.all([...new Set(scripts)].map(async (path) => (await fetch(product.url + path)).text()))
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  annotations.push({ type: 'bytes', description: `writing ${bytes} in ${files.length} files` })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MOST)
})

test('whose registration is pending or rejected reads why, writes and keeps a draft, and posts nothing', async ({
  page,
  context,
  product,
}) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  const me = await giveMember(product, { approval: 'pending' })
  // The page warns before it is left with what was typed: here it is left all the same.
  await page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation()))
  await signIn(context, product, me)
  await openTopic(page, topic)
  const why = page.getByText('An administrator reviews every registration.')
  await expect(why).toBeVisible()
  const [{ y: above = 0 } = {}, { y: text = 0 } = {}] = [
    await why.boundingBox(),
    await replyText(page).boundingBox(),
  ].map((box) => box ?? undefined)
  expect(above).toBeLessThan(text)
  await replyText(page).fill('An answer for later.')
  await expect(postButton(page)).toBeDisabled()
  await expect.poll(() => keptDrafts(page)).toEqual(['An answer for later.'])
  const rejected = { approval: 'rejected', approvalReason: 'Which plant?' } as const
  await product.query((db) => db.update(profiles).set(rejected).where(eq(profiles.id, me.id)))
  await openTopic(page, topic)
  await expect(page.getByText('Which plant?')).toBeVisible()
  await expect(replyText(page)).toHaveValue('An answer for later.')
  await expect(postButton(page)).toBeDisabled()
})

test('the first reply of a new member waits for a moderator; only its author sees it, and may change it', async ({
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
  await expect(mine).toContainText(IN_REVIEW)
  await openTopic(page, topic)
  await expect(mine).toContainText('My very first words.')
  await expect(mine).toContainText(IN_REVIEW)
  const others = await browser.newContext({ baseURL: product.url })
  const other = await others.newPage()
  await other.goto(topic.path)
  await expect(other.getByText('My very first words.')).toHaveCount(0)
  await others.close()
  await page.bringToFront()
  await (await openMenu(page, 2)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit post 2' })
  await form.getByLabel('Text', { exact: true }).fill('My first words.')
  const known = page.waitForResponse(/\/mine\?/)
  await form.getByRole('button', { name: 'Save' }).click()
  await known
  await expect(mine).toContainText('My first words.')
  await expect(mine).toContainText(IN_REVIEW)
  await expect(mine).toBeFocused()
})
