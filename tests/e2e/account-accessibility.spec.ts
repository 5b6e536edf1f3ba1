import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { REFUSED } from './support/auth-page.ts'
import { wakeForum } from './support/forum.ts'
import { expectUsable, take } from './support/looks.ts'
import { PASSWORD } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test } from './support/site-test.ts'

test.beforeEach(({ trouble }) => trouble.allow(REFUSED))

/** What may stand open on the account page, and the way there. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'an authenticator app is added': async (page) => {
    await page.getByRole('button', { name: 'Add authenticator app' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
  },
  'a phone is added': async (page) => {
    await page.getByRole('button', { name: 'Add phone' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
  },
  'the account is about to be deleted': async (page) => {
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'a form is refused': async (page) => {
    await page.getByLabel('New email').fill('no address')
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByRole('alert').first().waitFor()
  },
}

test('the account page and all that opens on it can be used by everybody', async ({ page, context, product }) => {
  test.setTimeout(120_000)
  await take(page)
  await signIn(context, product, await giveMember(product))
  await page.goto('/account')
  await expect(page.getByText('This device')).toBeVisible()
  await expectUsable(page, 'as it stands')
  for (const [state, reach] of Object.entries(STATES)) {
    await reach(page)
    await expectUsable(page, state)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the forum works for a rejected member, too', async ({ page, context, product }) => {
  await take(page)
  await signIn(context, product, await giveMember(product, { approval: 'rejected', reason: 'Which plant?' }))
  await page.goto('/forum')
  await wakeForum(page)
  await expect(page.getByText('Which plant?')).toBeVisible()
  await expectUsable(page, 'rejected')
})

test('a password is changed by the keyboard alone; a dialog keeps the focus and gives it back', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await giveMember(product))
  await page.goto('/account')
  await expect(page.getByText('This device')).toBeVisible()
  const current = page.getByLabel('Current password', { exact: true })
  for (let steps = 0; steps < 30 && !(await current.evaluate((field) => field.matches(':focus'))); steps += 1)
    await page.keyboard.press('Tab')
  await expect(current).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('the pump runs dry at noon')
  await page.keyboard.press('Enter')
  await expect(page.getByText(ACCOUNT_SENTENCE.passwordChanged)).toBeVisible()

  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let steps = 0; steps < 8; steps += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    )
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
