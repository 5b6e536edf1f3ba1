import { expectFits, giveTopic, giveWriter, inOwnBrowser, openMenu, openTopic, postNumber } from './support/forum.ts'
import { expectUsable } from './support/looks.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const PHONE = { width: 360, height: 740 }

test('a moderator changes the words of a member: the page says so, and what it said before is kept', async ({
  page,
  browser,
  context,
  product,
}) => {
  const by = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by, source: 'Call 555-0132.' }] })
  const theirs = await inOwnBrowser(browser, product, by)
  await theirs.goto(topic.path)
  await signIn(context, product, await giveMember(product, { approval: 'approved', role: 'moderator' }))
  await page.setViewportSize(PHONE)
  await openTopic(page, topic)
  await (await openMenu(page, 1)).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit post 1' })
  await form.getByLabel('Text', { exact: true }).fill('Call the hotline.')
  await form.getByLabel('Title').fill('Whom to call at night')
  await form.getByLabel('Reason').fill('A private number')
  await expectFits(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whom to call at night')
  await expect(postNumber(page, 1)).toContainText('Call the hotline.')
  await expect(postNumber(page, 1)).toContainText('edited by a moderator')
  await expect(async () => {
    await theirs.reload()
    await expect(postNumber(theirs, 1)).toContainText('Call the hotline.', { timeout: 1_000 })
  }).toPass()
  await expect(postNumber(theirs, 1)).toContainText('edited by a moderator')
  await (await openMenu(page, 1)).getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History of this post' })
  await expect(history).toContainText('A private number')
  await expect(history).toContainText(topic.title)
  await expect(history).toContainText('Call 555-0132.')
  await expect(history).toBeInViewport({ ratio: 1 })
  await expectUsable(page, 'the history of a post')
  await expect(history).toBeInViewport({ ratio: 1 })
  await history.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'More for post 1', exact: true })).toBeFocused()
  await theirs.context().close()
})
