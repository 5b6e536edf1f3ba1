import type { Locator, Route } from '@playwright/test'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { DISPOSABLE_EMAIL } from '#src/contract/email.ts'
import { PASSWORD_TOO_SHORT } from '#src/contract/password.ts'
import { BANNED } from '#src/contract/security-check.ts'
import { USERNAME_TAKEN } from '#src/contract/username.ts'
import { openAuth, refusing, register, SIGN_IN_FAILED, signIn, toast } from './support/auth-page.ts'
import { expect, test } from './support/site-test.ts'

test.beforeEach(({ trouble }) => trouble.allow(/Failed to load resource/))

const someone = { username: 'maria', email: 'maria@example.org', password: 'gauge 41 leaks' }
const WAIT = 'Too many sign-in attempts. Please try again in 40 seconds.'

test('a refusal is shown under its title, a failure in the words of its form, and what was typed stays', async ({
  page,
}) => {
  await openAuth(page)
  for (const [answer, title, sentence] of [
    [refusing(403, BANNED), 'Access Denied', BANNED],
    [refusing(429, WAIT), 'Too Many Attempts', WAIT],
    [(route: Route) => route.abort('internetdisconnected'), 'Error', SIGN_IN_FAILED],
  ] as const) {
    await page.route('**/api/auth/sign-in', answer, { times: 1 })
    await signIn(page, someone.email, 'x')
    await expect(toast(page, title).filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true }), 'the focus stays').toBeFocused()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await expect(page.getByRole('tabpanel').getByLabel('Email')).toHaveValue(someone.email)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()

  const broken = (route: Route) => route.fulfill({ status: 500, body: 'oops' })
  await page.route('**/api/auth/{sign-up,password-reset}', broken)
  await page.getByRole('tab', { name: 'Register' }).click()
  await register(page, someone)
  await expect(toast(page, ACCOUNT_SENTENCE.signUpFailed)).toContainText('Error')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(someone.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page, ACCOUNT_SENTENCE.resetFailed)).toContainText('Error')
  await expect(page.getByLabel('Email')).toHaveValue(someone.email)
})

test('what is wrong in a registration is shown in a toast and at its field, before it is sent and by the server', async ({
  page,
}) => {
  let sent = 0
  await page.route('**/api/auth/sign-up', (route) => {
    sent += 1
    return refusing(409, USERNAME_TAKEN, [{ field: 'username', message: USERNAME_TAKEN }])(route)
  })
  await openAuth(page, '#register')
  const panel = page.getByRole('tabpanel', { name: 'Register' })
  for (const [typed, label, title, sentence, calls] of [
    [{ ...someone, email: 'maria@mail.yopmail.com' }, 'Email', 'Email Not Allowed', DISPOSABLE_EMAIL, 0],
    [{ ...someone, password: 'short' }, 'Password', 'Registration Error', PASSWORD_TOO_SHORT, 0],
    [someone, 'Username', 'Registration Error', USERNAME_TAKEN, 1],
  ] as const) {
    await register(page, typed)
    await expect(toast(page, title).filter({ hasText: sentence })).toBeVisible()
    const field = panel.getByLabel(label, { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
    expect(sent).toBe(calls)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  await expect(panel.getByLabel('Username')).toHaveValue(someone.username)
  await expect(panel.getByLabel('Email')).toHaveValue(someone.email)
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

test('on a phone an error is at the foot of what the keyboard leaves in sight, and covers no title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/api/auth/sign-in', refusing(401, SIGN_IN_FAILED))
  await openAuth(page)
  await signIn(page, someone.email, 'x')
  const failed = toast(page, SIGN_IN_FAILED)
  const title = page.getByRole('heading', { level: 1 })
  const edge = async (part: Locator, side: 'top' | 'bottom') =>
    part.evaluate((it, at) => it.getBoundingClientRect()[at], side)
  await expect(failed).toBeVisible()
  expect(await edge(failed, 'top')).toBeGreaterThan(await edge(title, 'bottom'))
  expect(await edge(failed, 'bottom')).toBeGreaterThan(700)
  expect(await edge(failed, 'bottom')).toBeLessThan(740)
  const again = page.getByRole('button', { name: 'Sign In', exact: true })
  expect(await edge(again, 'bottom'), 'what was pressed is in sight').toBeLessThan(await edge(failed, 'top'))
  await page.evaluate(() => {
    if (!visualViewport) return
    Object.defineProperty(visualViewport, 'height', { value: 420 })
    visualViewport.dispatchEvent(new Event('resize'))
  })
  expect(await edge(failed, 'bottom')).toBeLessThan(420)
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
