import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { smallTargets } from './support/keyboard.ts'
import { violations } from './support/site-pages.ts'
import { expect, test } from './support/site-test.ts'
import { giveReport, reportOf } from './support/stored-reports.ts'

test('a report is opened, resolved and left by keyboard alone', async ({ page, context, product }) => {
  const report = await giveReport(product)
  await enterAs(context, product, 'moderator')
  await openScreen(page, `/admin/reports?q=${report.email}`, 'Reports')
  await page.getByRole('link', { name: report.title }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Report', exact: true })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  await page.getByLabel('Answer to the reporter').focus()
  await page.keyboard.type('It does not stay blank any more.')
  const resolve = page.getByRole('button', { name: 'Resolve' })
  for (let steps = 0; steps < 6 && !(await resolve.evaluate((one) => one === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab')
  await expect(resolve).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Report updated successfully')).toBeVisible()
  expect(await reportOf(product, report)).toMatchObject({ status: 'resolved' })
  await page.getByRole('link', { name: 'All reports' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports', exact: true })).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
})

for (const { look, width, colorScheme } of [
  { look: 'wide', width: 1280, colorScheme: 'light' },
  { look: 'on a phone, dark', width: 320, colorScheme: 'dark' },
] as const) {
  test(`list, report, forms and questions have no barriers, ${look}`, async ({ page, context, product }) => {
    test.setTimeout(120_000)
    const report = await giveReport(product, { context: { page: '/events', viewport: '360x740', release: '12' } })
    await giveReport(product, { title: 'The same again', mergedIntoId: report.id })
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await enterAs(context, product, 'admin')
    const judge = async (what: string) => {
      expect(await violations(page), what).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width)
      expect(await smallTargets(page), what).toEqual([])
    }
    await openScreen(page, `/admin/reports?q=${report.email}`, 'Reports')
    await expect(page.getByRole('link', { name: report.title })).toBeVisible()
    await judge('the list')
    await page.getByRole('link', { name: report.title }).click()
    await expect(page.getByText('360x740')).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await judge('the report')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('four')
    await page.getByRole('button', { name: 'Save report' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await judge('the form')
    await page.getByRole('button', { name: 'Promote to wishlist' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await judge('promoting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete report' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await judge('deleting')
  })
}
