import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { NO_TOPICS } from '#src/contract/forum.ts'
import { toast } from './support/auth-page.ts'
import { giveTopic, giveWriter } from './support/forum.ts'
import { PASSWORD } from './support/people.ts'
import { giveMember } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

test('a sign-in ends here, with its welcome and the state of the registration, until one signs out', async ({
  page,
  product,
}) => {
  const person = await giveMember(product)
  await page.goto('/auth')
  const panel = page.getByRole('tabpanel', { name: 'Sign In' })
  await panel.getByLabel('Email').fill(person.email)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/forum')
  const main = page.getByRole('main')
  await expect(toast(page, ACCOUNT_SENTENCE.signedIn)).toBeVisible()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
  await expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth#register')
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
  await expect(page.getByText(NO_TOPICS)).toBeVisible()
  const widthOf = async (part: string) => (await page.locator(part).boundingBox())?.width ?? 0
  expect(await widthOf('.forum-cols > :last-child')).toBeGreaterThan((await widthOf('.forum-cols')) / 2)
})
