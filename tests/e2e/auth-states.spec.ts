import type { Page, Request } from '@playwright/test'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import type { PendingSignIn } from '#src/contract/factor.ts'
import { USERNAME_TAKEN } from '#src/contract/username.ts'
import { ask } from '#tests/support/answers.ts'
import { atScale } from '#tests/support/scale.ts'
import {
  answering,
  confirm,
  openAuth,
  REFUSED,
  refusing,
  register,
  SIGN_IN_FAILED,
  signIn,
  toast,
} from './support/auth-page.ts'
import { ENDS, expectUsable, holdToasts, TABLET, take, ZOOM } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const TOKEN = 'secret-token-in-a-fragment'
const pending: PendingSignIn = {
  factors: [
    { id: 'a', factor_type: 'totp', status: 'verified', friendly_name: 'App', created_at: 1 },
    { id: 'b', factor_type: 'phone', status: 'verified', friendly_name: 'Phone', phone: '•••• 0132', created_at: 1 },
    { id: 'c', factor_type: 'webauthn', status: 'verified', friendly_name: 'Laptop', created_at: 1 },
  ],
  hasRecoveryCodes: true,
}
const owing = (page: Page) => page.route('**/api/auth/session', answering({ viewer: null, pending }))
const choose = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

type State = { fragment?: string; before?: (page: Page) => Promise<unknown>; after?: (page: Page) => Promise<unknown> }

const FORMS: Record<string, State> = {
  'sign in': { before: (page) => page.route('**/api/auth/providers', answering({ google: true })) },
  'an error toast': {
    before: (page) => page.route('**/api/auth/sign-in', refusing(401, SIGN_IN_FAILED)),
    after: (page) => signIn(page, 'maria@example.org', 'x'),
  },
  register: { fragment: '#register' },
  'fields at fault': {
    fragment: '#register',
    after: (page) => register(page, { username: 'jo', email: 'jo', password: 'x' }),
  },
  submitted: {
    fragment: '#register',
    before: (page) =>
      page.route('**/api/auth/sign-up', answering({ title: 'Registration Submitted', message: 'Wait.' }, 202)),
    after: (page) => register(page, { username: 'maria', email: 'maria@example.org', password: 'gauge 41 leaks' }),
  },
  forgot: { fragment: '#forgot' },
  'code from an app': { fragment: '#second-factor', before: owing },
  'code by phone': { fragment: '#second-factor', before: owing, after: choose('Text a code') },
  passkey: { fragment: '#second-factor', before: owing, after: choose('Passkey: Laptop') },
}

const LINKS: Record<string, State> = {
  confirm: { fragment: `#confirm=${TOKEN}` },
  'another registration’s password': {
    fragment: `#confirm=${TOKEN}`,
    before: (page) =>
      page.route(
        '**/confirm-email',
        refusing(400, ACCOUNT_SENTENCE.otherRegistration, [
          { field: 'password', message: ACCOUNT_SENTENCE.otherRegistration },
        ]),
      ),
    after: (page) => confirm(page, 'gauge 41 leaks'),
  },
  'a password of one’s own': { fragment: `#confirm=${TOKEN}`, after: choose('Choose a new password') },
  'a name that is taken by now': {
    fragment: `#confirm=${TOKEN}`,
    before: (page) =>
      page.route('**/confirm-email', refusing(409, USERNAME_TAKEN, [{ field: 'username', message: USERNAME_TAKEN }])),
    after: (page) => confirm(page, 'gauge 41 leaks'),
  },
  confirmed: {
    fragment: `#email=${TOKEN}`,
    before: (page) => page.route('**/api/auth/email/confirm', answering({ message: ACCOUNT_SENTENCE.emailChanged })),
    after: choose('Confirm new email address'),
  },
  'a dead link': {
    fragment: `#confirm=${TOKEN}`,
    before: (page) => page.route('**/confirm-email', refusing(404, ACCOUNT_SENTENCE.linkDead)),
    after: (page) => confirm(page, 'gauge 41 leaks'),
  },
}

test.beforeEach(async ({ page, trouble }) => {
  trouble.allow(REFUSED)
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

for (const [what, states] of [
  ['the page', FORMS],
  ['what a link opens', LINKS],
] as const)
  test(`everybody can use each state of ${what}`, async ({ page }) => {
    for (const [name, { fragment = '', before, after }] of Object.entries(states)) {
      await page.unrouteAll()
      // Another fragment alone would not load the page again.
      await page.goto('about:blank')
      await take(page)
      await before?.(page)
      await openAuth(page, fragment)
      await after?.(page)
      const reached = async () => {
        if (after) await expect(page.locator('.toast:visible, main h2:visible').first(), name).toBeVisible()
      }
      await reached()
      await holdToasts(page)
      // What follows a press is made of the same fields, buttons and toasts: at scale, it is seen at both ends.
      const looks = after || before ? atScale([ZOOM] as const, ENDS) : ([...ENDS, TABLET] as const)
      await expectUsable(page, name, { looks, reached })
      await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
    }
  })

test('the keyboard alone signs in, goes through the tabs, and password managers find what they look for', async ({
  page,
}) => {
  const sent: unknown[] = []
  await page.route('**/api/auth/sign-in', (route) => {
    sent.push(route.request().postDataJSON())
    return refusing(401, SIGN_IN_FAILED)(route)
  })
  await openAuth(page)
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Register' })).toBeVisible()
  const attributes = (label: string, tab: string) =>
    page
      .getByRole('tabpanel', { name: tab, includeHidden: true })
      .getByLabel(label, { exact: true })
      .evaluate((field: HTMLInputElement) => [field.name, field.type, field.autocomplete, field.form?.method])
  expect(await attributes('Email', 'Register')).toEqual(['email', 'email', 'email', 'post'])
  expect(await attributes('Password', 'Register')).toEqual(['password', 'password', 'new-password', 'post'])
  expect(await attributes('Email', 'Sign In')).toEqual(['email', 'email', 'username', 'post'])
  expect(await attributes('Password', 'Sign In')).toEqual(['password', 'password', 'current-password', 'post'])
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('maria@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('gauge 41')
  await page.keyboard.press('Enter')
  await expect(toast(page, SIGN_IN_FAILED)).toBeVisible()
  expect(sent).toEqual([{ email: 'maria@example.org', password: 'gauge 41' }])
  await owing(page)
  await page.goto('/events')
  await openAuth(page, '#second-factor')
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByLabel('Code')).toHaveAttribute('inputmode', 'numeric')
})

test('a password can be shown, and is hidden again when it is sent', async ({ page }) => {
  await page.route('**/api/auth/sign-in', refusing(401, SIGN_IN_FAILED))
  await openAuth(page)
  const field = page.locator('input[autocomplete=current-password]')
  await field.fill('gauge')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByLabel('Email').first().fill('maria@example.org')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(field).toHaveAttribute('type', 'password')
  await expect(toast(page, SIGN_IN_FAILED)).toBeVisible()
  await expect(field).toHaveValue('gauge')
})

test('the token of a link is in no address, no referrer and no beacon, and leaves the bar', async ({ page }) => {
  const told: string[] = []
  page.on('request', (request) => {
    told.push(request.url(), request.headers().referer ?? '', request.method() === 'GET' ? '' : beacon(request))
  })
  const views = () => told.filter((text) => text.includes('/api/page-views')).length
  for (const kind of ['confirm', 'reset', 'unlock', 'email']) {
    await page.goto('about:blank')
    told.length = 0
    await openAuth(page, `#${kind}=${TOKEN}`)
    await expect(page).toHaveURL('/auth')
    await expect.poll(views, kind).toBe(1)
    await page.getByRole('link', { name: 'All workshops' }).click()
    await expect.poll(views, kind).toBe(2)
    expect(told.join('\n'), kind).not.toContain(TOKEN)
    expect(await page.evaluate(() => document.referrer), kind).toBe('')
    await page.goBack()
    await expect.poll(views, kind).toBe(3)
    expect(page.url(), kind).not.toContain(TOKEN)
  }
})

function beacon(request: { postData: () => string | null; url: () => string }): string {
  return request.url().includes('/page-views') ? (request.postData() ?? '') : ''
}

test('the page is not cached or indexed, and sends no referrer', async ({ product }) => {
  const { headers, body } = await ask(product.url, { path: '/auth' })
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(body).toContain('<title>Sign In | ')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toMatch(/ style="|(src|href)="(https?:)?\/\//)
  const sitemap = await ask(product.url, { path: '/sitemap.xml' })
  expect(sitemap.body).not.toContain('/auth')
})

/** Bytes on the wire, brotli, of the page with React, the forms and the contract's own checks. */
const MOST_BYTES = 120_000

test('the page stays light, calls no other site and makes few calls', async ({ page, product }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await openAuth(page)
  const paths = () => requests.map((request) => new URL(request.url()).pathname)
  const calls = () => paths().filter((path) => path.startsWith('/api/'))
  await expect.poll(() => calls().sort()).toEqual(['/api/auth/providers', '/api/page-views'])
  expect(requests.filter((request) => new URL(request.url()).origin !== product.url)).toEqual([])
  const code = requests.filter((request) => /document|script|stylesheet/.test(request.resourceType()))
  const sizes = await Promise.all(code.map((request) => request.sizes()))
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(MOST_BYTES)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says what it needs, and offers no form', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByText('Signing in and registering need JavaScript.')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
  })
})
