import { appCode } from '#tests/support/authenticator-app.ts'
import { wakeForum } from './support/forum.ts'
import { PASSWORD } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

const opener = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** The next time this tab asks who is there; resolves with the level of assurance it hears. */
async function nextLevel(page: Page): Promise<number> {
  const response = await page.waitForResponse('**/api/auth/session')
  const { viewer } = await response.json()
  return viewer.aal
}

test('a second step taken in one tab is known in the other', async ({ page, context, product }) => {
  await signIn(context, product, await giveMember(product))
  const other = await context.newPage()
  await other.goto('/events')
  await expect(opener(other)).toBeVisible()
  await page.bringToFront()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await adding.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const level = nextLevel(other)
  await adding.getByLabel('Code').fill(appCode(secret, Date.now()))
  await adding.getByRole('button', { name: 'Add' }).click()
  expect(await level).toBe(2)
  await expect(opener(other)).toBeVisible()
})

test('a sign-in in one tab reaches another that was signed out', async ({ page, context, product }) => {
  const person = await giveMember(product)
  await signIn(context, product, person)
  await page.goto('/events')
  await opener(page).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(opener(page)).toHaveCount(0)
  const other = await context.newPage()
  await other.goto('/auth')
  const panel = other.getByRole('tabpanel', { name: 'Sign In' })
  await panel.getByLabel('Email').fill(person.email)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(opener(page)).toContainText(person.email)
})

test('another person who signs in sees nothing of the previous one', async ({ page, context, product }) => {
  const [before, after] = [await giveMember(product), await giveMember(product)]
  await signIn(context, product, before)
  await page.goto('/forum')
  await wakeForum(page)
  await expect(page.getByRole('main').getByText(before.username).first()).toBeVisible()
  await opener(page).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(opener(page)).toHaveCount(0)
  await signIn(context, product, after)
  await page.evaluate(() => new BroadcastChannel('session').postMessage('signed in'))
  await expect(page.getByRole('main').getByText(after.username).first()).toBeVisible()
  await expect(page.getByText(before.username)).toHaveCount(0)
})
