import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { enqueueMail, mayMail } from '#src/domain/outbox/enqueue.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakeMailer } from '#tests/support/outside-services.ts'
import { delivering, empty, getRows, LETTER, queueMany } from './outbox-rows.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-11-20T18:00:00Z')

describe('workers at the same time', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())
  beforeEach(() => empty(opened.db))

  test('four workers send 500 mails once each (OB2)', async () => {
    const { db } = opened
    await queueMany(db, 500)
    const mail = fakeMailer()
    const runs = await Promise.all([1, 2, 3, 4].map(() => deliverDue(db, delivering({ mail }))))
    expect(mail.sent).toHaveLength(500)
    expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(500)
    expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(500)
    for (const { sent } of runs) expect(sent).toBeGreaterThan(0)
    expect((await getRows(db)).every((row) => row.state === 'sent' && row.attempts === 1)).toBe(true)
  })

  test('of 30 forms that ask for one address at once, one may mail (OB6)', async () => {
    const { db } = opened
    const to = 'stampede@mail.example'
    const asked = Array.from({ length: 30 }, () =>
      db.transaction(async (tx) => {
        const may = await mayMail(tx, to, NOON)
        if (may) await enqueueMail(tx, { to, ...LETTER })
        return may
      }),
    )
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    expect(await getRows(db)).toHaveLength(1)
  })
})

describe('mail that public forms may send (OB6)', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())

  test('is one in 60 seconds, whatever the spelling of the address', async () => {
    const { db } = opened
    expect(await mayMail(db, 'a@mail.example', NOON)).toBe(true)
    expect(await mayMail(db, ' A@Mail.example', NOON + MINUTE - 1)).toBe(false)
    expect(await mayMail(db, 'b@mail.example', NOON + 1)).toBe(true)
    expect(await mayMail(db, 'a@mail.example', NOON + MINUTE)).toBe(true)
  })

  test('is five in any 24 hours', async () => {
    const { db } = opened
    const sent: number[] = []
    for (let minute = 0; minute < 60 * 60; minute += 10) {
      if (await mayMail(db, 'c@mail.example', NOON + minute * MINUTE)) sent.push(minute)
    }
    expect(sent.length).toBe(15)
    for (const [index, minute] of sent.entries()) {
      const sixth = sent[index + 5]
      if (sixth !== undefined) expect(sixth - minute).toBeGreaterThanOrEqual(24 * 60)
    }
  })

  test('is not counted when the change it belongs to fails', async () => {
    const { db } = opened
    const failed = db.transaction(async (tx) => {
      expect(await mayMail(tx, 'd@mail.example', NOON)).toBe(true)
      throw new Error('the change failed')
    })
    await expect(failed).rejects.toThrow('the change failed')
    expect(await mayMail(db, 'd@mail.example', NOON)).toBe(true)
  })
})
