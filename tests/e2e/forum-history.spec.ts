import { expectFits, giveTopic, giveWriter, inOwnBrowser, openMenu, openTopic, postNumber } from './support/forum.ts'
import { forgetLimits } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ product }) => forgetLimits(product))

for (const [screen, width] of [
  ['desktop', 1280],
  ['phone', 360],
] as const) {
  test.describe(screen, () => {
    test.use({ viewport: { width, height: 740 } })

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
      await openTopic(page, topic)
      await (await openMenu(page, 1)).getByRole('button', { name: 'Edit' }).click()
      const form = page.getByRole('form', { name: 'Change post 1' })
      await form.getByLabel('Text', { exact: true }).fill('Call the hotline.')
      await form.getByLabel('Title').fill('Whom to call at night')
      await form.getByLabel('Reason').fill('A private number')
      await expectFits(page)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whom to call at night')
      await expect(postNumber(page, 1)).toContainText('Call the hotline.')
      await expect(postNumber(page, 1)).toContainText('changed by a moderator')
      await expect(async () => {
        await theirs.reload()
        await expect(postNumber(theirs, 1)).toContainText('Call the hotline.', { timeout: 1_000 })
      }).toPass()
      await expect(postNumber(theirs, 1)).toContainText('changed by a moderator')
      await (await openMenu(page, 1)).getByRole('button', { name: 'History' }).click()
      const history = page.getByRole('dialog', { name: 'History of this post' })
      await expect(history).toContainText('A private number')
      await expect(history).toContainText(topic.title)
      await expect(history).toContainText('Call 555-0132.')
      await expect(history).toBeInViewport({ ratio: 1 })
      expect(await violations(page)).toEqual([])
      await history.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('button', { name: 'More for post 1', exact: true })).toBeFocused()
      await theirs.context().close()
    })
  })
}
