import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outbox } from '#db/schema/security.ts'
import { SENDING_TIME } from '#netlify/outbox.ts'
import { Failure } from '#src/contract/failure.ts'
import { claimNext, pruneOutbox, recordDelivery } from '#src/domain/outbox/claim.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { enqueueMail, enqueueSms } from '#src/domain/outbox/enqueue.ts'
import type { Delivery, Mailer } from '#src/platform/mail.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakeMailer, fakeSms } from '#tests/support/outside-services.ts'
import { delivering, empty, endLeases, getRows, LETTER, makeDue, queueMany, theRow } from './outbox-rows.ts'

const to = 'maria@mail.example'
const later: Delivery = { ok: false, isPermanent: false, reason: 'The mail server cannot be reached.' }
const never: Delivery = { ok: false, isPermanent: true, reason: 'The mail server refused the recipient (550).' }

describe('the outbox', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())
  beforeEach(() => empty(opened.db))

  test('a mail is written with the change it reports, or not at all (OB1)', async () => {
    const { db } = opened
    const failed = db.transaction(async (tx) => {
      await enqueueMail(tx, { to, ...LETTER })
      throw new Error('the change failed')
    })
    await expect(failed).rejects.toThrow('the change failed')
    expect(await getRows(db)).toEqual([])
    await db.transaction((tx) => enqueueMail(tx, { to, ...LETTER }))
    expect(await getRows(db)).toMatchObject([{ channel: 'mail', recipient: to, state: 'queued', template: 'test' }])
  })

  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'Maria <a@b.example>',
    'a@b@c.example',
    '@b.example',
    `${'a'.repeat(250)}@b.example`,
    '',
  ])('%j is not a recipient (OB6)', async (hostile) => {
    const { db } = opened
    await expect(enqueueMail(db, { to: hostile, ...LETTER })).rejects.toThrow(Failure)
    await expect(enqueueSms(db, { to: hostile, template: 'test', text: 'x' })).rejects.toThrow(Failure)
    expect(await getRows(db)).toEqual([])
  })

  test('mail and text messages go their own ways, once', async () => {
    const { db } = opened
    const [mail, sms] = [fakeMailer(), fakeSms()]
    await enqueueMail(db, { to, ...LETTER })
    await enqueueSms(db, { to: '+15551234567', template: 'test', text: 'Code' })
    expect(await deliverDue(db, delivering({ mail, sms }))).toEqual({ sent: 2, retry: 0, dead: 0 })
    expect(await deliverDue(db, delivering({ mail, sms }))).toEqual({ sent: 0, retry: 0, dead: 0 })
    expect(mail.sent).toMatchObject([{ to, subject: 'Subject', text: 'Text', html: '<p>Text</p>' }])
    expect(sms.sent).toMatchObject([{ to: '+15551234567', text: 'Code' }])
  })

  test('what was sent keeps no text, in which a link may still open something (TL1)', async () => {
    const { db } = opened
    const link = 'https://a.example/t0ken'
    await enqueueMail(db, { to, ...LETTER, text: link, html: link, unsubscribeUrl: link })
    const mail = fakeMailer()
    await deliverDue(db, delivering({ mail }))
    expect(mail.sent).toMatchObject([{ text: link, unsubscribeUrl: link }])
    const rows = await getRows(db)
    expect(rows).toMatchObject([{ state: 'sent', textBody: '', htmlBody: null, leasedBy: null, attempts: 1 }])
    expect(rows[0]?.sentAt).toBeInstanceOf(Date)
    expect(JSON.stringify(rows)).not.toContain('t0ken')
  })

  test('what fails is tried eight times with growing pauses, then is dead and stays (OB4)', async () => {
    const { db } = opened
    await enqueueMail(db, { to, ...LETTER })
    const pauses: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const { sent } = await deliverDue(db, delivering({ mail: fakeMailer([later]) }))
      const row = await theRow(db)
      expect([sent, row.attempts, row.lastError]).toEqual([0, tries, 'The mail server cannot be reached.'])
      expect(row.state).toBe(tries < 8 ? 'queued' : 'dead')
      if (tries < 8) pauses.push(row.pause)
      await makeDue(db)
    }
    const wanted = [60, 300, 1800, 7200, 43_200, 43_200, 43_200]
    for (const [index, pause] of pauses.entries()) expect(Math.abs(pause - (wanted[index] ?? 0))).toBeLessThan(30)
    expect(await deliverDue(db, delivering())).toEqual({ sent: 0, retry: 0, dead: 0 })
  })

  test('what waits for its next try is left alone until then', async () => {
    const { db } = opened
    await enqueueMail(db, { to, ...LETTER })
    await deliverDue(db, delivering({ mail: fakeMailer([later]) }))
    const mail = fakeMailer()
    await deliverDue(db, delivering({ mail }))
    expect(mail.sent).toEqual([])
    await makeDue(db)
    await deliverDue(db, delivering({ mail }))
    expect(mail.sent).toHaveLength(1)
    expect(await theRow(db)).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
  })

  test('a refusal for good is dead at once (OB4)', async () => {
    const { db } = opened
    await enqueueMail(db, { to, ...LETTER })
    expect(await deliverDue(db, delivering({ mail: fakeMailer([never]) }))).toEqual({ sent: 0, retry: 0, dead: 1 })
    expect(await theRow(db)).toMatchObject({ state: 'dead', attempts: 1, lastError: never.reason })
  })

  test('one that cannot be sent does not stop the others', async () => {
    const { db } = opened
    await queueMany(db, 3)
    const broken = { send: async () => Promise.reject(new Error('a secret')) }
    expect(await deliverDue(db, delivering({ mail: broken }))).toEqual({ sent: 0, retry: 3, dead: 0 })
    expect((await getRows(db)).map((row) => row.lastError)).toEqual(Array(3).fill('Sending failed.'))
  })

  test('a run ends when its time is over, and the next goes on (OB5)', async () => {
    const { db } = opened
    await queueMany(db, 10)
    let left = 19_000
    const withins: number[] = []
    const slow: Mailer = {
      send: async (_mail, within) => {
        withins.push(within)
        return { ok: true }
      },
    }
    const timeLeft = () => (left -= 1_500)
    const first = await deliverDue(db, delivering({ mail: slow, timeLeft }))
    expect(first.sent).toBeGreaterThan(0)
    expect(first.sent).toBeLessThan(10)
    for (const within of withins) expect(within).toBeLessThanOrEqual(12_000)
    expect((await deliverDue(db, delivering())).sent).toBe(10 - first.sent)
  })

  test('a run in which every message takes all it may is over within 25 seconds (OB5)', async () => {
    const { db } = opened
    for (const startsAt of [0, 2_999, 3_000, 11_000]) {
      await empty(db)
      await queueMany(db, 30)
      let elapsed = startsAt
      const hanging: Mailer = {
        send: async (_mail, within) => {
          elapsed += within
          return later
        },
      }
      await deliverDue(db, delivering({ mail: hanging, timeLeft: () => SENDING_TIME - elapsed }))
      // Writing down the last result takes five seconds at most.
      expect(elapsed + 5_000).toBeLessThanOrEqual(25_000)
      expect(elapsed).toBeGreaterThan(SENDING_TIME - 4_000)
    }
  })

  test('a claimed message belongs to one worker until its lease ends; after that, this worker changes nothing more (OB2)', async () => {
    const { db } = opened
    await enqueueMail(db, { to, ...LETTER })
    const claimed = await claimNext(db, 'first')
    expect(claimed?.recipient).toBe(to)
    expect(await claimNext(db, 'second')).toBeUndefined()
    const [row] = await getRows(db)
    const lease = (row?.leasedUntil?.getTime() ?? 0) - (row?.nextAttemptAt.getTime() ?? 0)
    expect(lease).toBeGreaterThanOrEqual(60_000)
    expect(lease).toBeLessThan(90_000)
    await endLeases(db)
    expect((await claimNext(db, 'second'))?.id).toBe(claimed?.id)
    if (claimed) await recordDelivery(db, claimed, 'first', never)
    expect(await theRow(db)).toMatchObject({ state: 'queued', attempts: 0 })
  })

  test('names of recipients go after 30 days, of what was given up after 90', async () => {
    const { db } = opened
    const day = 86_400_000
    const old = (days: number, state: 'sent' | 'dead' | 'queued') => ({
      channel: 'mail' as const,
      recipient: `${state}-${days}`,
      textBody: '',
      template: 'test',
      state,
      nextAttemptAt: new Date(Date.now() - days * day),
    })
    await db
      .insert(outbox)
      .values([old(29, 'sent'), old(31, 'sent'), old(89, 'dead'), old(91, 'dead'), old(400, 'queued')])
    expect(await pruneOutbox(db)).toBe(2)
    expect((await getRows(db)).map((row) => row.recipient).sort()).toEqual(['dead-89', 'queued-400', 'sent-29'])
  })
})
