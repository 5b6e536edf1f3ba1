import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { outbox } from '#db/schema/security.ts'
import { type MailOverview, NOT_FAILED, WILL_BE_RESENT } from '#src/contract/mail.ts'
import { MAIL_REASON, SHOW_RECIPIENT } from '#src/contract/mail-reason.ts'
import type { DnsRecords, MailRoundTrip } from '#src/contract/mail-round-trip.ts'
import { storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { act, enterAs, openScreen, row } from './support/admin-page.ts'
import { answering, REFUSED, refusing, toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { expect, test } from './support/site-test.ts'

const FAULT = 'The mail server refused the recipient (550 5.1.1).'

/** A message that was given up, with a subject nobody else has. */
async function giveUp(product: RunningProduct, recipient = 'canary-name@plant.example'): Promise<string> {
  const subject = `Reset ${randomUUID().slice(0, 8)}`
  const words = { subject, textBody: 'canary-text', htmlBody: '<p>canary-text</p>', template: 'password-reset' }
  await product.query((db) =>
    db.insert(outbox).values({
      ...words,
      channel: 'mail',
      recipient,
      state: 'dead',
      attempts: 8,
      lastError: FAULT,
    }),
  )
  return subject
}

/** A message that a workflow sent to somebody of the team of an event, and one that it did not send to them. */
async function giveEventMail(product: RunningProduct): Promise<{ messageId: string; recipient: string }> {
  const { id: eventId, mark } = await giveDraft(product)
  const [messageId, recipient] = [randomUUID(), `${mark}@plant.example`]
  const words = { subject: 'One week left', textBody: 'x', htmlBody: 'x', template: 'event-mail' }
  await product.query(async (db) => {
    const sent = { channel: 'mail', state: 'sent', attempts: 1, sentAt: new Date() } as const
    await db.insert(outbox).values({ id: messageId, recipient, ...words, ...sent })
    const rule = await storeRule(db, `Briefing ${mark}`)
    await storePlannedMail(db, { ...rule, eventId }, { recipient, outboxId: messageId })
    const skipped = { state: 'skipped', reason: MAIL_REASON.badAddress, occurrence: '2028-01-21' } as const
    await storePlannedMail(db, { ...rule, eventId }, { recipient, ...skipped })
  })
  return { messageId, recipient }
}

test('failed messages come first, without their text, and are sent when they are retried, one by one or all after one question', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const subject = await giveUp(product)
  const recipient = `${randomUUID().slice(0, 8)}@plant.example`
  const subjects = [await giveUp(product, recipient), await giveUp(product, recipient)]
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/admin/mails')) answers.push(await response.text().catch(() => ''))
  })
  await openScreen(page, '/admin/email-diagnostics?state=dead', 'Email')
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

  await page.getByRole('searchbox', { name: 'Recipient' }).fill(recipient)
  await expect(row(page, subjects[1] ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Retry all 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click()
  await expect(toast(page, 'messages will be sent again within a minute.')).toBeVisible()
  for (const each of subjects) await expect(row(page, each)).toHaveCount(0)

  const sent = () =>
    product.query((db) => db.$count(outbox, and(eq(outbox.subject, subject), eq(outbox.state, 'sent'))))
  await expect.poll(sent, { timeout: 45_000 }).toBe(1)
  await page.getByRole('searchbox', { name: 'Recipient' }).fill('')
  await page.getByLabel('Show', { exact: true }).selectOption('sent')
  await expect(row(page, subject)).toBeVisible()
  expect(answers.length).toBeGreaterThan(1)
  expect(answers.join()).not.toMatch(/canary/)
})

test('a message is found by its recipient and explained; a retry that is refused says why; one of a workflow is sent again; an address is stopped by hand and released', async ({
  page,
  context,
  product,
  trouble,
}) => {
  trouble.allow(REFUSED)
  await enterAs(context, product, 'admin')
  const subject = await giveUp(product)
  await openScreen(page, '/admin/email-diagnostics?tab=messages', 'Email')
  await page.getByRole('searchbox', { name: 'Recipient' }).fill('Canary-')
  await expect(row(page, subject)).toContainText('Failed')
  await page.getByRole('button', { name: subject, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone asked to set a new password for the account.')
  await expect(dialog).toContainText(`Delivery stopped after 8 attempts. ${FAULT} The mailbox does not exist.`)
  await expectUsable(page, 'a message that failed')
  await page.route('**/retry', refusing(409, NOT_FAILED))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, `Failed to retry message: ${NOT_FAILED}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/q=Canary-/)

  const { messageId, recipient } = await giveEventMail(product)
  await page.getByRole('searchbox', { name: 'Recipient' }).fill(recipient)
  await expect(page.getByRole('region', { name: 'Workflow emails' })).toContainText(MAIL_REASON.badAddress)
  await page.goto(`/admin/email-diagnostics?message=${messageId}`)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send it again to' })
  await expect(question).toContainText('The recipient then has it twice.')
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, WILL_BE_RESENT)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(messageId))
  await dialog.getByRole('button', { name: 'Close' }).click()
  const sent = await product.query((db) => db.select().from(outbox).where(eq(outbox.recipient, recipient)))
  expect(sent.map(({ subject: each }) => each)).toEqual(['One week left', 'One week left'])

  const domain = `${randomUUID().slice(0, 8)}.example`
  await page.getByRole('tab', { name: 'Stopped' }).click()
  await page.getByRole('button', { name: 'Stop email to an address' }).click()
  await dialog.getByLabel('Email address').fill(`ada@${domain}`)
  await dialog.getByLabel('Reason').fill('Asked by phone')
  await dialog.getByRole('button', { name: 'Stop email' }).click()
  await expect(row(page, `a…@${domain}`)).toContainText('Asked by phone')
  await act(page, `a…@${domain}`, 'Release')
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(row(page, `a…@${domain}`)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Address' }).fill(domain)
  await page.getByLabel('Show', { exact: true }).selectOption('released')
  await expect(row(page, `a…@${domain}`)).toContainText('just now by')
})

test('the dashboard leads to the overview, which says what is wrong and leads to the failed messages', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const days = Array.from({ length: 14 }, (_, back) => ({
    day: new Date(Date.UTC(2026, 10, 23 - back)).toISOString().slice(0, 10),
    sent: back === 0 ? 38 : back % 5,
    failed: back === 0 ? 3 : 0,
    skipped: back === 1 ? 2 : 0,
  }))
  const now = Date.now()
  const overview: MailOverview = {
    counts: { dead: 3, queued: 3, sent: 1_234, skipped: 2 },
    queue: { count: 3, oldestAt: now - 4 * 60_000, retrying: 1, nextAt: now + 60_000 },
    heldSince: null,
    days,
    faults: [{ code: '5.1.1', sentence: 'The mailbox does not exist.', count: 3 }],
    tried: 41,
    alerts: [{ key: 'failures', sentence: '8 of 41 messages failed in the last 24 hours.', since: now - 60_000 }],
    now,
  }
  await page.route('**/api/admin/mails/overview', answering(overview))
  const correction = {
    eventId: randomUUID(),
    eventName: 'Valves in Tulsa',
    sentence: '4 people were sent the old date.',
  }
  await page.route('**/api/admin/dashboard', async (route) => {
    const dashboard = await (await route.fetch()).json()
    await route.fulfill({ json: { ...dashboard, mailAlerts: overview.alerts, corrections: [correction] } })
  })
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: `${correction.eventName}: ${correction.sentence}` })).toHaveAttribute(
    'href',
    `/admin/event/timeline?event=${correction.eventId}`,
  )
  await page.getByRole('link', { name: overview.alerts[0]?.sentence ?? '' }).click()
  await expect(page.getByRole('heading', { name: '2 things need your attention.' })).toBeVisible()
  await expect(page.getByText('3 messages are waiting, the oldest for 4 minutes.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '5.1.1' })).toContainText('3 of 41')
  await expect(row(page, 'Mon, Nov 23')).toContainText('38')
  await expectUsable(page, 'the overview of mail')
  await page.getByRole('link', { name: '3 messages failed and were given up.' }).click()
  await expect(page.getByRole('tab', { name: 'Messages' })).toHaveAttribute('aria-selected', 'true')
})

const TRIP: MailRoundTrip = {
  id: '00000000-0000-4000-8000-000000000001',
  token: '00000000-0000-4000-8000-000000000002',
  state: 'judged',
  by: 'ada',
  createdAt: Date.UTC(2026, 10, 22),
  receivedAt: Date.UTC(2026, 10, 22),
  results: {
    verdicts: [
      { check: 'spf', state: 'pass', said: 'workshops.example allows 192.0.2.1 to send its mail.' },
      { check: 'dkim', state: 'fail', said: 'The mail has no DKIM signature.' },
    ],
    ip: '192.0.2.1',
    bounceDomain: 'workshops.example',
    fromDomain: 'workshops.example',
    signatures: [],
    isAligned: null,
  },
}
const DNS: DnsRecords = {
  domain: 'workshops.example',
  id: TRIP.id,
  at: Date.UTC(2026, 10, 21),
  records: [{ name: 'SPF', values: ['v=spf1 -all'] }],
  changes: [{ name: 'SPF', before: ['v=spf1 mx -all'], after: ['v=spf1 -all'] }],
}

test('the domain has its checks, a change to accept, and round trips', async ({ page, context, product }) => {
  await enterAs(context, product, 'owner')
  await page.route('**/api/admin/mail-dns', answering(DNS))
  await page.route('**/api/admin/mail-dns/*/accept', answering({ ...DNS, changes: [] }))
  const waiting: MailRoundTrip = { ...TRIP, id: TRIP.token, state: 'waiting', results: null, receivedAt: null }
  await page.route('**/api/admin/mail-round-trips', answering({ items: [waiting, TRIP] }))
  await openScreen(page, '/admin/email-diagnostics?tab=domain', 'Email')
  await expect(page.getByRole('heading', { name: 'SPF record' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
  await expect(page.getByText('The mail has no DKIM signature.')).toBeVisible()
  await expectUsable(page, 'the sending domain')
  await page.getByRole('button', { name: 'Accept this change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept this change' }).click()
  await expect(toast(page, 'The change is accepted')).toBeVisible()
  await page.getByRole('button', { name: 'Paste the source' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Judge the source' }).click()
  await expect(page.getByRole('dialog')).toContainText('The source is required')
})
