import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authFactors } from '#db/schema/accounts.ts'
import { deliveryNotes, mailAlerts } from '#db/schema/deliveries.ts'
import { siteMode } from '#db/schema/operations.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { failsTooOften } from '#src/contract/mail-alert.ts'
import { clearAlert, listAlerts, raiseAlert } from '#src/domain/mail-alerts/mail-alert.ts'
import { watchMail } from '#src/domain/mail-alerts/watch-mail.ts'
import { SECURITY_TEMPLATES } from '#src/domain/outbox/templates.ts'
import { applyIncident, type Person, preparePerson } from '#tests/accounts/people.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const HOUR = 3_600_000
/** By the machine's clock, which is the database's too. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const site = { siteUrl: SITE_URL, siteName: 'Uptime Workshops' }

describe('warnings about mail', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    const phones: [Person, string, 'verified' | 'unverified'][] = [
      [{ level: 1, roles: ['owner'] }, '+15550000001', 'verified'],
      [{ level: 1, roles: ['owner'] }, '+15550000002', 'unverified'],
      [{ level: 1, roles: ['admin'] }, '+15550000003', 'verified'],
      [{ level: 1, roles: ['owner'], isBanned: true }, '+15550000004', 'verified'],
      [{ level: 1, roles: ['owner'], isDeleted: true }, '+15550000005', 'verified'],
    ]
    for (const [person, phone, status] of phones) {
      const { id: userId } = await preparePerson(opened.db, person)
      await opened.db.insert(authFactors).values({ userId, factorType: 'phone', status, friendlyName: 'Phone', phone })
      await applyIncident(opened.db, userId, person)
    }
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    for (const table of [mailAlerts, rateLimits, deliveryNotes, outbox]) await opened.db.delete(table)
    await opened.db.update(siteMode).set({ mailHeldSince: null })
  })

  const watch = (now = NOON) => watchMail(opened.db, site, now)
  const sentences = async () => (await listAlerts(opened.db)).map(({ sentence }) => sentence)
  const texts = async () => (await opened.db.select().from(outbox)).filter(({ channel }) => channel === 'sms')
  /** Mails that were written and last tried so many minutes ago. */
  async function mails(count: number, given: Partial<typeof outbox.$inferInsert>, minutes = 1): Promise<string[]> {
    const at = minutesAgo(minutes)
    const words = { channel: 'mail', recipient: 'a@plant.example', textBody: '', template: 'forum-news' } as const
    const rows = Array.from({ length: count }, () => ({ ...words, createdAt: at, nextAttemptAt: at, ...given }))
    return (await opened.db.insert(outbox).values(rows).returning({ id: outbox.id })).map(({ id }) => id)
  }
  const sent = (count: number, minutes = 1) =>
    mails(count, { state: 'sent', attempts: 1, sentAt: minutesAgo(minutes) }, minutes)

  test('begin when mail was due an hour ago, reach the phones of owners once, and end when it is gone (MD6)', async () => {
    await mails(2, {}, 59)
    expect([await watch(), await sentences()]).toEqual([0, []])
    await mails(1, {}, 150)
    for (let turn = 0; turn < 3; turn += 1) await watch()
    expect(await sentences()).toEqual(['3 emails wait to be sent, the oldest for 3 hours.'])
    const link = `${SITE_URL}/admin/email-diagnostics`
    expect(await texts()).toMatchObject([
      {
        recipient: '+15550000001',
        template: 'mail-alert',
        textBody: `Uptime Workshops: 3 emails wait to be sent, the oldest for 3 hours. ${link}`,
      },
    ])
    expect(SECURITY_TEMPLATES).toContain('mail-alert')
    await opened.db.delete(outbox)
    await watch()
    expect(await sentences()).toEqual([])
  })

  test('begin when mail is tried in vain for an hour, but not for one full mailbox or for mail that an owner holds', async () => {
    const tried = { attempts: 4, nextAttemptAt: minutesAgo(-60) }
    await mails(1, tried, 90)
    await watch()
    expect(await sentences()).toEqual(['1 email waits to be sent, the oldest for 90 minutes.'])
    await sent(1, 10)
    await watch()
    expect(await sentences()).toEqual([])
    await mails(1, {}, 120)
    await opened.db.update(siteMode).set({ mailHeldSince: new Date(NOON) })
    await watch()
    expect(await sentences()).toEqual([])
  })

  test.each([
    [{ total: 41, failed: 3 }, false],
    [{ total: 4, failed: 4 }, false],
    [{ total: 5, failed: 5 }, true],
    [{ total: 50, failed: 5 }, true],
    [{ total: 51, failed: 5 }, false],
  ])('%j begins one: %s', (outcome, isOne) => expect(failsTooOften(outcome)).toBe(isOne))

  test('count what was given up and what bounced in 24 hours, by mail alone', async () => {
    await mails(3, { state: 'dead', attempts: 8 })
    await mails(9, { state: 'dead', attempts: 8 }, 25 * 60)
    await mails(9, { state: 'dead', attempts: 8, channel: 'sms', recipient: '+15551234567' })
    await mails(9, { state: 'skipped' })
    const [first = '', second = ''] = await sent(10)
    const note = { provider: 'ses', at: new Date(NOON) } as const
    await opened.db.insert(deliveryNotes).values([
      { ...note, outboxId: first, providerEventId: '1', type: 'bounce_hard' },
      { ...note, outboxId: first, providerEventId: '2', type: 'delivered' },
    ])
    await watch()
    expect(await sentences()).toEqual([])
    await opened.db
      .insert(deliveryNotes)
      .values({ ...note, outboxId: second, providerEventId: '3', type: 'bounce_hard' })
    await watch()
    expect(await sentences()).toEqual(['5 of 13 emails of the last 24 hours could not be delivered.'])
  })

  test('of the sending domain are sent by the next run, keep their beginning, and are not repeated within six hours', async () => {
    const { db } = opened
    await raiseAlert(db, 'dns:spf', 'The SPF record is gone.\nNow.', NOON)
    await raiseAlert(db, 'dns:spf', 'The SPF record is wrong.', NOON + HOUR)
    expect(await listAlerts(db)).toEqual([{ key: 'dns:spf', sentence: 'The SPF record is wrong.', since: NOON }])
    expect(await Promise.all([watch(), watch(), watch()])).toContain(1)
    const [message, ...more] = await texts()
    expect(more).toEqual([])
    await expect(`${message?.textBody}\n`).toMatchFileSnapshot('../mail-rules/letters/mail-alert.sms.txt')
    for (const [hours, all] of [
      [2, 1],
      [7, 2],
    ] as const) {
      await clearAlert(db, 'dns:spf')
      await raiseAlert(db, 'dns:spf', 'The SPF record is gone.', NOON + hours * HOUR)
      await watch(NOON + hours * HOUR)
      expect(await texts()).toHaveLength(all)
    }
  })
})
