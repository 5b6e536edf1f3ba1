import {
  ACCOUNT_SENTENCE,
  CODES_SAVED,
  CREATE_RECOVERY_CODES,
  NO_OTHER_DEVICES,
  TWO_STEP,
  YOUR_DEVICES,
} from '#src/contract/account-sentence.ts'
import { FACTOR_SENTENCE, STEP_UP_TITLE } from '#src/contract/factor.ts'
import { USERNAME_LENGTH } from '#src/contract/username.ts'
import { appCode } from '#tests/support/authenticator-app.ts'
import { answering, REFUSED, refusing, toast } from './support/auth-page.ts'
import { virtualAuthenticator } from './support/passkeys.ts'
import { freshName, PASSWORD, type Person, tokenTo } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, type Page, test as siteTest } from './support/site-test.ts'

/** Somebody new, signed in, with their account page open. */
const test = siteTest.extend<{ person: Person }>({
  person: async ({ page, context, product, trouble }, use) => {
    trouble.allow(REFUSED)
    trouble.allow(/Failed to load resource: (net::ERR_FAILED|.* 503)/)
    const person = await giveMember(product)
    await signIn(context, product, person)
    await page.goto('/account')
    await expect(block(page, 'Profile').getByLabel('Username')).toHaveValue(person.username)
    await use(person)
  },
})

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Sets back when somebody last showed who they are: further than any action trusts. */
async function growStale(product: Parameters<typeof giveMember>[0], { id }: Person): Promise<void> {
  await product.query((db) =>
    db.execute(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = '${id}'`),
  )
}

/** Adds an authenticator app after a wrong code; its secret. */
async function addApp(page: Page, name: string): Promise<string> {
  await block(page, TWO_STEP).getByRole('button', { name: 'Add authenticator app' }).click()
  const adding = dialog(page, 'Add authenticator app')
  await adding.getByLabel('Name').fill(name)
  await adding.getByRole('button', { name: 'Continue' }).click()
  const picture = adding.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const secret = ((await adding.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await adding.getByLabel('Code').fill('000 000')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding.getByRole('alert')).toContainText(FACTOR_SENTENCE.wrongCode)
  const actions = await adding.getByRole('button', { name: 'Cancel' }).boundingBox()
  const error = await toast(page, FACTOR_SENTENCE.wrongCode).boundingBox()
  expect((actions?.y ?? 0) + (actions?.height ?? 0), 'the toast covers no button').toBeLessThan(error?.y ?? 0)
  await adding.getByLabel('Code').fill(appCode(secret, Date.now()))
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding).toBeHidden()
  return secret
}

test('the profile and the password are saved, a refusal leaves what was typed, and a block that cannot be loaded is tried again', async ({
  page,
  person,
}) => {
  const profile = block(page, 'Profile')
  await expect(block(page, 'Email')).toContainText(person.email)
  await expect(block(page, 'Forum email').getByRole('link', { name: 'Email settings' })).toHaveAttribute(
    'href',
    '/forum/settings',
  )
  await profile.getByLabel('Username').fill('x')
  await profile.getByLabel('Full name').fill('Ada Wrench')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByRole('alert')).toContainText(USERNAME_LENGTH)
  await expect(profile.getByLabel('Username')).toBeFocused()
  await expect(profile.getByLabel('Full name')).toHaveValue('Ada Wrench')
  await profile.getByLabel('Username').fill(person.username)
  await page.route('**/api/auth/account', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page, 'Failed to save your profile. Please try again.')).toBeVisible()
  await expect(profile.getByLabel('Full name')).toHaveValue('Ada Wrench')
  await page.unroute('**/api/auth/account')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page, ACCOUNT_SENTENCE.profileSaved)).toBeVisible()

  const password = block(page, 'Password')
  await password.getByLabel('Current password', { exact: true }).fill('not this one')
  await password.getByLabel('New password', { exact: true }).fill('the pump runs dry at noon')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('alert')).toContainText(FACTOR_SENTENCE.wrongPassword)
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue('the pump runs dry at noon')
  await password.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, ACCOUNT_SENTENCE.passwordChanged)).toBeVisible()
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue('')

  await page.route('**/api/auth/account', refusing(503, 'The service is not available right now.'))
  await page.reload()
  await expect(profile.getByRole('alert')).toContainText('The service is not available right now.')
  await expect(block(page, YOUR_DEVICES).getByText('This device')).toBeVisible()
  await page.unroute('**/api/auth/account')
  await profile.getByRole('button', { name: 'Try again' }).click()
  await expect(profile.getByLabel('Full name')).toHaveValue('Ada Wrench')
})

test('an authenticator app is added by picture or secret, recovery codes are made, and its code is asked for to remove it', async ({
  page,
  person,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const secret = await addApp(page, 'Work phone')
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(block(page, TWO_STEP).getByRole('listitem')).toContainText('Work phone')

  const recovery = block(page, 'Recovery codes')
  const offer = dialog(page, CREATE_RECOVERY_CODES)
  await expect(offer).toContainText('you can only sign in with a recovery code')
  await offer.getByRole('button', { name: CREATE_RECOVERY_CODES }).click()
  const codes = dialog(page, 'Recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  await expect(codes).toBeVisible()
  const saved = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await codes.getByRole('button', { name: CODES_SAVED }).click()
  await expect(recovery).toContainText('You have 10 unused codes left.')

  await block(page, TWO_STEP).getByRole('button', { name: 'Remove Work phone' }).click()
  const removing = dialog(page, 'Remove Work phone?')
  await expect(removing).toContainText('This is your last method.')
  await growStale(product, person)
  await removing.getByRole('button', { name: 'Remove' }).click()
  const question = dialog(page, STEP_UP_TITLE)
  // The code that added the app is spent; its neighbor counts as well.
  await question.getByLabel('Code').fill(appCode(secret, Date.now() + 30_000))
  await question.getByLabel('Code').press('Enter')
  await expect(question).toBeHidden()
  await expect(block(page, TWO_STEP)).toContainText('Two-step verification is off.')
  await expect(recovery).toContainText(FACTOR_SENTENCE.factorFirst)
})

test('a phone is added by a code that is texted to it; an enrollment that is called off leaves nothing behind, nor one before the server has answered', async ({
  page,
  person: _,
}) => {
  const second = block(page, TWO_STEP)
  const adding = dialog(page, 'Add authenticator app')
  await second.getByRole('button', { name: 'Add authenticator app' }).click()
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect(adding.getByLabel('Code')).toBeVisible()
  const isForgotten = () => page.waitForResponse((response) => response.request().method() === 'DELETE')
  const first = isForgotten()
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await expect(second).toContainText('Two-step verification is off.')
  await first

  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/factors', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await second.getByRole('button', { name: 'Add authenticator app' }).click()
  await adding.getByRole('button', { name: 'Continue' }).click()
  await adding.getByRole('button', { name: 'Cancel' }).click()
  const forgotten = isForgotten()
  answer()
  expect((await forgotten).status()).toBe(204)
  await page.reload()
  await expect(second).toContainText('Two-step verification is off.')

  await second.getByRole('button', { name: 'Add phone' }).click()
  const phone = dialog(page, 'Add phone')
  await phone.getByLabel('Phone number').fill('12')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('Please enter a valid phone number')
  const number = `+1415555${String(Date.now()).slice(-4)}`
  await phone.getByLabel('Phone number').fill(number)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByRole('button', { name: 'Send code' }).click()
  await expect(phone.getByLabel('Code')).toBeFocused()
  const readCode = async () => {
    const mails: { to: string; text: string }[] = await (await page.request.get('/__local/mail.json')).json()
    return mails.filter(({ to }) => to === number).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0] ?? ''
  }
  // It is delivered after the answer.
  await expect.poll(readCode).not.toBe('')
  await phone.getByLabel('Code').fill(await readCode())
  await phone.getByLabel('Code').press('Enter')
  await expect(phone).toBeHidden()
  await expect(second.getByRole('listitem')).toContainText(number.slice(-4))
})

test('another address asks for the password first, then waits for the link that is mailed there; Google is linked at Google, and a passkey is added by the browser', async ({
  page,
  person,
  product,
}) => {
  await growStale(product, person)
  const mail = block(page, 'Email')
  const email = `${freshName()}@gauge.example`
  await mail.getByLabel('New email').fill(email)
  await mail.getByRole('button', { name: 'Change email' }).click()
  const question = dialog(page, STEP_UP_TITLE)
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(mail.getByLabel('New email')).toHaveValue(email)
  await mail.getByRole('button', { name: 'Change email' }).click()
  await question.getByLabel('Password', { exact: true }).fill('wrong')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByRole('alert')).toContainText(FACTOR_SENTENCE.wrongPassword)
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toBeHidden()
  await expect(toast(page, ACCOUNT_SENTENCE.emailChangeSent)).toBeVisible()
  await expect(mail).toContainText(`${email} is not confirmed yet.`)
  expect(await tokenTo(product, email, 'email')).not.toBe('')

  await page.route('**/api/auth/providers', answering({ google: true }))
  await page.reload()
  const link = block(page, 'Google').getByRole('link', { name: 'Link Google' })
  await expect(link).toHaveAttribute('href', '/api/auth/google?link=1')
  // The result is shown once.
  for (const [fragment, message] of [
    ['#google-linked', 'Your Google account is linked.'],
    ['#google-taken', ACCOUNT_SENTENCE.googleTaken],
  ]) {
    await page.goto('about:blank')
    await page.goto(`/account${fragment}`)
    await expect(toast(page, message ?? '')).toBeVisible()
    await expect(page).toHaveURL('/account')
  }

  await virtualAuthenticator(page)
  await block(page, TWO_STEP).getByRole('button', { name: 'Add passkey' }).click()
  const adding = dialog(page, 'Add passkey')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await adding.getByRole('button', { name: 'Create passkey' }).click()
  await expect(adding).toBeHidden()
  await dialog(page, CREATE_RECOVERY_CODES).getByRole('button', { name: 'Not now' }).click()
  await block(page, 'Recovery codes').getByRole('button', { name: CREATE_RECOVERY_CODES }).click()
  await expect(dialog(page, 'Recovery codes').getByRole('listitem')).toHaveCount(10)
  await dialog(page, 'Recovery codes').getByRole('button', { name: CODES_SAVED }).click()
  await expect(block(page, TWO_STEP).getByRole('listitem')).toContainText('Passkey')
})

test('other devices are listed, and signed out one by one or all; signing out in the bar ends the page in every tab', async ({
  page,
  browser,
  context,
  person,
  product,
}) => {
  const others = [await browser.newContext(), await browser.newContext()]
  for (const other of others) await signIn(other, product, person)
  await page.reload()
  const list = block(page, YOUR_DEVICES)
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByText('This device')).toHaveCount(1)
  await list
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .first()
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(list).toContainText(NO_OTHER_DEVICES)
  for (const other of others) await other.close()

  const other = await context.newPage()
  await other.goto('/account')
  await expect(block(other, 'Profile').getByLabel('Username')).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/auth')
    await expect(toast(tab, 'Signed out.')).toBeVisible()
  }
  // Whoever is not signed in is led to the door.
  await page.goto('/account')
  await expect(page).toHaveURL('/auth')
})

test('an account is deleted only after its name is typed, and is gone everywhere', async ({
  page,
  context,
  person,
}) => {
  const other = await context.newPage()
  await other.goto('/account')
  await page.bringToFront()
  await block(page, 'Delete account').getByRole('button', { name: 'Delete my account' }).click()
  const asking = dialog(page, 'Delete my account')
  await asking.getByRole('button', { name: 'Delete my account' }).click()
  await expect(asking.getByRole('alert')).toContainText(`Type ${person.username} to confirm.`)
  await asking.getByRole('textbox').fill(person.username)
  await asking.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/auth')
  expect(
    (await context.request.post('/api/auth/token', { headers: { Origin: new URL(page.url()).origin } })).status(),
  ).toBe(401)
})
