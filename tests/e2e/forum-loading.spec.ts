import { giveTopic, giveWriter, replyText } from './support/forum.ts'
import { signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const FAILURES = /Failed to load resource|Failed to fetch dynamically imported module|Error hydrating/
const missing = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** Uses the page a little, as a hand on a mouse does. */
async function move(page: Page): Promise<void> {
  for (const x of [5, 50, 95]) await page.mouse.move(x, 200)
}

test('without the file of an island the page asks once more, then says what is missing and tries again', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(FAILURES)
  const me = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by: me, source: 'A question.' }] })
  await signIn(context, product, me)
  let refused = 0
  await page.route(/\/_astro\/ForumIsland\./, (route) => {
    refused += 1
    return route.abort()
  })
  await page.goto(topic.path)
  await expect(async () => {
    await move(page)
    await expect(missing(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(refused).toBeGreaterThan(1)
  const again = missing(page).getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(missing(page)).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expect(replyText(page)).toBeVisible()
  await expect(missing(page)).toHaveCount(0)
})

test('what comes at the second time, such as the file that all islands start with, needs no words', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(FAILURES)
  const me = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by: me, source: 'A question.' }] })
  await signIn(context, product, me)
  await page.route(/\/_astro\/islands\./, (route) => route.abort(), { times: 1 })
  await page.goto(topic.path)
  await expect(async () => {
    await move(page)
    await expect(replyText(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(missing(page)).toHaveCount(0)
})
