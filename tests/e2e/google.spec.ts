import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { STEP_UP_TITLE } from '#src/contract/factor.ts'
import { openAuth, plate, REFUSED, signIn, toast } from './support/auth-page.ts'
import { wakeForum } from './support/forum.ts'
import { stranger, test } from './support/google-product.ts'
import { givePerson, PASSWORD } from './support/people.ts'
import { expect, type Page } from './support/site-test.ts'

const google = (page: Page) => page.getByRole('link', { name: 'Continue with Google' })
const block = (page: Page) => page.getByRole('region', { name: 'Google', exact: true })

/** From the sign-in page to Google and back, as the person the provider has. */
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } })

  test('a new person comes in to wait for approval, is the same person next time, and keeps their only way to sign in', async ({
    page,
    provider,
    empty,
    trouble,
  }) => {
    trouble.allow(REFUSED)
    const person = stranger()
    await provider.is(person)
    const ids: string[] = []
    for (const tab of ['Register', 'Sign In']) {
      await provider.leaveSite()
      await openAuth(page)
      await page.getByRole('tab', { name: tab }).click()
      await google(page).click()
      await expectForum(page)
      await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible()
      await expectFits(page)
      const { viewer } = await (await page.request.get('/api/auth/session')).json()
      expect(viewer).toMatchObject({ email: person.email, approval: 'pending', aal: 1 })
      ids.push(viewer.id)
    }
    expect(ids[1]).toBe(ids[0])
    const rows = await empty.query((db) => db.select().from(users).where(eq(users.email, person.email)))
    expect(rows).toHaveLength(1)

    await page.goto('/account')
    await block(page).getByRole('button', { name: 'Unlink Google' }).click()
    const asking = page.getByRole('dialog', { name: 'Unlink Google?' })
    await asking.getByRole('button', { name: 'Unlink Google' }).click()
    await expect(toast(page, ACCOUNT_SENTENCE.googleLastWayIn)).toBeVisible()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(block(page)).toContainText('Your Google account is linked.')
  })

  test('a known address is linked by its owner, who shows that it is them, and is unlinked again', async ({
    page,
    empty,
    provider,
    trouble,
  }) => {
    trouble.allow(REFUSED)
    const { email, id } = await givePerson(empty)
    await provider.is(stranger(email))
    await comeByGoogle(page)
    await expect(plate(page).getByRole('status')).toContainText('Sign in with its password, then link Google')
    await expect(page).toHaveURL('/auth')
    await expectFits(page)
    await signIn(page, email, PASSWORD)
    await expectForum(page)

    const longAgo = sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${id}`
    await empty.query((db) => db.execute(longAgo))
    await page.goto('/account')
    await block(page).getByRole('link', { name: 'Link Google' }).click()
    const question = page.getByRole('dialog', { name: STEP_UP_TITLE })
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, 'Your Google account is linked.')).toBeVisible()
    await expect(page).toHaveURL('/account')
    await expect(block(page)).toContainText('Your Google account is linked.')
    await expectFits(page)

    await provider.leaveSite()
    await comeByGoogle(page)
    await expect(page).toHaveURL('/forum')
    await empty.query((db) => db.execute(longAgo))
    await page.goto('/account')
    await block(page).getByRole('button', { name: 'Unlink Google' }).click()
    const asking = page.getByRole('dialog', { name: 'Unlink Google?' })
    await expectFits(page)
    await asking.getByRole('button', { name: 'Unlink Google' }).click()
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(toast(page, ACCOUNT_SENTENCE.googleUnlinked)).toBeVisible()
    await expect(block(page)).toContainText(ACCOUNT_SENTENCE.googleNotLinked)
    await provider.leaveSite()
    await comeByGoogle(page)
    await expect(plate(page).getByRole('status')).toContainText('An account with this address already exists.')
  })

  test('Google is on both tabs where the server offers it, and on none elsewhere; a person who declines there is informed, and can try again', async ({
    page,
    product,
    provider,
  }) => {
    await provider.is(null)
    await openAuth(page)
    await expect(google(page)).toBeVisible()
    await page.getByRole('tab', { name: 'Register' }).click()
    await google(page).click()
    await expect(toast(page, ACCOUNT_SENTENCE.googleFailed)).toHaveAttribute('role', 'alert')
    await expect(page).toHaveURL('/auth')
    await expectFits(page)
    await provider.is(stranger())
    await google(page).click()
    await expectForum(page)

    const answered = page.waitForResponse('**/api/auth/providers')
    await page.goto(`${product.url}/auth`)
    expect(await (await answered).json()).toEqual({ google: false })
    for (const name of ['Sign In', 'Register']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      await expect(google(page)).toHaveCount(0)
    }
  })
})
