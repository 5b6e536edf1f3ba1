import type { Page } from '@playwright/test'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { DISPOSABLE_EMAIL, INVALID_EMAIL } from '#src/contract/email.ts'
import { PASSWORD_TOO_SHORT } from '#src/contract/password.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { USERNAME_LENGTH, USERNAME_TAKEN } from '#src/contract/username.ts'
import {
  answering,
  fillSignIn,
  openAuth,
  plate,
  refusing,
  register,
  SIGN_IN_FAILED,
  signIn,
  toast,
} from './support/auth-page.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ trouble }) => trouble.allow(/Failed to load resource/))

const someone = { username: 'maria', email: 'maria@example.org', password: 'gauge 41 leaks' }
const WAIT = 'Too many sign-in attempts. Please try again in 40 seconds.'

const FORMS = {
  'sign-in': {
    path: '**/api/auth/sign-in',
    failed: SIGN_IN_FAILED,
    send: (page: Page) => signIn(page, someone.email, 'x'),
  },
  'sign-up': {
    path: '**/api/auth/sign-up',
    failed: ACCOUNT_SENTENCE.signUpFailed,
    send: async (page: Page) => {
      await page.getByRole('tab', { name: 'Register' }).click()
      await register(page, someone)
    },
  },
  reset: {
    path: '**/api/auth/password-reset',
    failed: ACCOUNT_SENTENCE.resetFailed,
    send: async (page: Page) => {
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email').fill(someone.email)
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
    },
  },
}

for (const [name, { path, failed, send }] of Object.entries(FORMS)) {
  test(`${name}: a ban and a limit have their own titles`, async ({ page }) => {
    await openAuth(page)
    await page.route(path, refusing(403, BANNED))
    await send(page)
    await expect(toast(page, 'Access Denied')).toContainText(BANNED)
    await openAuth(page)
    await page.unroute(path)
    await page.route(path, refusing(429, WAIT))
    await send(page)
    await expect(toast(page, 'Too Many Attempts')).toContainText(WAIT)
  })

  test(`${name}: no answer, or a broken one, is told in the words of this action`, async ({ page }) => {
    for (const broken of ['offline', 'internal'] as const) {
      await openAuth(page)
      await page.route(path, (route) =>
        broken === 'offline' ? route.abort('internetdisconnected') : route.fulfill({ status: 500, body: 'oops' }),
      )
      await send(page)
      await expect(toast(page, 'Error')).toContainText(failed)
      await page.unroute(path)
    }
    await expect(plate(page).getByLabel('Email').filter({ visible: true })).toHaveValue(someone.email)
    await expect(plate(page).locator('button[type=submit]').filter({ visible: true })).toBeEnabled()
  })
}

test('what is wrong in a registration is said in a toast and beside the field, before anything is sent', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await openAuth(page, '#register')
  const cases = [
    [{ ...someone, email: 'maria' }, 'Email', 'Invalid Email', INVALID_EMAIL],
    [{ ...someone, email: 'maria@mail.yopmail.com' }, 'Email', 'Email Not Allowed', DISPOSABLE_EMAIL],
    [{ ...someone, username: 'jo' }, 'Username', 'Registration Error', USERNAME_LENGTH],
    [{ ...someone, password: 'short' }, 'Password', 'Registration Error', PASSWORD_TOO_SHORT],
  ] as const
  for (const [typed, label, title, sentence] of cases) {
    await register(page, typed)
    await expect(toast(page, title).filter({ hasText: sentence })).toBeVisible()
    const field = page.getByRole('tabpanel', { name: 'Register' }).getByLabel(label, { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  expect(sent.filter((url) => url.includes('/sign-up'))).toEqual([])
})

test("the server's own word on a registration stands under its title and at its field", async ({ page }) => {
  await page.route(
    '**/api/auth/sign-up',
    refusing(409, USERNAME_TAKEN, [{ field: 'username', message: USERNAME_TAKEN }]),
  )
  await openAuth(page, '#register')
  await register(page, someone)
  await expect(toast(page, 'Registration Error')).toContainText(USERNAME_TAKEN)
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(new RegExp(`^${USERNAME_TAKEN}`))
  for (const [label, value] of [
    ['Username', 'maria'],
    ['Email', someone.email],
  ] as const)
    await expect(page.getByRole('tabpanel', { name: 'Register' }).getByLabel(label)).toHaveValue(value)
})

test('a double click sends once, and the button says what is going on', async ({ page }) => {
  let sent = 0
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/auth/sign-in', async (route) => {
    sent += 1
    await asked
    await refusing(401, SIGN_IN_FAILED)(route)
  })
  await openAuth(page)
  await fillSignIn(page, someone.email, 'x')
  await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await page.getByLabel('Email').first().press('Enter')
  answer()
  await expect(toast(page, SIGN_IN_FAILED)).toBeVisible()
  expect(sent).toBe(1)
})

test('Google is offered only where the server has it, and its failures are told', async ({ page }) => {
  await openAuth(page)
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveCount(0)
  await page.goto('/events')
  await page.route('**/api/auth/providers', answering({ google: true }))
  await openAuth(page, '#google-failed')
  await expect(toast(page, ACCOUNT_SENTENCE.googleFailed)).toBeVisible()
  for (const tab of ['Sign In', 'Register']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/auth/google',
    )
  }
  await page.goto('/auth#google-link')
  await expect(plate(page)).toContainText('then link Google on your account page')
})

test('a toast waits under the pointer, and leaves when it is dismissed', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/auth/sign-in', refusing(401, SIGN_IN_FAILED))
  await openAuth(page)
  await signIn(page, someone.email, 'x')
  const failed = toast(page, SIGN_IN_FAILED)
  await expect(failed).toBeVisible()
  await failed.hover()
  await page.clock.runFor(60_000)
  await expect(failed).toBeVisible()
  await page.mouse.move(5, 500)
  await page.clock.runFor(8_000)
  await expect(failed).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter')
  await failed.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(failed).toHaveCount(0)
})

test('news that is there before the toasts are waits for them', async ({ page }) => {
  const { promise: isTold, resolve: tell } = Promise.withResolvers<void>()
  await page.route('**/_astro/Toasts.*.js', async (route) => {
    await isTold
    await route.continue()
  })
  await page.goto('/auth#google-failed', { waitUntil: 'commit' })
  await expect(page).toHaveURL('/auth')
  tell()
  await expect(toast(page, ACCOUNT_SENTENCE.googleFailed)).toBeVisible()
})
