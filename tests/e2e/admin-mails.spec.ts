import { randomUUID } from 'node:crypto'
import { outbox } from '#db/schema/security.ts'
import { NO_FAILED_MESSAGES, NOT_FAILED, SHOW_RECIPIENT, WILL_BE_RESENT } from '#src/contract/mail.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { answering, REFUSED, refusing, toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { expect, test } from './support/site-test.ts'

const FAULT = 'The mail server refused the recipient (550 5.1.1).'

/** A message that was given up, with a subject nobody else has. */
async function giveUp(product: RunningProduct): Promise<string> {
  const subject = `Reset ${randomUUID().slice(0, 8)}`
  const words = { subject, textBody: 'canary-text', htmlBody: '<p>canary-text</p>', template: 'password-reset' }
  await product.query((db) =>
    db.insert(outbox).values({
      ...words,
      channel: 'mail',
      recipient: 'canary-name@plant.example',
      state: 'dead',
      attempts: 8,
      lastError: FAULT,
    }),
  )
  return subject
}

test('failed messages come first, without their text, and are sent when they are retried', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const subject = await giveUp(product)
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/admin/mails')) answers.push(await response.text().catch(() => ''))
  })
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  const failed = row(page, subject)
  await expect(failed).toContainText('c…@plant.example')
  await expect(failed).toContainText(FAULT)
  expect(answers.join()).not.toMatch(/canary/)
  await failed.getByRole('button', { name: `${SHOW_RECIPIENT} the recipient of ${subject}` }).click()
  await expect(failed.getByRole('status')).toHaveText('canary-name@plant.example')
  await expect(failed.getByRole('status')).toBeFocused()
  answers.length = 0
  await failed.getByRole('button', { name: `Try again to send ${subject}` }).click()
  await expect(toast(page, WILL_BE_RESENT)).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(async () => {
    await page.goto('/admin/email-diagnostics?state=sent')
    await expect(row(page, subject)).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 45_000 })
  expect(answers.length).toBeGreaterThan(1)
  expect(answers.join()).not.toMatch(/canary/)
})

test('all listed failed messages are retried after one question', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  const subjects = [await giveUp(product), await giveUp(product)]
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  await expect(row(page, subjects[1] ?? '')).toBeVisible()
  await page.getByRole('button', { name: /^Retry all \d+$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click()
  await expect(toast(page, 'messages will be sent again within a minute.')).toBeVisible()
  for (const subject of subjects) await expect(row(page, subject)).toHaveCount(0)
})

test('everybody can use the list; a retry that is refused says why', async ({ page, context, product, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  const subject = await giveUp(product)
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  await expect(row(page, subject)).toBeVisible()
  await expectUsable(page, 'a message that failed')
  await page.route('**/retry', refusing(409, NOT_FAILED))
  await row(page, subject).getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, `Failed to retry message: ${NOT_FAILED}`)).toBeVisible()
})

test('without a failed message the screen says that all is well', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await page.route(
    '**/api/admin/mails*',
    answering({ items: [], nextCursor: null, counts: { dead: 0, queued: 0, sent: 1_234 } }),
  )
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  await expect(page.getByText(NO_FAILED_MESSAGES)).toBeVisible()
  await page.getByRole('tab', { name: 'Sent (1,234)' }).click()
  await expect(page).toHaveURL(/state=sent/)
})
