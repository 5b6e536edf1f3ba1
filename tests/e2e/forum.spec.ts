import { toast } from './support/auth-page.ts'
import { giveTopic, giveWriter, wakeForum } from './support/forum.ts'
import { forgetLimits, PASSWORD } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { watchScripts } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'

const MOST = 20_000

test.beforeEach(({ product }) => forgetLimits(product))

test('anonymous visitors read it without a framework, and see how to join', async ({ page }) => {
  const scripts = watchScripts(page)
  const response = await page.goto('/forum', { waitUntil: 'networkidle' })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
  await expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth#register')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Forum')
  expect(scripts).toEqual([])
  expect((await response?.request().sizes())?.responseBodySize).toBeLessThanOrEqual(MOST)
})

test('a sign-in ends here, with its welcome and the state of the registration', async ({ page, product }) => {
  const person = await giveMember(product)
  await page.goto('/auth')
  const panel = page.getByRole('tabpanel', { name: 'Sign In' })
  await panel.getByLabel('Email').fill(person.email)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/forum')
  await expect(toast(page, "Welcome back! You've been signed in successfully.")).toBeVisible()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
})

for (const [approval, sentence] of [
  ['approved', 'Your registration is approved. You may post.'],
  ['rejected', 'An administrator did not approve your registration.'],
] as const) {
  test(`somebody ${approval} reads so`, async ({ page, context, product }) => {
    await signIn(context, product, await giveMember(product, { approval, reason: 'Which plant?' }))
    await page.goto('/forum')
    await wakeForum(page)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Which plant?')).toHaveCount(approval === 'rejected' ? 1 : 0)
  })
}

test('signing out shows again what everybody sees', async ({ page, context, product }) => {
  await signIn(context, product, await giveMember(product))
  await page.goto('/forum')
  await wakeForum(page)
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(page.getByText('Waiting for approval')).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('lists, topics and searches are read, and nothing is offered that needs one', async ({ page, product }) => {
    const by = await giveWriter(product)
    const topic = await giveTopic(product, {
      posts: [
        { by, source: 'A question about couplings.' },
        { by, source: 'An answer to it.' },
      ],
    })
    await page.goto(`/forum/category/${topic.category}`)
    await page.getByRole('link', { name: topic.title }).click()
    await expect(page.getByText('An answer to it.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /Thank|Reply|Quote|More/ })).toHaveCount(0)
    await expect(page.getByText('Writing needs JavaScript.')).toBeVisible()
    const search = page.getByRole('search')
    await search.getByRole('searchbox').fill('couplings')
    await search.getByRole('button').click()
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(topic.title) })
        .first(),
    ).toBeVisible()
  })
})

test('a topic is printed as its posts, without what is pressed', async ({ page, product }) => {
  const by = await giveWriter(product)
  const topic = await giveTopic(product, { posts: [{ by, source: 'For the notice board.' }] })
  await page.goto(topic.path)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('For the notice board.')).toBeVisible()
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sign in to reply' })).toBeHidden()
})

test('a forum without categories has all its room for the list', async ({ page, empty }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${empty.url}/forum`)
  await expect(page.getByText('No topic yet')).toBeVisible()
  const widthOf = async (part: string) => (await page.locator(part).boundingBox())?.width ?? 0
  expect(await widthOf('.forum-cols > :last-child')).toBeGreaterThan((await widthOf('.forum-cols')) / 2)
})
