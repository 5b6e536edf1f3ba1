import { NO_TOPICS, SLOW_MODE_SAVED, TOPIC_MOVED } from '#src/contract/forum.ts'
import { toast } from './support/auth-page.ts'
import {
  crumb,
  expectFits,
  giveTopic,
  giveWriter,
  inOwnBrowser,
  openMenu,
  openTopic,
  postButton,
  postNumber,
  posts,
  replyForm,
  replyText,
} from './support/forum.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }
const MERGED = ['It hums.', 'All night.', 'It rattles.', 'Since Monday.']
const DESKTOP = { width: 1280, height: 900 }

test.use({ viewport: PHONE })

test.beforeEach(async ({ product, context }) => {
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
})

/** Opens a dialog from the menu of a topic's first post, where it fits on both screens. */
async function askFromMenu(page: Page, task: string, title: string) {
  await (await openMenu(page, 1)).getByRole('button', { name: task }).click()
  const dialog = page.getByRole('dialog', { name: title })
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await expect(dialog).toBeInViewport({ ratio: 1 })
    await expectFits(page)
  }
  return dialog
}

/** A list shows this once the pages that were kept are gone. */
async function expectInList(page: Page, category: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`/forum/category/${category}`)
    await expect(page.getByRole('main')).toContainText(text, { timeout: 1_000 })
  }).toPass()
}

test('slow mode that a moderator sets keeps the second reply and says how long it waits', async ({
  page,
  browser,
  product,
}) => {
  const topic = await giveTopic(product, { posts: [{ by: await giveWriter(product), source: 'A question.' }] })
  const theirs = await inOwnBrowser(browser, product, await giveWriter(product))
  await openTopic(theirs, topic)
  await openTopic(page, topic)
  const dialog = await askFromMenu(page, 'Slow mode', 'Slow mode')
  await dialog.getByLabel('Limit per member').selectOption('One reply every 5 minutes')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, SLOW_MODE_SAVED)).toBeVisible()
  await replyText(theirs).fill('One.')
  await postButton(theirs).click()
  await expect(postNumber(theirs, 2)).toContainText('One.')
  await replyText(theirs).fill('Two, too soon.')
  await postButton(theirs).click()
  const wait = /This topic is in slow mode\. You can reply again in [45] minutes\./
  await expect(replyForm(theirs).getByRole('alert')).toHaveText(wait)
  await expect(replyText(theirs)).toHaveValue('Two, too soon.')
  await expectFits(theirs)
  await expect(posts(theirs)).toHaveCount(2)
  await theirs.context().close()
})

test('a topic goes to another category: its page, its address and both lists say so', async ({ page, product }) => {
  const by = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by, source: 'A question.' }] })
  const { category: there } = await giveTopic(product, { posts: [{ by, source: 'Another.' }] })
  for (const category of [topic.category, there]) await page.request.get(`/forum/category/${category}`)
  await openTopic(page, topic)
  const dialog = await askFromMenu(page, 'Move topic', 'Move this topic')
  await dialog.getByLabel('Category').selectOption(there)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(toast(page, TOPIC_MOVED)).toBeVisible()
  const expectMoved = async (timeout: number) => {
    await expect(page).toHaveURL(topic.path)
    await expect(crumb(page, there)).toHaveAttribute('href', `/forum/category/${there}`, { timeout })
    const facts = page.getByRole('complementary', { name: 'About this topic' })
    await expect(facts.getByRole('link', { name: there })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(topic.category)
  }
  await expectMoved(10_000)
  await expect(async () => {
    await page.reload()
    await expectMoved(1_000)
  }).toPass()
  await expectInList(page, topic.category, NO_TOPICS)
  await expectInList(page, there, topic.title)
})

test('two topics become one: posts in their order, both addresses, counts', async ({ page, product, trouble }) => {
  trouble.allow(/status of 400/)
  const by = await giveWriter(product)
  const said = (...sources: [string, string]) =>
    [
      { by, source: sources[0] },
      { by, source: sources[1] },
    ] as const
  const from = await giveTopic(product, { posts: [...said('It rattles.', 'Since Monday.')] })
  const into = await giveTopic(product, { posts: [...said('It hums.', 'All night.')] })
  for (const path of [from.path, into.path, `/forum/category/${from.category}`]) await page.request.get(path)
  await openTopic(page, from)
  const dialog = await askFromMenu(page, 'Merge topic', 'Merge this topic')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('Choose the topic to keep')
  await dialog.getByLabel('Find the topic to keep').fill(into.title)
  await dialog.getByRole('radio', { name: into.title }).check()
  await expect(dialog).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page).toHaveURL(into.path)
  // What was kept of this page from before is not shown.
  await expect(posts(page).locator('.prose')).toHaveText(MERGED)
  await expect(async () => {
    await page.goto(from.path)
    await expect(page).toHaveURL(into.path, { timeout: 1_000 })
    await expect(posts(page).locator('.prose')).toHaveText(MERGED, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('main')).toContainText('3 replies')
  await page.goto(`/forum/post/${from.postIds[1]}`)
  await expect(page).toHaveURL(`${into.path}#post-4`)
  await expectInList(page, from.category, NO_TOPICS)
  await expectInList(page, into.category, /3\s*replies/)
})
