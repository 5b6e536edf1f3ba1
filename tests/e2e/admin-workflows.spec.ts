import { RULE_SAVED } from '#src/contract/workflows.ts'
import { act, enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const LOOKS = { looks: [DESKTOP, PHONE] } as const

test('an admin writes a workflow, sees a wrong placeholder at once and the email beside it, and gets a test of it', async ({
  page,
  context,
  product,
  trouble,
}) => {
  const title = `Briefing ${crypto.randomUUID().slice(0, 8)}`
  const { email } = await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/workflows', 'Workflows')
  await page.getByRole('link', { name: 'New workflow' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Subject').fill('All about {{event.nmae}}')
  await expect(page.getByText('{{event.nmae}} is not a placeholder')).toBeVisible()
  await page.getByLabel('Subject').fill('All about ')
  await page.getByText('Placeholders', { exact: true }).click()
  await page.getByRole('button', { name: 'Name {{event.name}}' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('All about {{event.name}}')
  await page.getByLabel('Text', { exact: true }).fill('Sent by **{{site.name}}**.')
  const letter = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(letter.locator('strong')).not.toBeEmpty()
  // The checker of accessibility has scripts of its own, which the frame of the preview refuses too.
  trouble.allow(/Blocked script execution in 'about:blank'/)
  // Nothing is half under the bar at the top of the window.
  await page.evaluate(() => scrollTo(0, 0))
  await expectUsable(page, 'the form of a workflow', LOOKS)
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(toast(page, `Test email sent to ${email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Save workflow' }).click()
  await expect(toast(page, RULE_SAVED)).toBeVisible()

  await act(page, title, 'Turn on')
  const question = page.getByRole('dialog', { name: `Turn on “${title}”?` })
  await expect(question).toContainText(/It plans/)
  await question.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('On')
  await expectUsable(page, 'the list of workflows', LOOKS)
})
