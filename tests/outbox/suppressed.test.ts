import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { suppressions } from '#db/schema/deliveries.ts'
import { SUPPRESSED } from '#src/contract/suppression.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { enqueueMail, enqueueSms } from '#src/domain/outbox/enqueue.ts'
import { findSuppressed, keepAddress, suppress } from '#src/domain/suppressions/suppression.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fakeMailer, fakeSms } from '#tests/support/outside-services.ts'
import { delivering, empty, getRows, LETTER, queueMany } from './outbox-rows.ts'

const to = 'Maria@plant.example'

describe('mail to an address that gets none', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await empty(opened.db)
    await opened.db.delete(suppressions)
  })

  /** Which of these templates are sent. */
  async function sent(...templates: string[]): Promise<string[]> {
    const mail = fakeMailer()
    for (const template of templates) await enqueueMail(opened.db, { ...LETTER, to, template, subject: template })
    await deliverDue(opened.db, delivering({ mail }))
    return mail.sent.map(({ subject }) => subject).toSorted()
  }

  test.each(['hard', 'complaint', 'manual'] as const)(
    'is skipped with its reason after %s, whatever it is about (MD1)',
    async (reason) => {
      const { db } = opened
      await suppress(db, keepAddress('maria@PLANT.example'), { reason, source: 'ses' }, NOON)
      expect(await sent('password-reset', 'forum-news', 'event-mail')).toEqual([])
      for (const row of await getRows(db))
        expect(row).toMatchObject({
          state: 'skipped',
          skippedBecause: SUPPRESSED[reason],
          textBody: '',
          leasedBy: null,
        })
    },
  )

  test('is sent if only another kind was ended, or if it is about security (MD1)', async () => {
    const { db } = opened
    await suppress(db, keepAddress(to), { reason: 'kind', kind: 'event-mail', source: 'link' }, NOON)
    const others = ['forum-news', 'password-reset', 'report-status-changed']
    expect(await sent('event-mail', 'event-correction', ...others)).toEqual(others)
    const skipped = (await getRows(db)).filter(({ state }) => state === 'skipped')
    expect(skipped.map(({ skippedBecause }) => skippedBecause)).toEqual([SUPPRESSED.kind, SUPPRESSED.kind])
  })

  test('is not sent although it was written before the address was stopped, and text messages are', async () => {
    const { db } = opened
    const [mail, sms] = [fakeMailer(), fakeSms()]
    await queueMany(db, 3)
    await enqueueSms(db, { to: '+15551234567', template: 'sign-in-code', text: 'Code' })
    await suppress(db, keepAddress('R1@mail.example'), { reason: 'complaint', source: 'ses' }, NOON)
    await suppress(db, keepAddress('+15551234567'), { reason: 'manual', source: 'ses' }, NOON)
    await deliverDue(db, delivering({ mail, sms }))
    expect(mail.sent.map((one) => one.to).toSorted()).toEqual(['r0@mail.example', 'r2@mail.example'])
    expect(sms.sent).toHaveLength(1)
  })

  test('many addresses are looked up at once, each with its strongest reason', async () => {
    const { db } = opened
    const [both, ended] = [keepAddress('both@plant.example'), keepAddress('ended@plant.example')]
    await suppress(db, both, { reason: 'kind', kind: 'event-mail', source: 'link' }, NOON)
    await suppress(db, both, { reason: 'hard', source: 'ses' }, NOON)
    await suppress(db, ended, { reason: 'kind', kind: 'event-mail', source: 'link' }, NOON)
    await suppress(db, ended, { reason: 'kind', kind: 'event-mail', source: 'link' }, NOON)
    const asked = ['Both@plant.example', 'ended@plant.example', 'free@plant.example']
    expect([...(await findSuppressed(db, asked, 'event-mail'))].toSorted()).toEqual([
      ['both@plant.example', 'hard'],
      ['ended@plant.example', 'kind'],
    ])
    expect([...(await findSuppressed(db, asked, null))]).toEqual([['both@plant.example', 'hard']])
    expect(await findSuppressed(db, [], null)).toEqual(new Map())
  })

  test('what the mail server called a message is stored with it', async () => {
    const { db } = opened
    await enqueueMail(db, { ...LETTER, to })
    await deliverDue(db, delivering({ mail: fakeMailer([{ ok: true, messageId: '0100018f-1' }]) }))
    expect(await getRows(db)).toMatchObject([{ state: 'sent', providerMessageId: '0100018f-1' }])
  })
})
