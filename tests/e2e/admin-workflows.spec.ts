import { and, asc, eq, gt } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { mailRules, mailRuleVerdicts } from '#db/schema/workflows.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import { MAIL_AUDIENCES } from '#src/contract/mail-rule.ts'
import { RULE_SAVED } from '#src/contract/workflows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { act, enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { DESKTOP, expectUsable, PHONE } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const LOOKS = { looks: [DESKTOP, PHONE] } as const

test('an admin writes a workflow, sees a wrong placeholder at once and the email beside it, gets a test of it, and sends by hand what was missed', async ({
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
  await page.getByLabel('Days', { exact: true }).fill('90')
  await page.getByLabel('Audience').selectOption({ label: MAIL_AUDIENCES.administrators })
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
  await page.evaluate(() => scrollTo(0, 0))
  await expectUsable(page, 'the list of workflows', LOOKS)
  await act(page, title, 'Pause')
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Paused')
  await act(page, title, 'Turn on')
  await expect(question).toContainText('Emails that waited during the pause are sent at once')
  await question.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('On')

  // The next event of the demo is closer than 90 days.
  const event = await giveVerdict(product, title)
  await openScreen(page, `/admin/event/emails?event=${event.id}`, event.eventName)
  const card = page.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText(VERDICT.beforeOn)
  await act(page, title, 'Send now')
  const last = page.getByRole('dialog', { name: `Send “${title}” now?` })
  await expect(last).toContainText(/At most \d+ (person gets|people get) it now\. This cannot be undone\./)
  await last.getByRole('button', { name: 'Send now' }).click()
  await expect(toast(page, /\d+ emails? sent/)).toBeVisible()
  await expect(card).toContainText(VERDICT.sentByHand)
})

/** What the planner says of a rule whose time had passed for the next event, without waiting for its run. */
function giveVerdict({ query }: RunningProduct, title: string) {
  return query(async (db) => {
    const today = new Date().toISOString().slice(0, 10)
    const [event] = await db
      .select()
      .from(eventConfig)
      .where(and(eq(eventConfig.isPublished, true), gt(eventConfig.eventDate, today)))
      .orderBy(asc(eventConfig.eventDate))
      .limit(1)
    const [rule] = await db.select().from(mailRules).where(eq(mailRules.title, title))
    if (!event || !rule) throw new Error('The demo has no published event ahead, or the workflow was not saved')
    const verdict = { isWanted: false, reason: VERDICT.beforeOn, people: 1, dueAt: new Date(Date.now() - 86_400_000) }
    await db
      .insert(mailRuleVerdicts)
      .values({ eventId: event.id, ruleId: rule.id, decidedAt: new Date(), ...verdict })
      .onConflictDoNothing()
    return event
  })
}
