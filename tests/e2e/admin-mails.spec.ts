import { randomUUID } from 'node:crypto'
import { outbox } from '#db/schema/security.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen, row } from './support/admin-page.ts'
import { answering, REFUSED, refusing, toast } from './support/auth-page.ts'
import { violations } from './support/site-pages.ts'
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

test('what failed stands first, told without its words, and is sent when it is tried again', async ({
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
  await failed.getByRole('button', { name: `Try again to send ${subject}` }).click()
  await expect(toast(page, 'The message is sent again within a minute')).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(async () => {
    await page.goto('/admin/email-diagnostics?state=sent')
    await expect(row(page, subject)).toBeVisible({ timeout: 1_500 })
  }).toPass({ timeout: 45_000 })
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.join()).not.toMatch(/canary/)
})

test('a retry that is refused says why', async ({ page, context, product, trouble }) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  const subject = await giveUp(product)
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  await page.route('**/retry', refusing(409, 'This message is not given up: it is sent or waits for its turn.'))
  await row(page, subject).getByRole('button', { name: 'Try again' }).click()
  await expect(
    toast(page, 'Failed to retry message: This message is not given up: it is sent or waits for its turn.'),
  ).toBeVisible()
})

test('without a failed message the screen says that all is well', async ({ page, context, product }) => {
  await enterAs(context, product, 'admin')
  await page.route(
    '**/api/admin/mails*',
    answering({ items: [], nextCursor: null, counts: { dead: 0, queued: 0, sent: 1_234 } }),
  )
  await openScreen(page, '/admin/email-diagnostics', 'Email')
  await expect(page.getByText('No mail has failed')).toBeVisible()
  await page.getByRole('tab', { name: 'Sent (1,234)' }).click()
  await expect(page).toHaveURL(/state=sent/)
})

for (const { look, width, colorScheme } of [
  { look: 'wide', width: 1280, colorScheme: 'light' },
  { look: 'on a phone, dark', width: 320, colorScheme: 'dark' },
] as const) {
  test(`the list has no barriers, ${look}`, async ({ page, context, product }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await enterAs(context, product, 'admin')
    const subject = await giveUp(product)
    await openScreen(page, '/admin/email-diagnostics', 'Email')
    await expect(row(page, subject)).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}
