import { enterAs, openScreen } from './support/admin-page.ts'
import { answering, REFUSED, refusing, toast } from './support/auth-page.ts'
import { giveMember, signIn } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

const BUILD = { requestedAt: Date.parse('2026-11-21T15:00:00Z'), by: 'ada', error: null, finishedAt: null }
const status = (state: string, facts: object = {}) => ({
  revision: 41,
  live: { revision: 40, builtAt: Date.parse('2026-11-21T14:00:00Z'), nextBoundaryAt: null },
  builds: [{ ...BUILD, revision: 41, state, reason: 'published tulsa-2027', ...facts }],
})

test('who is nobody is led to the door, and sees no data on the way', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/admin/event/manage')
  await expect(page).toHaveURL('/auth')
  expect(calls.filter((path) => path.startsWith('/api/admin'))).toEqual([])
})

test('a member is told that the area is not theirs', async ({ page, context, product }) => {
  await signIn(context, product, await giveMember(product, { approval: 'approved' }))
  await page.goto('/admin')
  await expect(page.getByText('This area is for administrators')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
})

test('an owner finds every group, a moderator what moderators do', async ({
  page,
  context,
  product,
  browser,
  baseURL,
}) => {
  await enterAs(context, product, 'owner')
  await openScreen(page, '/admin', 'What needs you')
  const admin = page.getByRole('navigation', { name: 'Admin', exact: true })
  await expect(admin.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['Events', 'Vendors', 'Menu', 'Settings', 'Users', 'Audit log'])
    await expect(admin.getByRole('link', { name, exact: true })).toBeVisible()
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await enterAs(other, product, 'moderator')
  const moderated = await other.newPage()
  await openScreen(moderated, '/admin', 'What needs you')
  await expect(moderated.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
  await expect(moderated.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
  await moderated.goto('/admin/settings')
  await expect(moderated.getByText('This screen is for admins and owners.')).toBeVisible()
  await other.close()
})

test('an unknown address inside says so and leads back', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await page.goto('/admin/no/such/screen')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'What needs you' })).toBeVisible()
})

test('the palette leads anywhere without a mouse', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin', 'What needs you')
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Events, vendors, users…')).toBeFocused()
  await page.keyboard.type('settin')
  await expect(page.getByRole('option', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('Events, vendors, users…')).toHaveCount(0)
})

test('on a phone the screens stand behind a button, and close when one is chosen', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin', 'What needs you')
  const menu = page.getByRole('navigation', { name: 'Admin', exact: true })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(menu).toBeHidden()
})

test('the lamp follows a build from queued to live', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  const answers = [
    status('queued'),
    status('building'),
    { ...status('live'), live: { ...status('').live, revision: 41 } },
  ]
  let shown = 0
  await page.route('**/api/admin/builds', (route) => answering(answers[Math.min(shown, 2)] ?? {})(route))
  await openScreen(page, '/admin', 'What needs you')
  const lamp = page.locator('.admin-build')
  await expect(lamp).toHaveText('Queued, r41')
  shown = 1
  await expect(lamp).toHaveText('Building, r41')
  shown = 2
  await expect(lamp).toHaveText('Live, r41')
})

test('a failed build says why, by whom, and is asked for again', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  const failed = status('failed', { error: 'The database did not answer.', finishedAt: BUILD.requestedAt + 4_000 })
  let asked = 0
  await page.route('**/api/admin/builds', (route) => {
    if (route.request().method() === 'POST') asked += 1
    return answering(asked > 0 ? status('queued') : failed)(route)
  })
  await openScreen(page, '/admin', 'What needs you')
  await page.locator('.admin-build').click()
  const panel = page.locator('.admin-popover')
  await expect(panel).toContainText('published tulsa-2027')
  await expect(panel).toContainText('by ada')
  await expect(panel).toContainText('The database did not answer.')
  await panel.getByRole('button', { name: 'Build again' }).click()
  await expect(page.locator('.admin-build')).toHaveText('Queued, r41')
  expect(asked).toBe(1)
})

test('the dashboard that fails to load says so and tries again', async ({ page, context, product, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  await page.route('**/api/admin/dashboard', refusing(404, 'Nothing here today.'))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('Unable to load the dashboard.')
  await page.unroute('**/api/admin/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('accounts wait for approval')).toBeVisible()
})

test('a screen that fails while it is drawn leaves the way out standing', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(/TypeError|boundaries|undefined|not iterable|is not a function/)
  await enterAs(context, product, 'admin')
  await page.route(
    '**/api/admin/dashboard',
    answering({
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
  await expect(page.getByRole('heading', { name: 'What needs you' })).toBeVisible()
})

test('the account page that fails while it is drawn stands aside for the same words', async ({
  page,
  context,
  product,
  trouble,
}) => {
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
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  await question.getByLabel('Password', { exact: true }).fill('gauge 41 leaks')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('accounts wait for approval')).toBeVisible()
})

test('signing out leads to the door, which says so', async ({ page, context, product, trouble }) => {
  // What was asked for a moment ago may be answered after the session is over.
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin', 'What needs you')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(toast(page, 'Signed out.')).toBeVisible()
})

test('signing out asks first while something is not saved', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/library/locations?edit=new', /location/i)
  await page.getByLabel('Venue name').fill('Boiler house')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
  await expect(question).toContainText('is lost when you sign out')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Venue name')).toHaveValue('Boiler house')
})
