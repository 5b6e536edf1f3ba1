import { sql } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { siteMode } from '#db/schema/operations.ts'
import { menuItems } from '#db/schema/site.ts'
import { NEEDS_FACTOR, WRONG_NAME } from '#src/contract/emergency.ts'
import { STATE_OF_SITE } from '#src/contract/site-mode.ts'
import { appCode } from '#tests/support/authenticator-app.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { openAuth, REFUSED, signIn } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { giveFactors, givePerson, PASSWORD } from './support/people.ts'
import { publishingTest } from './support/publishing-test.ts'
import { giveMember, sessionLines } from './support/signed-in.ts'
import { expect, type Page } from './support/site-test.ts'

/** It closes the site, which would disturb every test on a product that others use at the same time. */
const test = publishingTest()

test.afterAll(({ publishing }) =>
  publishing.query((db) =>
    db.update(siteMode).set({ level: 0, reason: null, until: null, version: sql`${siteMode.version} + 1` }),
  ),
)

/** An owner who signs in with an authenticator app, as emergency actions ask for. */
async function signInWithApp(page: Page, product: RunningProduct): Promise<void> {
  const person = await givePerson(product, { approval: 'approved', role: 'owner' })
  const { secret } = await giveFactors(product, person)
  await openAuth(page)
  await signIn(page, person.email, PASSWORD)
  await page.getByLabel('Code').fill(appCode(secret, Date.now()))
  await page.getByLabel('Code').press('Enter')
  await expect(page).not.toHaveURL(/\/auth/)
}

/** The button of each action, without the dots that announce its dialog. */
const ACTIONS = [
  'End sessions',
  'Make passwords invalid',
  'Make second factors invalid',
  'Replace keys',
  'Void links',
  'Set level 2',
  'Put it back',
  'Hold mail',
]

test('a drill ends no session; the site is closed to all but owners and opened again; each of the eight actions says in numbers what it would do', async ({
  page,
  own,
  trouble,
}) => {
  trouble.allow(REFUSED)
  await own.edit((tx) => tx.insert(menuItems).values({ label: 'Shop', href: '/shop' }))
  await signInWithApp(page, own)
  await sessionLines(own, await giveMember(own, { approval: 'approved' }))
  const count = () => own.query((db) => db.$count(sessions))
  const before = await count()
  await page.goto('/admin/security')
  await page.getByRole('link', { name: 'Emergency reset' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency reset' })).toBeVisible()
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('Level 0: Open')
  await expectUsable(page, 'the emergency page')

  await page.getByRole('checkbox', { name: 'This is a drill' }).check()
  await page.getByRole('button', { name: 'End sessions...' }).click()
  const drill = page.getByRole('dialog', { name: 'Drill: Sign people out' })
  await expect(drill).toContainText('nothing will be changed')
  await expect(drill.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await drill.getByRole('textbox').fill('another site')
  await drill.getByRole('button', { name: 'Finish drill' }).click()
  await expect(drill.getByRole('textbox')).toHaveAccessibleDescription(WRONG_NAME)
  await expectUsable(page, 'the dialog of a drill', { looks: [DESKTOP, PHONE] })
  await confirmWith(page, 'Finish drill')
  await expect(page.getByText(/^Drill recorded\. /)).toBeVisible()
  await expect(now.getByRole('listitem').first()).toContainText('Drill.')
  expect(await count()).toBe(before)

  await page.getByRole('checkbox', { name: 'This is a drill' }).uncheck()
  await page.getByRole('button', { name: 'Set level 2...' }).click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toHaveAccessibleDescription(/Enter a reason\. Staff will see it\./)
  await expect(reason).toBeFocused()
  await expect(page.getByText('Enter a reason. Staff will see it.')).toHaveCount(1)
  await reason.fill('Stolen passwords')
  await page.getByRole('button', { name: 'Set level 2...' }).click()
  await confirmWith(page, 'Set level 2')
  await expect(now).toContainText('Level 2: Read-only')
  await expect(page.getByText(/^Done\. /)).toBeVisible()

  await openScreen(page, '/admin/settings', 'Settings')
  await page.getByRole('link', { name: 'Open the site or change the level' }).click()
  await reason.fill('All passwords are new')
  await page.getByRole('button', { name: 'Open the site...' }).click()
  await confirmWith(page, 'Open the site')
  await expect(now).toContainText('Level 0: Open')
  await expect(page.getByRole('complementary', { name: STATE_OF_SITE })).toBeHidden()

  await reason.fill('A test')
  for (const action of ACTIONS) {
    await page.getByRole('button', { name: `${action}...` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(/^(Ends|Makes|Replaces|Voids|Changes|Puts back|Holds) .+\.$/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: action, exact: true })).toBeVisible()
    // One dialog asks about each of them.
    if (action === ACTIONS[0]) await expectUsable(page, `the dialog of ${action}`, { looks: [DESKTOP, PHONE] })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('an owner without a second factor is told where to add one, and can begin nothing', async ({
  page,
  context,
  own,
}) => {
  await enterAs(context, own, 'owner')
  await openScreen(page, '/admin/emergency-reset', 'Emergency reset')
  await expect(page.getByText(NEEDS_FACTOR)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open your account page' })).toHaveAttribute('href', '/account')
  const end = page.getByRole('button', { name: 'End sessions...' })
  await expect(end).toBeDisabled()
  await expect(end).toHaveAccessibleDescription(new RegExp(NEEDS_FACTOR.slice(0, 40)))
})

test('at level 3 another owner signs in with an app and opens the site again', async ({ page, own, trouble }) => {
  trouble.allow(/503/)
  await own.query((db) =>
    db.update(siteMode).set({ level: 3, reason: 'Stolen passwords', version: sql`${siteMode.version} + 1` }),
  )
  // Each process reads the level at most every five seconds.
  await expect
    .poll(async () => (await fetch(`${own.url}/api/events`)).status, { timeout: 15_000, intervals: [250] })
    .toBe(503)
  await signInWithApp(page, own)
  await openScreen(page, '/admin/emergency-reset', 'Emergency reset')
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('Level 3: Closed')
  await page.getByRole('textbox', { name: 'Reason' }).fill('All passwords are new')
  await page.getByRole('button', { name: 'Open the site...' }).click()
  await confirmWith(page, 'Open the site')
  await expect(now).toContainText('Level 0: Open')
  await expect
    .poll(async () => (await fetch(`${own.url}/api/events`)).status, { timeout: 15_000, intervals: [250] })
    .toBe(200)
})

/** Reads the site's name where the dialog asks for it, types it and sends the form. */
async function confirmWith(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: /^Type .+ to go on$/ })
  const label = (await dialog.locator('label').textContent()) ?? ''
  await field.fill(label.replace(/^Type | to go on$/g, ''))
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}
