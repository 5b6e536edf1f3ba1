import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

test('an owner runs the checks of the live site, sees them go on after a reload, and mutes one for a while', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'owner')
  await openScreen(page, '/admin/security', 'Security')
  await page.getByRole('link', { name: 'Open the security test' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByRole('progressbar', { name: 'Checks that have run' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Run checks' })).toBeVisible({ timeout: 45_000 })

  const routes = page.getByRole('region', { name: 'Access to routes' }).getByRole('listitem')
  await expect(routes).toHaveText([
    /without a session\s*Passed/,
    /as a member.*Passed/,
    /another site\s*Passed/,
    /Passed/,
  ])
  const certificate = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Certificate/ }) })
  await expect(certificate).toContainText('Could not run')
  await expect(certificate).toContainText('The site is served without TLS.')
  await expect(page.getByRole('region', { name: 'Last rounds' }).getByRole('listitem').first()).toContainText('passed')

  await certificate.getByRole('button', { name: 'Mute Certificate' }).click()
  const question = page.getByRole('dialog', { name: 'Mute Certificate' })
  await question.getByLabel('Reason').fill('This machine has no certificate.')
  await question.getByRole('button', { name: 'Mute' }).click()
  await expect(toast(page, 'Certificate is muted')).toBeVisible()
  await expect(certificate).toContainText('This machine has no certificate.')
  await expectUsable(page, 'a finished round with a muted check', { looks: [DESKTOP, PHONE] })
  await certificate.getByRole('button', { name: 'Unmute Certificate' }).click()
  await expect(certificate.getByRole('button', { name: 'Mute Certificate' })).toBeVisible()
})
