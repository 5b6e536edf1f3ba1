import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { appCode } from '#tests/support/authenticator-app.ts'
import { openAuth, plate, REFUSED, signIn, toast } from './support/auth-page.ts'
import { wakeForum } from './support/forum.ts'
import { stranger, test } from './support/google-product.ts'
import { forgetLimits, giveFactors, givePerson, PASSWORD } from './support/people.ts'
import { expect, type Page } from './support/site-test.ts'

test.describe.configure({ mode: 'default', timeout: 120_000 })
test.beforeEach(({ site }) => forgetLimits(site))

const google = (page: Page) => page.getByRole('link', { name: 'Continue with Google' })
const block = (page: Page) => page.getByRole('region', { name: 'Google', exact: true })

/** From the door to Google and back, as whoever the provider has there. */
async function comeByGoogle(page: Page): Promise<void> {
  await openAuth(page)
  await google(page).click()
}

/** Signed in, with everything loaded that the forum asks for. */
async function expectForum(page: Page): Promise<void> {
  await expect(page).toHaveURL('/forum')
  await wakeForum(page)
  await expect(page.getByText('Waiting for approval')).toBeVisible()
}

/** The document is no wider than the window. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('Google is on both tabs where the server offers it, and on none elsewhere', async ({ page, product }) => {
  await openAuth(page)
  await expect(google(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(google(page)).toBeVisible()
  const answered = page.waitForResponse('**/api/auth/providers')
  await page.goto(`${product.url}/auth`)
  expect(await (await answered).json()).toEqual({ google: false })
  for (const name of ['Sign In', 'Register']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expect(google(page)).toHaveCount(0)
  }
})

test('a link from elsewhere links nobody: the way to Google begins on the account page', async ({ page, site }) => {
  const asked = site.provider.state.asked.length
  await page.goto('/api/auth/google?link=1')
  await expect(page).toHaveURL('/auth')
  expect(site.provider.state.asked).toHaveLength(asked)
})

for (const width of [1280, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('somebody new comes in to wait for approval, and is the same person next time', async ({
      page,
      context,
      site,
    }) => {
      const person = stranger()
      site.provider.state.person = person
      const ids: string[] = []
      for (const tab of ['Register', 'Sign In']) {
        await openAuth(page)
        await page.getByRole('tab', { name: tab }).click()
        await google(page).click()
        await expectForum(page)
        await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible()
        await expectFits(page)
        const { viewer } = await (await page.request.get('/api/auth/session')).json()
        expect(viewer).toMatchObject({ email: person.email, approval: 'pending', aal: 1 })
        ids.push(viewer.id)
        await page.goto('/auth')
        await expectForum(page)
        await context.clearCookies()
      }
      expect(ids[1]).toBe(ids[0])
      const rows = await site.query((db) => db.select().from(users).where(eq(users.email, person.email)))
      expect(rows).toHaveLength(1)
    })

    test('a known address is linked by its owner after a password, and unlinked again', async ({
      page,
      context,
      site,
    }) => {
      const { email } = await givePerson(site)
      site.provider.state.person = stranger(email)
      await comeByGoogle(page)
      await expect(plate(page).getByRole('status')).toContainText('Sign in with its password, then link Google')
      await expect(page).toHaveURL('/auth')
      await expectFits(page)
      await signIn(page, email, PASSWORD)
      await expectForum(page)

      await page.goto('/account')
      await block(page).getByRole('link', { name: 'Link Google' }).click()
      await expect(toast(page, 'Your Google account is linked.')).toBeVisible()
      await expect(page).toHaveURL('/account')
      await expect(block(page)).toContainText('Your Google account is linked.')
      await expectFits(page)

      await context.clearCookies()
      await comeByGoogle(page)
      await expectForum(page)
      await page.goto('/account')
      await block(page).getByRole('button', { name: 'Unlink Google' }).click()
      const asking = page.getByRole('dialog', { name: 'Unlink Google?' })
      await expectFits(page)
      await asking.getByRole('button', { name: 'Unlink Google' }).click()
      await expect(toast(page, ACCOUNT_SENTENCE.googleUnlinked)).toBeVisible()
      await expect(block(page)).toContainText('No Google account is linked.')
      await context.clearCookies()
      await comeByGoogle(page)
      await expect(plate(page).getByRole('status')).toContainText('There is an account with this address already.')
    })

    test('who refuses at Google is told, and may try again', async ({ page, site }) => {
      site.provider.state.person = null
      await comeByGoogle(page)
      await expect(toast(page, ACCOUNT_SENTENCE.googleFailed)).toHaveAttribute('role', 'alert')
      await expect(page).toHaveURL('/auth')
      await expectFits(page)
      site.provider.state.person = stranger()
      await google(page).click()
      await expectForum(page)
    })
  })
}

test('who has not shown lately who they are does so before Google is linked', async ({ page, site, trouble }) => {
  trouble.allow(REFUSED)
  const { email, id } = await givePerson(site)
  site.provider.state.person = stranger()
  await openAuth(page)
  await signIn(page, email, PASSWORD)
  await expectForum(page)
  const longAgo = sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${id}`
  await site.query((db) => db.execute(longAgo))
  await page.goto('/account')
  await block(page).getByRole('link', { name: 'Link Google' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Your Google account is linked.')).toBeVisible()
  await site.query((db) => db.execute(longAgo))
  await block(page).getByRole('button', { name: 'Unlink Google' }).click()
  await page.getByRole('dialog', { name: 'Unlink Google?' }).getByRole('button', { name: 'Unlink Google' }).click()
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(block(page)).toContainText('No Google account is linked.')
})

test('Google alone is not unlinked, or nothing would be left to sign in with', async ({ page, site, trouble }) => {
  trouble.allow(REFUSED)
  site.provider.state.person = stranger()
  await comeByGoogle(page)
  await expectForum(page)
  await page.goto('/account')
  await block(page).getByRole('button', { name: 'Unlink Google' }).click()
  const asking = page.getByRole('dialog', { name: 'Unlink Google?' })
  await asking.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(toast(page, ACCOUNT_SENTENCE.googleLastWayIn)).toBeVisible()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(block(page)).toContainText('Your Google account is linked.')
})

test('a Google account of somebody else here is not linked a second time', async ({ page, context, site }) => {
  site.provider.state.person = stranger()
  await comeByGoogle(page)
  await expectForum(page)
  await context.clearCookies()
  const { email } = await givePerson(site)
  await openAuth(page)
  await signIn(page, email, PASSWORD)
  await expectForum(page)
  await page.goto('/account')
  await block(page).getByRole('link', { name: 'Link Google' }).click()
  await expect(toast(page, ACCOUNT_SENTENCE.googleTaken)).toHaveAttribute('role', 'alert')
  await expect(block(page)).toContainText('No Google account is linked.')
})

test('a second factor is owed after Google as after a password', async ({ page, context, site }) => {
  site.provider.state.person = stranger()
  await comeByGoogle(page)
  await expectForum(page)
  const { viewer } = await (await page.request.get('/api/auth/session')).json()
  const { secret } = await giveFactors(site, viewer)
  await context.clearCookies()
  await comeByGoogle(page)
  await expect(page).toHaveURL('/auth#second-factor')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await (await page.request.get('/api/auth/session')).json()).toMatchObject({ viewer: null })
  await page.getByLabel('Code').fill(appCode(secret, Date.now()))
  await page.getByLabel('Code').press('Enter')
  await expectForum(page)
  await expect(toast(page, ACCOUNT_SENTENCE.signedIn)).toBeVisible()
})
