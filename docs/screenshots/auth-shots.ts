import type { Page } from '@playwright/test'
import type { PendingSignIn } from '#src/contract/factor.ts'
import type { Shot } from './take.ts'

/** The pictures of /auth. What an API would have to be asked for is answered here. */

const phone = { width: 360, height: 740 }
const tablet = { width: 768, height: 1024 }
const desk = { width: 1440, height: 900 }
const dark = { colorScheme: 'dark' } as const

const pending: PendingSignIn = {
  factors: [
    { id: 'a', factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app', created_at: 1 },
    { id: 'b', factor_type: 'phone', status: 'verified', friendly_name: 'Phone', phone: '•••• 4312', created_at: 1 },
    { id: 'c', factor_type: 'webauthn', status: 'verified', friendly_name: 'Laptop', created_at: 1 },
  ],
  hasRecoveryCodes: true,
}
const SUBMITTED = {
  title: 'Registration Submitted',
  message:
    "Your account has been created and is pending administrator approval. You'll be able to post once approved.",
}

const answering = (path: string, json: object, status = 200) => (page: Page) =>
  page.route(`**/api/auth/${path}`, (route) => route.fulfill({ status, json }))
const refusing = (path: string, status: number, detail: string) => answering(path, { code: 'refused', detail }, status)
const owing = answering('session', { viewer: null, pending })
const google = answering('providers', { google: true })

const fill = (username: string, email: string, password: string) => async (page: Page) => {
  const panel = page.getByRole('tabpanel', { name: 'Register' })
  await panel.getByLabel('Username').fill(username)
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Register' }).click()
}
const signIn = async (page: Page) => {
  const panel = page.getByRole('tabpanel', { name: 'Sign In' })
  await panel.getByLabel('Email').fill('maria@example.org')
  await panel.getByLabel('Password', { exact: true }).fill('gauge 41')
  await panel.getByRole('button', { name: 'Sign In' }).click()
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const failed = refusing('sign-in', 401, 'Failed to sign in. Please check your credentials and try again.')
const dead = refusing('confirm-email', 410, 'This link is not valid any more. Please ask for a new one.')
const ready = (page: Page) => page.locator('button[type=submit]:enabled:visible').first().waitFor()

export const authShots: Shot[] = [
  { name: 'auth-sign-in-360', path: '/auth', size: phone, before: google, after: ready },
  { name: 'auth-sign-in-1440', path: '/auth', size: desk, before: google, after: ready },
  { name: 'auth-sign-in-failed-360', path: '/auth', size: phone, before: failed, after: signIn, fold: true },
  { name: 'auth-register-360-dark', path: '/auth#register', size: phone, look: dark, before: google, after: ready },
  { name: 'auth-register-1440-dark', path: '/auth#register', size: desk, look: dark, before: google, after: ready },
  { name: 'auth-register-faults-360', path: '/auth#register', size: phone, after: fill('jo', 'jo@mailinator.com', 'abc'), fold: true },
  {
    name: 'auth-submitted-1440',
    path: '/auth#register',
    size: desk,
    before: answering('sign-up', SUBMITTED, 202),
    after: fill('maria', 'maria@example.org', 'a few words'),
    fold: true,
  },
  { name: 'auth-forgot-768', path: '/auth#forgot', size: tablet, after: ready, fold: true },
  { name: 'auth-reset-360', path: '/auth#reset=x', size: phone, after: ready, fold: true },
  { name: 'auth-confirm-360-dark', path: '/auth#confirm=x', size: phone, look: dark, fold: true },
  { name: 'auth-dead-link-768', path: '/auth#confirm=x', size: tablet, before: dead, after: press('Confirm email address'), fold: true },
  { name: 'auth-second-factor-360', path: '/auth#second-factor', size: phone, before: owing, after: ready },
  { name: 'auth-second-factor-1440-dark', path: '/auth#second-factor', size: desk, look: dark, before: owing, after: ready },
  { name: 'auth-recovery-code-360', path: '/auth#second-factor', size: phone, before: owing, after: press('Use a recovery code'), fold: true },
]
