import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { confirm, openAuth, plate, REFUSED, register, SIGN_IN_FAILED, signIn, toast } from './support/auth-page.ts'
import { freshName, givePerson, PASSWORD, tokenTo } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

test('a person registers, confirms with their password, signs in and gets to the forum', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const username = freshName()
  const email = `${username}@gauge.example`
  await openAuth(page)
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(plate(page).getByText('need administrator approval')).toBeVisible()
  await register(page, { username, email, password: PASSWORD })
  const kept = page.getByRole('region', { name: 'Registration Submitted' })
  for (const [title, sentence] of [
    ['Check your email', ACCOUNT_SENTENCE.checkEmail],
    ['Registration Submitted', ACCOUNT_SENTENCE.submitted],
  ] as const) {
    await expect(toast(page, title)).toContainText(sentence)
    await toast(page, title).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast(page, title)).toHaveCount(0)
  }
  await expect(kept).toContainText(ACCOUNT_SENTENCE.submitted)

  // Looks at the link use nothing up; its click does.
  const link = `#confirm=${await tokenTo(product, email, 'confirm')}`
  for (const [looks, isUsed] of [
    [2, false],
    [1, true],
  ] as const) {
    for (let look = 0; look < looks; look += 1) {
      await page.goto('about:blank')
      await openAuth(page, link)
      await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
    }
    await confirm(page, PASSWORD)
    if (isUsed) await expect(plate(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.linkDead)
    else await expect(plate(page)).toContainText(ACCOUNT_SENTENCE.confirmed)
  }

  await page.goto('about:blank')
  await openAuth(page)
  await signIn(page, email, 'not this one')
  await expect(toast(page, SIGN_IN_FAILED)).toHaveAttribute('role', 'alert')
  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/forum')
  await page.goto('/auth')
  await expect(page).toHaveURL('/forum')
})

test('the owner of an address that a stranger registered chooses a name and a password there', async ({
  page,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const username = freshName()
  const email = `${username}@gauge.example`
  await openAuth(page, '#register')
  await register(page, { username: freshName(), email, password: 'the stranger types this' })
  await expect(page.getByRole('region', { name: 'Registration Submitted' })).toBeVisible()
  await openAuth(page, `#confirm=${await tokenTo(product, email, 'confirm')}`)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await confirm(page, PASSWORD)
  await expect(plate(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.otherRegistration)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(plate(page).getByRole('status')).toContainText(ACCOUNT_SENTENCE.confirmed)
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/forum')
})

test('a link and a tab also work when they are pressed before the scripts of the page run', async ({ page }) => {
  for (const [role, name, heading] of [
    ['link', 'Forgot password?', 'Reset your password'],
    ['tab', 'Register', 'Register'],
  ] as const) {
    const scripts = Promise.withResolvers<void>()
    await page.route('**/_astro/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('about:blank')
    await page.goto('/auth', { waitUntil: 'commit' })
    await page.getByRole(role, { name }).click()
    scripts.resolve()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await page.unroute('**/_astro/*.js')
  }
})

test('a forgotten password is reset, and the link works once', async ({ page, product, trouble }) => {
  trouble.allow(REFUSED)
  const { email } = await givePerson(product)
  await openAuth(page)
  await page.getByRole('tabpanel', { name: 'Sign In' }).getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
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
    await page.getByRole('button', { name: 'Set new password' }).click()
    if (isFirst) await expect(toast(page, ACCOUNT_SENTENCE.passwordSet)).toBeVisible()
    else await expect(plate(page).getByRole('alert')).toContainText(ACCOUNT_SENTENCE.linkDead)
  }
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await signIn(page, email, password)
  await expect(page).toHaveURL('/forum')
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
