import { and, asc, eq, gt } from 'drizzle-orm'
import { eventConfig } from '#db/schema/events.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { mailRules, mailRuleVerdicts } from '#db/schema/workflows.ts'
import { FIGURE_WISH_SAVED, FIGURE_WISH_WORDS } from '#src/contract/figure-wish.ts'
import { VERDICT } from '#src/contract/mail-reason.ts'
import { MAIL_AUDIENCES } from '#src/contract/mail-rule.ts'
import { DIFFERS_FROM_DEFAULT, RULE_SAVED } from '#src/contract/workflows.ts'
import { storeRule } from '#tests/support/mail-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { act, enterAs, openScreen } from './support/admin-page.ts'
import { openNext } from './support/admin-screens.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable, PHONE, take } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { expect, test } from './support/site-test.ts'

/** The checker of accessibility has scripts of its own, which the frame of the preview refuses too. */
const IN_THE_PREVIEW = /Blocked script execution in 'about:blank'/

test('an admin writes a workflow, sees a wrong placeholder at once and the email beside it, gets a test of it, and sends by hand what was missed', async ({
  page,
  context,
  product,
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
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(toast(page, `Test email sent to ${email}`)).toBeVisible()
  // A long address leaves room for the button that closes the toast.
  await take(page, PHONE)
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 })
  await take(page)
  await page.getByRole('button', { name: 'Save workflow' }).click()
  await expect(toast(page, RULE_SAVED)).toBeVisible()

  await act(page, title, 'Turn on')
  const question = page.getByRole('dialog', { name: `Turn on “${title}”?` })
  await expect(question).toContainText(/It plans/)
  await question.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('On')
  await act(page, title, 'Pause')
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Paused')
  await act(page, title, 'Turn on')
  await expect(question).toContainText('Emails that waited during the pause are sent at once')
  await question.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('On')

  // The next event of the demo is closer than 90 days.
  const event = await giveVerdict(product, title)
  await openNext(page, `/admin/event/emails?event=${event.id}`)
  const card = page.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText(VERDICT.beforeOn)
  await act(page, title, 'Send now')
  const last = page.getByRole('dialog', { name: `Send “${title}” now?` })
  await expect(last).toContainText(/At most \d+ (person gets|people get) it now\. This cannot be undone\./)
  await last.getByRole('button', { name: 'Send now' }).click()
  await expect(toast(page, /\d+ emails? sent/)).toBeVisible()
  await expect(card).toContainText(VERDICT.sentByHand)
})

test('an editor changes one workflow for an event and skips another, takes both back, and sees a dry run', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(IN_THE_PREVIEW)
  await enterAs(context, product, 'admin')
  const { id, eventName, mark } = await giveDraft(product)
  const [changed, skipped] = [`Briefing ${mark}`, `Reminder ${mark}`]
  const { ruleId } = await product.query(async (db) => {
    await storeRule(db, skipped)
    return storeRule(db, changed)
  })
  await openScreen(page, `/admin/event/emails?event=${id}`, eventName)
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await act(page, changed, 'Edit for this event')
  const form = page.getByRole('dialog', { name: `${changed}, for this event` })
  await form.getByLabel('Subject').fill('See you in Tulsa')
  await expect(form.getByText(DIFFERS_FROM_DEFAULT)).toBeVisible()
  await form.getByRole('button', { name: 'Save for this event' }).click()
  await expect(card(changed)).toContainText(`${DIFFERS_FROM_DEFAULT} Subject`)
  await act(page, skipped, 'Skip for this event')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip for this event' }).click()
  await expect(card(skipped)).toContainText('Skipped')
  await expectUsable(page, 'the emails of an event that differs')

  await act(page, changed, 'Revert to default')
  await page.getByRole('dialog').getByRole('button', { name: 'Revert to default' }).click()
  await expect(card(changed)).not.toContainText(DIFFERS_FROM_DEFAULT)
  await act(page, skipped, 'Do not skip')
  await expect(card(skipped)).not.toContainText('Skipped')

  await openNext(page, `/admin/workflows?edit=${ruleId}`)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('table', { name: 'Dry run' }).getByRole('row').nth(1)).toBeVisible()
  await page.getByText('Placeholders', { exact: true }).click()
  await expect(page.frameLocator('iframe[title="Preview of the email"]').locator('p').first()).not.toBeEmpty()
  // Nothing is half under the bar at the top of the window.
  await page.evaluate(() => scrollTo(0, 0))
  await expectUsable(page, 'the form of a workflow with its dry run')
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
      .onConflictDoUpdate({ target: [mailRuleVerdicts.eventId, mailRuleVerdicts.ruleId], set: verdict })
    return event
  })
}

test('an admin chooses figures by email, which holds after a reload; the weekly workflow and the reminders of orders are on from the start, with a preview, and an order lists its own', async ({
  page,
  context,
  product,
}) => {
  const [order] = await product.query((db) =>
    db.select().from(shopOrders).where(eq(shopOrders.state, 'invoiced')).limit(1),
  )
  await enterAs(context, product, 'admin')
  await openScreen(page, '/admin/workflows', 'Workflows')
  const [weekly] = FIGURE_WISH_WORDS.weekly
  const choice = page.getByRole('checkbox', { name: weekly })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(toast(page, FIGURE_WISH_SAVED)).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
  await expect(page.getByRole('checkbox', { name: FIGURE_WISH_WORDS.afterEvents[0] })).not.toBeChecked()
  await page.getByRole('link', { name: 'Figures of the week' }).click()
  await expect(page.getByLabel('Audience').locator('option')).toHaveText([MAIL_AUDIENCES['figure-readers']])
  const letter = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(letter.getByText('These are the figures of')).toBeVisible()
  await page.goBack()

  const line = page.getByRole('listitem').filter({ hasText: 'Invoice overdue: 14 days after' })
  await expect(line).toContainText('14 days after the due day of an invoice, at 9:00 AM')
  await expect(line).toContainText('On')
  await line.getByRole('link').first().click()
  await expect(page.getByText(/^Subject: Invoice W-\d+ is overdue$/)).toBeVisible()
  for (const name of ['Only if', 'Events that differ']) await expect(page.getByText(name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('table', { name: 'Dry run' })).toContainText('The workflow applies to orders.')
  await openNext(page, `/admin/orders/${order?.id}`)
  await expect(page.getByRole('heading', { name: 'Reminders' })).toBeVisible()
  await expectUsable(page, 'an order with its reminders')
})
