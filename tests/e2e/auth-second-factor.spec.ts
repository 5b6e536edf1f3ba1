import type { Page } from '@playwright/test'
import { FACTOR_SENTENCE } from '#src/contract/factor.ts'
import { appCode, wrongCode } from '#tests/support/authenticator-app.ts'
import { openAuth, plate, REFUSED, signIn, toast } from './support/auth-page.ts'
import { addPasskey, virtualAuthenticator } from './support/passkeys.ts'
import { giveFactors, givePerson, PASSWORD, textedCode } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

/** As people paste them from an app. */
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

async function answer(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code)
  await page.getByLabel(label).press('Enter')
}

test('a second factor ends the sign-in: a code from the app, after a wrong one and a reload, a code by text message or a recovery code; canceling ends it, too', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const person = await givePerson(product)
  const { secret, recoveryCodes } = await giveFactors(product, person)
  await openAuth(page)
  await signIn(page, person.email, PASSWORD)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await openAuth(page, '#second-factor')
  await expect(toast(page, 'Please start again')).toBeVisible()

  await signIn(page, person.email, PASSWORD)
  await expect(page.getByLabel('Code')).toBeFocused()
  await answer(page, 'Code', wrongCode(secret, Date.now()))
  await expect(plate(page).getByRole('alert')).toContainText(FACTOR_SENTENCE.wrongCode)
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.reload()
  await answer(page, 'Code', spaced(appCode(secret, Date.now())))
  await expect(page).toHaveURL('/forum')

  await page.context().clearCookies()
  await openAuth(page)
  await signIn(page, person.email, PASSWORD)
  await page.getByRole('button', { name: 'Text a code to •••• 0132' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByRole('button', { name: 'Send another code' }).click()
  await expect(toast(page, 'Too Many Attempts')).toBeVisible()
  await answer(page, 'Code', await textedCode(product))
  await expect(page).toHaveURL('/forum')

  await page.context().clearCookies()
  await openAuth(page)
  await signIn(page, person.email, PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await answer(page, 'Recovery code', 'aaaa-bbbb-cccc')
  await expect(plate(page).getByRole('alert')).toContainText(FACTOR_SENTENCE.wrongCode)
  await answer(page, 'Recovery code', recoveryCodes[0]?.toUpperCase() ?? '')
  await expect(page).toHaveURL('/forum')
})

test('a passkey signs in by itself, and counts as a second factor; a missing one is reported, and the form stays as it was', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const person = await givePerson(product)
  const remove = await virtualAuthenticator(page)
  await addPasskey(page, person.email, PASSWORD)
  await openAuth(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/forum')
  await page.context().clearCookies()
  await openAuth(page)
  await signIn(page, person.email, PASSWORD)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page).toHaveURL('/forum')

  await page.context().clearCookies()
  await openAuth(page)
  await page.getByLabel('Email').first().fill('maria@example.org')
  await remove()
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(toast(page, FACTOR_SENTENCE.passkeyFailed)).toBeVisible()
  await expect(page.getByLabel('Email').first()).toHaveValue('maria@example.org')
})
