import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/accounts.ts'
import { authAttempts } from '#db/schema/security.ts'
import { LOG_INTACT, VERIFY_CHAIN } from '#src/contract/audit-log.ts'
import { SECURITY_TEST } from '#src/contract/checks.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { giveMember, sessionLines } from './support/signed-in.ts'
import { expect, test } from './support/site-test.ts'

test('an owner sees what needs somebody, ends a session, tries a ban rule and verifies the log, while the checks of the live site go on; one of them is muted for a while', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'owner')
  await openScreen(page, '/admin/security', 'Security')
  await page.getByRole('link', { name: 'Open the security test' }).click()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByRole('progressbar', { name: 'Checks that have run' })).toBeVisible()

  const other = await giveMember(product, { approval: 'approved', role: 'admin' })
  await sessionLines(product, other)
  const address = `198.51.100.${1 + Math.floor(Math.random() * 250)}`
  const guess = { address, attemptType: 'signin', isSuccess: false, reason: 'wrong password' }
  const at = new Date(Date.now() - 3_600_000)
  await product.query((db) => db.insert(authAttempts).values(Array.from({ length: 990 }, () => ({ ...guess, at }))))
  await openScreen(page, '/admin/security', 'Security')

  await expect(page.getByRole('heading', { name: /^\d+ things? needs? your attention\.$/ })).toBeVisible()
  await page.getByRole('link', { name: /failed attempts in the last 24 hours/ }).click()
  await expect(page.getByRole('region', { name: 'Sign-in attempts' })).toBeInViewport()
  await expect(page.getByRole('img', { name: /^Attempts not let in by hour: at most/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Second factors' })).toContainText(/of \d+ people with a role/)

  await page.getByRole('button', { name: `End the session of ${other.username}` }).click()
  const question = page.getByRole('dialog', { name: `End the session of ${other.username}` })
  await expect(question).toContainText('Anything not saved in that browser is lost.')
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(page.getByRole('button', { name: `End the session of ${other.username}` })).toBeHidden()
  expect(await product.query((db) => db.$count(sessions, eq(sessions.userId, other.id)))).toBe(0)

  const rule = page.getByRole('region', { name: 'Try a ban rule' })
  const failures = rule.getByLabel('Failed attempts')
  await expect(failures).toHaveValue('40')
  await failures.fill('4')
  await rule.getByRole('button', { name: 'Try on last week' }).click()
  await expect(failures).toHaveAccessibleDescription(/Enter a whole number from 5 to 1000/)
  await failures.fill('980')
  await rule.getByRole('button', { name: 'Try on last week' }).click()
  await expect(page).toHaveURL('/admin/security?failures=980&within=2&hours=1')
  await expect(rule.getByRole('status')).toContainText(/would have banned \d+ IP address.* and turned away/)
  await page.reload()
  await expect(failures).toHaveValue('980')

  await page.getByRole('button', { name: VERIFY_CHAIN }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verify now' }).click()
  await expect(page.getByRole('dialog').getByText(LOG_INTACT)).toBeVisible()

  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/checks', (route) => held.promise.then(() => route.continue()))
  await openScreen(page, '/admin/security-test', SECURITY_TEST)
  // Whether the checks are running is not known yet.
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run checks' })).toHaveCount(0)
  held.resolve()
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
  const muting = page.getByRole('dialog', { name: 'Mute Certificate' })
  await muting.getByLabel('Reason').fill('This machine has no certificate.')
  await muting.getByRole('button', { name: 'Mute' }).click()
  await expect(toast(page, 'Certificate is muted')).toBeVisible()
  await expect(certificate).toContainText('This machine has no certificate.')
  await expectUsable(page, 'a finished round with a muted check', { looks: [DESKTOP, PHONE] })
  await certificate.getByRole('button', { name: 'Unmute Certificate' }).click()
  await expect(certificate.getByRole('button', { name: 'Mute Certificate' })).toBeVisible()
})
