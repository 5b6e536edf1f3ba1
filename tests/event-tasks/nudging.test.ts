import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nudges } from '#db/schema/partners.ts'
import { outbox } from '#db/schema/security.ts'
import { NO_CONTACT, NOTHING_TO_NUDGE, VENDOR_NUDGED } from '#src/contract/task-answer.ts'
import { nudgeVendor } from '#src/domain/event-tasks/nudge-vendor.ts'
import { revokeContact } from '#src/domain/vendor-contacts/invite.ts'
import { NOON } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { aTask, aVendor } from './task-rows.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

const HOUR = 3_600_000
const context = (now = NOON) => ({
  ...{ actor: { id: 'test' }, now },
  site: { siteUrl: 'https://workshops.example', siteName: 'Workshops' },
})

test('a vendor is reminded by hand once in 48 hours, however many press at once, of what is missing (VP9)', async () => {
  const { db } = opened
  const { vendorId, contact } = await aTask(db, { title: 'Send the logo' })
  const press = (now?: number) => nudgeVendor(db, vendorId, context(now))
  const pressed = await Promise.allSettled([press(), press(), press()])
  const refused = pressed.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  expect([pressed.length - refused.length, refused]).toEqual([1, [VENDOR_NUDGED, VENDOR_NUDGED]])
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, contact.email))
  expect(mails.map(({ template, subject }) => [template, subject?.includes('reminder')])).toEqual([
    ['vendor-nudge', true],
  ])
  expect(mails[0]?.textBody).toContain('Send the logo, for Tulsa Reliability Workshop. Due Thursday, January 14, 2027.')
  const [kept] = await db.select().from(nudges)
  expect(kept).toMatchObject({ subject: `vendor:${vendorId}`, outboxId: mails[0]?.id, createdAt: new Date(NOON) })
  await expect(press(NOON + 48 * HOUR - 1)).rejects.toThrow(VENDOR_NUDGED)
  expect(await press(NOON + 48 * HOUR)).toMatchObject({ mails: 1 })
})

test('nobody is reminded of what was handed in, or of an event that is a draft, cancelled or over, or without access', async () => {
  const { db } = opened
  const nudge = (vendorId: string) => nudgeVendor(db, vendorId, context())
  for (const state of ['submitted', 'done', 'waived'] as const) {
    const doneAt = state === 'submitted' ? null : new Date(NOON)
    const { vendorId } = await aTask(db, { state, doneAt })
    await expect(nudge(vendorId), state).rejects.toThrow(NOTHING_TO_NUDGE)
  }
  for (const event of [{ isPublished: false }, { status: 'cancelled' }, { eventDate: '2026-11-01' }] as const) {
    const eventId = await storeEvent(db, { earlyBirdDeadline: null, ...event })
    await expect(nudge((await aTask(db, { eventId })).vendorId)).rejects.toThrow(NOTHING_TO_NUDGE)
  }
  await expect(nudge(await aVendor(db))).rejects.toThrow(NOTHING_TO_NUDGE)
  const { vendorId, contact } = await aTask(db)
  await revokeContact(db, { id: contact.id, version: 1 }, context())
  await expect(nudge(vendorId)).rejects.toThrow(NO_CONTACT)
})
