import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { openAuth, plate, REFUSED, register, SIGN_IN_FAILED, signIn, toast } from './support/auth-page.ts'
import { forgetLimits, freshName, givePerson, PASSWORD, tokenTo } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ product }) => forgetLimits(product))

test('somebody registers, confirms by a click, signs in and comes to the forum', async ({ page, product }) => {
  const username = freshName()
  const email = `${username}@gauge.example`
  await openAuth(page)
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(plate(page).getByText('need administrator approval')).toBeVisible()
  await register(page, { username, email, password: PASSWORD })
  await expect(toast(page, 'Registration Submitted')).toContainText(ACCOUNT_SENTENCE.submitted)
  await expect(toast(page, 'Check your email')).toContainText(ACCOUNT_SENTENCE.checkEmail)
  const kept = page.getByRole('region', { name: 'Registration Submitted' })
  await expect(kept).toContainText(ACCOUNT_SENTENCE.submitted)
  await expect(toast(page, 'Registration Submitted')).toBeHidden({ timeout: 15_000 })
  await expect(kept).toBeVisible()

  await openAuth(page, `#confirm=${await tokenTo(product, email, 'confirm')}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(plate(page)).toContainText(ACCOUNT_SENTENCE.confirmed)
  await page.getByRole('link', { name: 'Go to sign in' }).click()

  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/forum')
  await page.goto('/auth')
  await expect(page).toHaveURL('/forum')
})

test('looking at a link uses nothing up; its click does, once', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const username = freshName()
  const email = `${username}@gauge.example`
  await openAuth(page, '#register')
  await register(page, { username, email, password: PASSWORD })
  await expect(page.getByRole('region', { name: 'Registration Submitted' })).toBeVisible()
  const token = await tokenTo(product, email, 'confirm')
  for (let looks = 0; looks < 3; looks += 1) {
    await openAuth(page, `#confirm=${token}`)
    await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
    await page.goto('/events')
  }
  await openAuth(page, `#confirm=${token}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(plate(page)).toContainText(ACCOUNT_SENTENCE.confirmed)
  await page.goto('/events')
  await openAuth(page, `#confirm=${token}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(plate(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.linkDead)
})

test('a forgotten password is set anew, and the link works once', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { email } = await givePerson(product)
  await openAuth(page)
  await page.getByRole('tabpanel', { name: 'Sign In' }).getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, 'Check your email')).toContainText(ACCOUNT_SENTENCE.resetSent)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()

  const token = await tokenTo(product, email, 'reset')
  const password = 'another gauge 42'
  for (const isFirst of [true, false]) {
    await openAuth(page, `#reset=${token}`)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    if (isFirst) await expect(toast(page, ACCOUNT_SENTENCE.passwordSet)).toBeVisible()
    else await expect(plate(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.linkDead)
  }
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await signIn(page, email, password)
  await expect(page).toHaveURL('/forum')
})

test('a wrong password, an unknown address: one sentence, and nothing typed is lost', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { email } = await givePerson(product)
  for (const address of [email, `nobody.${email}`]) {
    await openAuth(page)
    await signIn(page, address, 'not this one')
    await expect(toast(page, SIGN_IN_FAILED)).toHaveAttribute('role', 'alert')
    const panel = page.getByRole('tabpanel', { name: 'Sign In' })
    await expect(panel.getByLabel('Email')).toHaveValue(address)
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('not this one')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  }
})

test('a known address registers and resets like an unknown one', async ({ page, product }) => {
  const { email } = await givePerson(product)
  const shown: string[] = []
  for (const address of [email, `new.${email}`]) {
    await openAuth(page, '#register')
    await register(page, { username: freshName(), email: address, password: PASSWORD })
    const kept = page.getByRole('region', { name: 'Registration Submitted' })
    await expect(kept).toBeVisible()
    await openAuth(page, '#forgot')
    await page.getByLabel('Email').fill(address)
    const toldOf = plate(page).locator('.note')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    shown.push((await toldOf.textContent()) ?? '')
  }
  expect(shown[0]).toBe(shown[1])
})

test('who signs in elsewhere is taken along, and coming back leads on', async ({ context, page, product }) => {
  const { email } = await givePerson(product)
  await openAuth(page)
  const other = await context.newPage()
  await openAuth(other)
  await signIn(other, email, PASSWORD)
  await expect(other).toHaveURL('/forum')
  await expect(page).toHaveURL('/forum')
  await page.goto('/events')
  await page.goto('/auth')
  await expect(page).toHaveURL('/forum')
  await page.goBack()
  await expect(page).toHaveURL('/events')
})

test('the welcome waits for the next page of the tab', async ({ page, product }) => {
  const { email } = await givePerson(product)
  await openAuth(page)
  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/forum')
  await expect(toast(page, ACCOUNT_SENTENCE.signedIn)).toBeVisible()
})
