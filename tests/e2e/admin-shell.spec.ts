import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { PLACES } from '#src/admin/places.ts'
import { SEARCH_ADMIN } from '#src/admin/shell/palette-words.ts'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { type BuildHold, HOLD_SENTENCE } from '#src/contract/build.ts'
import { ACCOUNTS_TO_APPROVE, DASHBOARD_TITLE } from '#src/contract/dashboard.ts'
import { STEP_UP_TITLE } from '#src/contract/factor.ts'
import { EXTERNAL_SITE_ADDRESS } from '#src/contract/setting.ts'
import { CLOSED_SENTENCE, MAIL_HELD, STATE_OF_SITE } from '#src/contract/site-mode.ts'
import { ADMINS_ONLY, ADMINS_ONLY_SCREEN, SIGN_OUT_LOSS } from '#src/contract/user.ts'
import { enterAs, openScreen, tryAgainAtOnce } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { answering, REFUSED, signIn as signInAt, toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { PASSWORD } from './support/people.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const BUILD = { requestedAt: Date.parse('2026-11-21T15:00:00Z'), by: 'ada', error: null, finishedAt: null }
const status = (state: string, facts: object = {}, hold: BuildHold | null = null) => ({
  revision: 41,
  hold,
  live: { revision: 40, builtAt: Date.parse('2026-11-21T14:00:00Z'), nextBoundaryAt: null },
  builds: [{ ...BUILD, revision: 41, state, reason: 'published tulsa-2027', ...facts }],
})

/** After so many milliseconds the screen asks again how a build goes. */
const POLLED = 1_500

test('an anonymous visitor is sent to the sign-in page and sees no data on the way; a member reads that they have no access', async ({
  page,
  context,
  product,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/admin/event/manage')
  await expect(page).toHaveURL('/auth')
  expect(calls.filter((path) => path.startsWith('/api/admin'))).toEqual([])
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  await page.goto('/admin')
  await expect(page.getByText('This area is for administrators')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
})

test('an owner finds every place with its tabs and what waits there, a moderator four places', async ({
  page,
  context,
  product,
  browser,
  baseURL,
  trouble,
}) => {
  // The library shows the demo's one logo that cannot be loaded.
  trouble.allow(/gannet-gauge/)
  await giveMember(product)
  await enterAs(context, product, 'owner')
  await openScreen(page, '/admin', DASHBOARD_TITLE)
  const admin = page.getByRole('navigation', { name: 'Admin', exact: true })
  await expect(admin.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expect(admin.getByRole('listitem')).toHaveCount(PLACES.length)
  await expect(admin.getByRole('link', { name: /^People \d+ to do$/ })).toBeVisible()
  await admin.getByRole('link', { name: 'Library' }).click()
  const tabs = page.getByRole('navigation', { name: 'Library' }).filter({ visible: true })
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect(page).toHaveURL('/admin/library/locations')
  await expect(tabs.getByRole('link', { name: 'Locations' })).toHaveAttribute('aria-current', 'page')
  await expect(admin.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'true')
  // Below 1280 px the places are icons; nothing scrolls at 720 px, and a name shows beside what is pointed at.
  await page.setViewportSize({ width: 1100, height: 720 })
  expect((await admin.boundingBox())?.width).toBeLessThan(80)
  expect(await admin.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  const name = admin.getByText('System', { exact: true })
  await expect(name).toHaveCSS('opacity', '0')
  await admin.getByRole('link', { name: 'System' }).hover()
  await expect(name).toHaveCSS('opacity', '1')
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await enterAs(other, product, 'moderator')
  const moderated = await other.newPage()
  await openScreen(moderated, '/admin', DASHBOARD_TITLE)
  await expect(moderated.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('listitem')).toHaveText([
    /^Home/,
    /^Community/,
    /^Feedback/,
    /^People/,
  ])
  await moderated.goto('/admin/settings')
  await expect(moderated.getByText(ADMINS_ONLY_SCREEN)).toBeVisible()
  await openNext(moderated, '/admin/users?tab=addresses')
  await expect(moderated.getByText(ADMINS_ONLY)).toBeVisible()
  await other.close()
})

test('the build indicator says which build failed, why and for whom; after a retry it follows the build until it is live', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const failed = status('failed', { error: 'The database did not answer.', finishedAt: BUILD.requestedAt + 4_000 })
  let answer = failed
  let asked = 0
  await page.route('**/api/admin/builds', (route) => {
    if (route.request().method() === 'POST') {
      asked += 1
      answer = status('queued')
    }
    return answering(answer)(route)
  })
  await page.clock.install()
  await openScreen(page, '/admin', DASHBOARD_TITLE)
  const lamp = page.locator('.admin-build')
  await lamp.click()
  const panel = page.locator('.admin-popover')
  await expect(panel).toContainText('published tulsa-2027')
  await expect(panel).toContainText('by ada')
  await expect(panel).toContainText('The database did not answer.')
  await panel.getByRole('button', { name: 'Build again' }).click()
  await expect(lamp).toHaveText('Queued, r41')
  expect(asked).toBe(1)
  answer = status('building')
  await page.clock.fastForward(POLLED)
  await expect(lamp).toHaveText('Building, r41')
  answer = status('queued', {}, 'locked')
  await page.clock.fastForward(POLLED)
  await expect(lamp).toHaveText('On hold, r41')
  await expect(panel).toContainText(HOLD_SENTENCE.locked)
  await expect(panel.getByRole('button', { name: 'Build again' })).toBeDisabled()
  answer = { ...status('building') }
  await page.reload()
  await expect(lamp).toHaveText('Building, r41')
  answer = { ...status('live'), live: { ...failed.live, revision: 41 } }
  await page.clock.fastForward(POLLED)
  await expect(lamp).toHaveText('Live, r41')
})

test('while the site is closed or mail is held, every screen says so, without a call of its own', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/503 .*admin\/dashboard/)
  await enterAs(context, product, 'owner')
  const mode = {
    level: 2,
    reason: 'Stolen passwords',
    setBy: 'cli',
    setByName: 'Command line',
    setAt: BUILD.requestedAt,
    until: null,
    mailHeldSince: BUILD.requestedAt,
    version: 2,
  }
  let dashboard: Parameters<typeof answering> = [{ code: 'closed', detail: CLOSED_SENTENCE[3] }, 503]
  let asked = 0
  await page.route('**/api/admin/dashboard', (route) => answering(...dashboard)(route))
  await page.route('**/api/admin/site-mode', (route) => {
    asked += 1
    return answering({ ...mode, level: 3, until: BUILD.requestedAt })(route)
  })
  const banner = page.getByRole('complementary', { name: STATE_OF_SITE })
  await page.addInitScript(tryAgainAtOnce)
  await page.goto('/admin/settings')
  await expect(banner).toContainText('Level 3: Closed.')
  await expect(banner).toContainText('The site opens by itself: Nov 21, 2026')
  expect(asked).toBe(1)
  const counts = { pendingAccounts: 0, openReports: 0, forum: { waiting: 0, flagged: 0 } }
  dashboard = [{ siteMode: mode, ...counts, mail: null, boundaries: [], incomplete: [] }, 200]
  await page.reload()
  await expect(banner).toContainText('Level 2: Read-only. Everyone can read.')
  await expect(banner).toContainText('“Stolen passwords” Set by Command line')
  await expect(banner).toContainText(MAIL_HELD)
  await expectUsable(page, 'a closed site')
  expect(asked).toBe(1)
})

test('an unknown screen or id says so, and offers a way back', async ({ page, context, product, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  const id = '00000000-0000-4000-8000-000000000000'
  await page.addInitScript(tryAgainAtOnce)
  for (const [address, sentence] of [
    [`/admin/users/${id}`, 'Account not found.'],
    [`/admin/library/vendors?edit=${id}`, 'Vendor not found.'],
    [`/admin/event/setup?id=${id}`, 'Event not found.'],
    [`/admin/reports?report=${id}`, 'Report not found.'],
    [`/admin/event/preview/${id}`, 'Event not found.'],
  ] as const) {
    await openNext(page, address)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
    await expect(page.getByRole('alert'), address).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Try again' }), address).toBeVisible()
  }
  await openNext(page, '/admin/no/such/screen')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: DASHBOARD_TITLE })).toBeVisible()
})

test('a screen that fails to render leaves the navigation in place', async ({ page, context, product, trouble }) => {
  trouble.allow(/TypeError|boundaries|undefined|not iterable|is not a function/)
  await enterAs(context, product, 'admin')
  await page.route(
    '**/api/admin/dashboard',
    answering({
      siteMode: null,
      pendingAccounts: 1,
      openReports: 0,
      forum: { waiting: 0, flagged: 0 },
      mail: null,
      boundaries: 7,
      incomplete: 7,
    }),
  )
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await expect(page.getByRole('alert')).toContainText('An unexpected error occurred. Please try refreshing the page.')
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  await page.unroute('**/api/admin/dashboard')
  await page.reload()
  await expect(page.getByRole('heading', { name: DASHBOARD_TITLE })).toBeVisible()
})

test('an account page that fails to render shows the same message', async ({ page, context, product, trouble }) => {
  trouble.allow(/TypeError|undefined|Minified React error/)
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  await page.route('**/api/auth/account', answering({ email: 'ada@gauge.example', registeredAt: 0 }))
  await page.goto('/account')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute('**/api/auth/account')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('an admin who signed in long ago is asked once who they are, and goes on', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  const { id } = await enterAs(context, product, 'admin')
  await product.query((db) =>
    db.execute(`update sessions set authenticated_at = now() - interval '13 hours' where user_id = '${id}'`),
  )
  await page.goto('/admin')
  const question = page.getByRole('dialog', { name: STEP_UP_TITLE })
  await question.getByLabel('Password', { exact: true }).fill('gauge 41 leaks')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(ACCOUNTS_TO_APPROVE)).toBeVisible()
})

test('a form that its address opened, and a screen, ask before Back, the sidebar or the palette closes them with unsaved text; staying keeps the text, and what keeps it elsewhere is not asked about', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/wishlist', 'Wishlist')
  await page.getByRole('link', { name: 'New wish' }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
  }
  const leave = () => question.getByRole('button', { name: 'Close Anyway' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Boiler house')
  await page.goBack()
  await stay()
  await expect(page).toHaveURL('/admin/wishlist?wish=new')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Boiler house')
  await page.goBack()
  await leave()
  await expect(page).toHaveURL('/admin/wishlist')
  await expect(page.getByLabel('Title', { exact: true })).toHaveCount(0)
  await page.goForward()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'New wish' })).toBeVisible()

  await openNext(page, '/admin/settings')
  const address = page.getByRole('textbox', { name: EXTERNAL_SITE_ADDRESS })
  await address.fill('https://typed.example/')
  const people = page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link', { name: 'People' })
  await people.click()
  await stay()
  await expect(address).toHaveValue('https://typed.example/')
  const palette = page.getByPlaceholder(SEARCH_ADMIN)
  const go = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.fill(words)
    await page.keyboard.press('Enter')
  }
  await go('Audit log')
  await stay()
  await expect(address).toHaveValue('https://typed.example/')
  await go('New event')
  await leave()
  await expect(page).toHaveURL('/admin/event/setup')

  await page.getByLabel('Event name').fill('Boiler days')
  await people.click()
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(question).toHaveCount(0)
  await page.goBack()
  await expect(page.getByLabel('Event name')).toHaveValue('Boiler days')
})

test('a session that ends leaves unsaved text on the screen for the same person, who signs in again in a new tab; signing out asks first while something is not saved, then leads to the sign-in page, which confirms it', async ({
  page,
  context,
  product,
  trouble,
}) => {
  // What was asked for a moment ago may be answered after the session is over.
  trouble.allow(REFUSED)
  const { id, email } = await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/library/locations?edit=new', /location/i)
  await page.getByLabel('Venue name').click()
  await page.getByLabel('Venue name').fill('Boiler house')
  await page.getByLabel('City').fill('Toledo')
  await product.query((db) => db.delete(sessions).where(eq(sessions.userId, id)))
  await page.getByRole('button', { name: /^(Add|Create|Save)/ }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(page.getByLabel('Venue name')).toBeHidden()
  await expectUsable(page, 'signed out with unsaved text', { looks: [DESKTOP, PHONE] })
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sign in' }).click()
  const tab = await opening
  await expect(toast(tab, ACCOUNT_SENTENCE.sessionEnded)).toHaveCount(0)
  await signInAt(tab, email, PASSWORD)
  await expect(page.getByLabel('Venue name')).toHaveValue('Boiler house')
  await expect(page.getByLabel('City')).toHaveValue('Toledo')

  await page.getByLabel('City').fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await signOut.click()
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expect(question).toContainText(SIGN_OUT_LOSS)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Venue name')).toHaveValue('Boiler house')
  await page.getByLabel('Venue name').fill('')
  await signOut.click()
  await expect(page).toHaveURL('/auth')
  await expect(toast(page, 'Signed out.')).toBeVisible()
})
