import { toast } from './support/auth-page.ts'
import { forgetLimits, PASSWORD } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const MOST = 20_000

test.beforeEach(({ product }) => forgetLimits(product))

test('anonymous visitors read what it is for, without a framework', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const response = await page.goto('/forum', { waitUntil: 'networkidle' })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
  await expect(main.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth#register')
  await expect(main.getByRole('heading', { name: 'Next workshop' })).toBeVisible()
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
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Which plant?')).toHaveCount(approval === 'rejected' ? 1 : 0)
  })
}

test('signing out shows again what everybody sees', async ({ page, context, product }) => {
  await signIn(context, product, await giveMember(product))
  await page.goto('/forum')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Register' })).toBeVisible()
  await expect(page.getByText('Waiting for approval')).toBeHidden()
})
