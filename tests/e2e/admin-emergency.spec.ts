import { sql } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { siteMode } from '#db/schema/operations.ts'
import { WRONG_NAME } from '#src/contract/emergency.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { REFUSED } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
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

/** Reads the site's name where the dialog asks for it, types it and sends the form. */
async function confirmWith(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: /^Type .+ to go on$/ })
  const label = (await dialog.locator('label').textContent()) ?? ''
  await field.fill(label.replace(/^Type | to go on$/g, ''))
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

test('a drill ends no session; the site is closed to all but owners and opened again', async ({
  page,
  context,
  own,
  trouble,
}) => {
  trouble.allow(REFUSED)
  await enterAs(context, own, 'owner')
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
  await expect(page.getByRole('complementary', { name: 'State of the site' })).toBeHidden()
})

test('a page that could not be loaded says so and loads once it can', async ({ page, context, own, trouble }) => {
  trouble.allow(/500 .*admin\/emergency/)
  await enterAs(context, own, 'owner')
  let isDown = true
  await page.route('**/api/admin/emergency', (route) =>
    isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await openScreen(page, '/admin/emergency-reset', 'Emergency reset')
  await expect(page.getByRole('alert')).toContainText('Unable to load the emergency page.')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign people out' })).toBeVisible()
})
