import { eq } from 'drizzle-orm'
import { eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { outbox } from '#db/schema/security.ts'
import { NOT_IN_LINEUP } from '#src/contract/event-task.ts'
import { NO_CORRECTION, SEND_CORRECTION } from '#src/contract/mail-correction.ts'
import { KNOWN, storePlannedMail, storeRule } from '#tests/support/mail-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, expectGuarded } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { expect, test } from './support/site-test.ts'

/** A draft with somebody in its team, who was emailed about it while it was published. */
async function giveInformed(product: RunningProduct) {
  const { id: eventId, mark } = await giveDraft(product)
  const recipient = `${mark}@plant.example`
  const rule = await product.query(async (db) => {
    const [ada] = await db
      .insert(teamLibrary)
      .values({ fullName: `Ada ${mark}`, title: 'Trainer', bio: 'Ran a mill.' })
      .returning()
    await db.insert(eventTeam).values({ eventId, teamLibraryId: ada?.id ?? '', displayOrder: 1 })
    const stored = await storeRule(db, `Briefing ${mark}`)
    await storePlannedMail(
      db,
      { ...stored, eventId },
      { recipient, name: `Ada ${mark}`, knownFacts: { ...KNOWN, eventDate: '2029-03-01' } },
    )
    return stored
  })
  return { eventId, mark, recipient, rule }
}

test('an editor adds a task, sees who got what and why, and sends a correction; one that is not wanted is asked for once, and the past is folded on a phone', async ({
  page,
  context,
  product,
}) => {
  await enterAs(context, product, 'admin')
  const { eventId, mark, recipient } = await giveInformed(product)
  await page.goto(`/admin/event/timeline?event=${eventId}`)
  await expect(page.getByRole('link', { name: 'Timeline' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Add task' }).click()
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByLabel('Task').fill('Ship the samples')
  await form.getByRole('button', { name: 'Add task' }).click()
  await expect(form.getByText(NOT_IN_LINEUP)).toBeVisible()
  await form.getByLabel('Who').selectOption({ label: `Ada ${mark}` })
  await expectUsable(page, 'the form of a task')
  await form.getByRole('button', { name: 'Add task' }).click()
  await expect(toast(page, 'Task added')).toBeVisible()
  const task = page.getByRole('listitem').filter({ hasText: 'Ship the samples' })
  await expect(task).toContainText(`Ada ${mark}, due Thu, Feb 22, 2029`)
  await task.getByRole('button', { name: 'Mark as done' }).click()
  await expect(task).toContainText('Done')

  await page.getByRole('button', { name: `Show people of Briefing ${mark}` }).click()
  // They push down what is pressed next.
  await expect(page.getByText('Sent Fri, Nov 20, 12:00 PM CST, from version 1.', { exact: true })).toBeVisible()
  await page.getByLabel('Name or email address').fill(recipient)
  await page.getByRole('button', { name: 'Explain' }).click()
  const why = page.getByRole('region', { name: 'Who got which email, and why' })
  await expect(why).toContainText(
    'In the audience “Team of the event”. Sent Fri, Nov 20, 12:00 PM CST, from version 1.',
  )
  await expect(why).not.toContainText(recipient)
  await expectUsable(page, 'the timeline with people and an explanation')

  await page.getByRole('button', { name: 'Preview correction' }).click()
  const preview = page.getByRole('dialog', { name: SEND_CORRECTION })
  await preview.getByLabel('Note').fill('See you <b>later</b>.')
  await expectGuarded(page)
  await expect(preview).toContainText('> See you <b>later</b>.')
  await expectUsable(page, 'the preview of a correction')
  await preview.getByRole('button', { name: SEND_CORRECTION }).click()
  await expect(toast(page, 'Correction sent to 1 recipient')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send a correction?' })).toHaveCount(0)
  const mails = await product.query((db) => db.select().from(outbox).where(eq(outbox.recipient, recipient)))
  expect(mails.map(({ template }) => template)).toEqual(['event-correction'])

  const next = await giveInformed(product)
  await page.setViewportSize({ width: 360, height: 740 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/events/${next.eventId}`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/admin/event/timeline?event=${next.eventId}`)
  const past = page.getByText('Until now (1)')
  // The head would push down what is pressed.
  await expect(past).toBeAttached()
  await expect(past).toBeHidden()
  release()
  await expect(past).toBeVisible()
  await expect(page.getByText(`Briefing ${next.mark}`).first()).toBeHidden()
  await past.click()
  await expect(page.getByText(`Briefing ${next.mark}`).first()).toBeVisible()
  await page.getByRole('button', { name: NO_CORRECTION }).click()
  await page.getByRole('dialog').getByRole('button', { name: NO_CORRECTION }).click()
  await expect(toast(page, 'No correction is sent')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Send a correction?' })).toHaveCount(0)
})
