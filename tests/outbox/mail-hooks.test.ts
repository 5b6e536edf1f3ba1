import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryNotes, suppressions } from '#db/schema/deliveries.ts'
import { siteMode } from '#db/schema/operations.ts'
import { outbox, rateLimits } from '#db/schema/security.ts'
import { mailHooksApi } from '#src/api/mail-hooks.ts'
import { forgetLevel } from '#src/api/site-level.ts'
import { mailProvider } from '#src/contract/bounce-note.ts'
import { hashEmail } from '#src/domain/suppressions/suppression.ts'
import { openHooks } from '#src/platform/mail-hooks/open-hooks.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { CALLS, type Call, CERTIFICATE, mailgun, PEM, SECRETS, SNS, sendgrid, sns, TOPIC } from './hook-calls.ts'

const PROVIDERS = mailProvider.options
const MINUTE = 60_000

describe('reports of mail providers', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof testApi>>
  const fetched: string[] = []
  beforeAll(async () => {
    opened = await testDb()
    const fetchText = async (url: string) => {
      fetched.push(url)
      return PEM
    }
    api = await testApi({ area: mailHooksApi(() => openHooks(SECRETS, fetchText)), db: opened.db })
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    for (const table of [deliveryNotes, suppressions, rateLimits, outbox]) await opened.db.delete(table)
    fetched.length = 0
  })

  /** A mail that was sent, by the id that reports about it name. */
  async function aSentMail(changes: Partial<typeof outbox.$inferInsert> = {}): Promise<string> {
    const id = randomUUID()
    const words = { recipient: 'Maria@plant.example', subject: 'News', textBody: '', template: 'forum-news' }
    const sent = { state: 'sent', attempts: 1, sentAt: new Date(NOON), providerMessageId: id } as const
    await opened.db.insert(outbox).values({ id, channel: 'mail', ...words, ...sent, ...changes })
    return id
  }
  const post = async (provider: string, { body, headers = {} }: Call) =>
    (await api.request(`/api/mail-hooks/${provider}`, { method: 'POST', body, headers })).status
  const notes = () => opened.db.select().from(deliveryNotes)
  const stopped = () => opened.db.select().from(suppressions)
  const nothing = async () => expect([await notes(), await stopped()]).toEqual([[], []])

  test.each(PROVIDERS)(
    'of a hard bounce by %s stop mail to that address, once, also after a release (MD3)',
    async (provider) => {
      const outboxId = await aSentMail()
      const call = CALLS[provider]({ outboxId, event: 'hard' })
      for (let turn = 0; turn < 3; turn += 1) expect(await post(provider, call)).toBe(204)
      const text = 'smtp; 550 5.1.1 <…> user unknown'
      expect(await notes()).toMatchObject([{ outboxId, provider, type: 'bounce_hard', code: '5.1.1', text }])
      const emailHash = hashEmail('maria@plant.example')
      expect(await stopped()).toMatchObject([
        { emailHash, masked: 'M…@plant.example', reason: 'hard', source: provider },
      ])
      await opened.db.update(suppressions).set({ releasedAt: new Date(NOON), releasedBy: 'cli' })
      expect(await post(provider, call)).toBe(204)
      expect(await stopped()).toMatchObject([{ releasedBy: 'cli' }])
    },
  )

  test.each(PROVIDERS)(
    'of a complaint by %s do so too; a soft bounce and a delivery are only noted',
    async (provider) => {
      for (const event of ['soft', 'delivered', 'complaint'] as const) {
        const outboxId = await aSentMail({ recipient: `${event}@plant.example` })
        expect(await post(provider, CALLS[provider]({ outboxId, event, id: `${event}-0001` }))).toBe(204)
      }
      expect((await notes()).map(({ type }) => type)).toEqual(['bounce_soft', 'delivered', 'complaint'])
      expect(await stopped()).toMatchObject([{ emailHash: hashEmail('complaint@plant.example'), reason: 'complaint' }])
    },
  )

  test.each(PROVIDERS)('that somebody else wrote or changed are refused by %s (MD3)', async (provider) => {
    const outboxId = await aSentMail()
    const { body, headers } = CALLS[provider]({ outboxId, event: 'hard' })
    const changed = Object.entries(headers ?? {}).map(([name, value]) => ({
      headers: { ...headers, [name]: value.replace(/.(?=.{4}$)/, '~') },
      body,
    }))
    const forged: Call[] = [
      ...(headers ? [{ body }, ...changed] : [{ body: body.replace(/("signature":")../i, '$1AA') }]),
      // What the signature covers; that of Mailgun covers no event, and Postmark has none.
      ...(['ses', 'sendgrid', 'resend'].includes(provider)
        ? [{ headers: headers ?? {}, body: body.replace('550', '551') }]
        : []),
      { body: '{}' },
      { body: 'not JSON' },
    ]
    for (const call of forged) expect([call, await post(provider, call)]).toEqual([call, 401])
    await nothing()
  })

  test.each(PROVIDERS)('of a mail that we did not send change nothing with %s (MD3)', async (provider) => {
    const sms = await aSentMail({ channel: 'sms', recipient: '+15551234567' })
    const waiting = await aSentMail({ state: 'queued', attempts: 0, sentAt: null })
    for (const outboxId of [randomUUID(), sms, waiting, '', "' or true --"])
      expect(await post(provider, CALLS[provider]({ outboxId, event: 'hard', id: randomUUID() }))).toBe(204)
    await nothing()
  })

  test.each([1, 2, 3] as const)(
    'count while the site is closed at level %i, if they are signed (MD3)',
    async (level) => {
      await opened.db.update(siteMode).set({ level, reason: 'a test' })
      forgetLevel(opened.db)
      const outboxId = await aSentMail()
      expect(await post('sendgrid', { body: CALLS.sendgrid({ outboxId, event: 'hard' }).body })).toBe(401)
      await nothing()
      expect(await post('sendgrid', CALLS.sendgrid({ outboxId, event: 'hard' }))).toBe(204)
      expect(await stopped()).toMatchObject([{ reason: 'hard' }])
      await opened.db.update(siteMode).set({ level: 0, reason: null })
      forgetLevel(opened.db)
    },
  )

  test('find a mail by what its server called it, where our id does not come back', async () => {
    const outboxId = await aSentMail({ providerMessageId: '0100018f-ses' })
    expect(await post('ses', CALLS.ses({ outboxId: '', event: 'complaint' }))).toBe(204)
    expect(await notes()).toMatchObject([{ outboxId, type: 'complaint' }])
  })

  test.each(['sendgrid', 'mailgun', 'resend'] as const)(
    'of %s that were signed long ago are refused',
    async (provider) => {
      const outboxId = await aSentMail()
      for (const at of [NOON - 10 * MINUTE - 1000, NOON + 10 * MINUTE + 1000])
        expect(await post(provider, CALLS[provider]({ outboxId, event: 'hard', at }))).toBe(401)
      await nothing()
      const at = NOON - 10 * MINUTE + 1000
      expect(await post(provider, CALLS[provider]({ outboxId, event: 'hard', at }))).toBe(204)
      expect(await notes()).toHaveLength(1)
    },
  )

  test('may hold several events, of which those count that are ours and new', async () => {
    const [first, second] = [await aSentMail(), await aSentMail({ recipient: 'bob@plant.example' })]
    const told = [
      { outboxId: first, event: 'delivered', id: 'e-1' },
      { outboxId: first, event: 'delivered', id: 'e-1' },
      { outboxId: randomUUID(), event: 'hard', id: 'e-2' },
      { outboxId: second, event: 'hard', id: 'e-3' },
    ] as const
    expect(await post('sendgrid', sendgrid(told))).toBe(204)
    expect((await notes()).map(({ providerEventId }) => providerEventId)).toEqual(['e-1', 'e-3'])
    expect(await stopped()).toHaveLength(1)
  })

  test('a token of Mailgun is good for one report, because its signature does not cover the event (MD3)', async () => {
    const outboxId = await aSentMail()
    expect(await post('mailgun', mailgun({ outboxId, event: 'delivered', id: 'a' }, 'one-token'))).toBe(204)
    expect(await post('mailgun', mailgun({ outboxId, event: 'hard', id: 'b' }, 'one-token'))).toBe(204)
    expect((await notes()).map(({ type }) => type)).toEqual(['delivered'])
    expect(JSON.stringify(await opened.db.select().from(rateLimits))).not.toContain('one-token')
  })

  test('are read up to 1 MB, and only where a provider is set up', async () => {
    expect(await post('postmark', { body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
    expect(await post('postmark', { ...CALLS.postmark({ outboxId: '', event: 'hard' }), body: '{' })).toBe(400)
    expect(await post('nobody', { body: '{}' })).toBe(404)
    const without = await testApi({ area: mailHooksApi(() => openHooks({})), db: opened.db })
    for (const provider of PROVIDERS)
      expect((await without.request(`/api/mail-hooks/${provider}`, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  describe('through SNS', () => {
    const Message = JSON.stringify({ notificationType: 'Bounce' })

    test.each(['1', '2'] as const)(
      'are taken with signature version %s, and one certificate serves many',
      async (version) => {
        await aSentMail({ providerMessageId: 'ses-1' })
        const bounce = { bounceType: 'Permanent', bouncedRecipients: [], timestamp: new Date(NOON).toISOString() }
        const text = JSON.stringify({ notificationType: 'Bounce', bounce, mail: { messageId: 'ses-1' } })
        for (const Subject of ['Amazon SES Email Event Notification', undefined]) {
          const call = sns({ Type: 'Notification', Message: text, ...(Subject && { Subject }) }, version)
          expect(await post('ses', call)).toBe(204)
        }
        expect(await notes()).toHaveLength(2)
        expect(fetched.filter((url) => url !== CERTIFICATE)).toEqual([])
        expect(fetched.length).toBeLessThan(2)
      },
    )

    test.each([
      'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
      'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
      'https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-1.pem',
      'https://a@sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
      'https://sns.us-east-1.amazonaws.com/other/SimpleNotificationService-1.pem',
      'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem/../../x',
      'https://evil.example/SimpleNotificationService-1.pem',
      'file:///etc/passwd',
      '',
    ])('a certificate at %j is not fetched (MD4)', async (SigningCertURL) => {
      expect(await post('ses', sns({ Type: 'Notification', Message, SigningCertURL }))).toBe(401)
      expect(fetched).toEqual([])
    })

    test('another topic is refused, however well it is signed (MD4)', async () => {
      const TopicArn = `${TOPIC}2`
      const SubscribeURL = `${SNS}/?Action=ConfirmSubscription&TopicArn=${TopicArn}&Token=t`
      expect(await post('ses', sns({ Type: 'Notification', Message, TopicArn }))).toBe(401)
      const confirmation = { Type: 'SubscriptionConfirmation', Message, Token: 't', TopicArn, SubscribeURL }
      expect(await post('ses', sns(confirmation))).toBe(401)
      expect(fetched).toEqual([])
    })

    test.each([
      [`${SNS}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`, true],
      [`${SNS}/?Action=DeleteTopic&TopicArn=${TOPIC}`, false],
      [`https://evil.example/?Action=ConfirmSubscription&TopicArn=${TOPIC}`, false],
    ])('a subscription is confirmed at %s: %s (MD4)', async (SubscribeURL, isConfirmed) => {
      expect(await post('ses', sns({ Type: 'SubscriptionConfirmation', Message: 'x', Token: 't', SubscribeURL }))).toBe(
        204,
      )
      expect(fetched.includes(SubscribeURL)).toBe(isConfirmed)
      await nothing()
    })
  })

  test('go with the message when it is deleted', async () => {
    const outboxId = await aSentMail()
    await post('postmark', CALLS.postmark({ outboxId, event: 'delivered' }))
    await opened.db.delete(outbox).where(eq(outbox.id, outboxId))
    expect(await notes()).toEqual([])
  })
})
