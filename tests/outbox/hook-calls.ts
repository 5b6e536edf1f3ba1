import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { MailProvider } from '#src/contract/bounce-note.ts'
import { NOON } from '#tests/support/api.ts'

/** A report as a provider sends it. */
export type Call = { headers?: Record<string, string>; body: string }

/** What a provider reports: of which message, and what happened. */
export type Told = { outboxId: string; event: 'hard' | 'soft' | 'complaint' | 'delivered'; id?: string; at?: number }

export const TOPIC = 'arn:aws:sns:us-east-1:123456789012:mail'
export const SNS = 'https://sns.us-east-1.amazonaws.com'
export const CERTIFICATE = `${SNS}/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem`

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const SECRETS = {
  ses: TOPIC,
  sendgrid: ec.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  postmark: 'hooks:a-password-of-20-chars',
  mailgun: 'key-0123456789abcdef',
  resend: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
}

/** The certificate of the key that signs for SNS here: the smallest one there is, signed by itself. */
export const PEM = certify(rsa.privateKey, rsa.publicKey)

function certify(privateKey: KeyObject, publicKey: KeyObject): string {
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts)
    const { length } = body
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
    return Buffer.concat([Buffer.from([tag, ...size]), body])
  }
  const integer = (value: number) => der(2, Buffer.from([value]))
  const time = (text: string) => der(0x17, Buffer.from(text))
  const rsaWithSha256 = der(0x30, der(6, Buffer.from('2a864886f70d01010b', 'hex')), der(5))
  const name = der(0x30)
  const validity = der(0x30, time('250101000000Z'), time('350101000000Z'))
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const signed = der(0x30, der(0xa0, integer(2)), integer(1), rsaWithSha256, name, validity, name, spki)
  const signature = der(3, Buffer.from([0]), sign('sha256', signed, privateKey))
  const base64 = der(0x30, signed, rsaWithSha256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

/** An envelope of SNS with its signature. */
export function sns(fields: Record<string, string>, version: '1' | '2' = '2'): Call {
  const given = { MessageId: crypto.randomUUID(), TopicArn: TOPIC, Timestamp: new Date(NOON).toISOString(), ...fields }
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = Object.entries(given)
    .filter(([name]) => names.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('')
  const Signature = sign(version === '2' ? 'sha256' : 'sha1', Buffer.from(text), rsa.privateKey).toString('base64')
  return { body: JSON.stringify({ SignatureVersion: version, SigningCertURL: CERTIFICATE, ...given, Signature }) }
}

const iso = (at: number) => new Date(at).toISOString()
const SAID = 'smtp; 550 5.1.1 <maria@plant.example> user unknown'

/** The report of each provider, in the shape that it documents. */
export const CALLS: Record<MailProvider, (told: Told) => Call> = {
  ses: ({ outboxId, event, id, at = NOON }) => {
    const bounced = [{ emailAddress: 'x@y.example', action: 'failed', status: '5.1.1', diagnosticCode: SAID }]
    const bounce = { bounceSubType: 'General', bouncedRecipients: bounced, timestamp: iso(at), feedbackId: 'f-1' }
    const what = {
      hard: { eventType: 'Bounce', bounce: { bounceType: 'Permanent', ...bounce } },
      soft: { eventType: 'Bounce', bounce: { bounceType: 'Transient', ...bounce } },
      complaint: { eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse', timestamp: iso(at) } },
      delivered: { notificationType: 'Delivery', delivery: { smtpResponse: '250 2.6.0 ok', timestamp: iso(at) } },
    }[event]
    const mail = { messageId: '0100018f-ses', tags: { 'outbox-id': [outboxId], 'ses:from-domain': ['plant.example'] } }
    return sns({ Type: 'Notification', Message: JSON.stringify({ ...what, mail }), ...(id && { MessageId: id }) })
  },
  sendgrid: (told) => sendgrid([told]),
  postmark: ({ outboxId, event, id, at = NOON }) => {
    const what = {
      hard: { RecordType: 'Bounce', ID: 42, Type: 'HardBounce', TypeCode: 1, Details: SAID, BouncedAt: iso(at) },
      soft: { RecordType: 'Bounce', ID: 43, Type: 'SoftBounce', TypeCode: 4096, Details: SAID, BouncedAt: iso(at) },
      complaint: {
        RecordType: 'SpamComplaint',
        ID: 44,
        Type: 'SpamComplaint',
        BouncedAt: '2026-11-20T10:00:00.9070259Z',
      },
      delivered: { RecordType: 'Delivery', DeliveredAt: '2026-11-20T05:00:00.1-05:00', Details: 'Test delivery' },
    }[event]
    const body = {
      ...what,
      MessageID: id ?? '883953f4-6105-42a2-a16a-77a8eac79483',
      Metadata: { 'outbox-id': outboxId },
    }
    const login = Buffer.from(SECRETS.postmark).toString('base64')
    return { headers: { authorization: `Basic ${login}` }, body: JSON.stringify(body) }
  },
  mailgun: (told) => mailgun(told, crypto.randomUUID()),
  resend: ({ outboxId, event, id = 'msg_1', at = NOON }) => {
    const type = { hard: 'bounced', soft: 'bounced', complaint: 'complained', delivered: 'delivered' }[event]
    const bounce = { message: SAID, type: event === 'hard' ? 'Permanent' : 'Transient', subType: 'General' }
    const data = { email_id: outboxId, from: 'a@b.example', to: ['x@y.example'], ...(type === 'bounced' && { bounce }) }
    const body = JSON.stringify({ type: `email.${type}`, created_at: iso(at), data })
    const timestamp = String(Math.floor(at / 1000))
    const hmac = createHmac('sha256', Buffer.alloc(24, 7)).update(`${id}.${timestamp}.${body}`).digest('base64')
    const headers = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,AAAA v1,${hmac}` }
    return { headers, body }
  },
}

/** Several events in one body, as SendGrid sends them. */
export function sendgrid(all: readonly Told[]): Call {
  const events = all.map(({ outboxId, event, id = 'sg-event-1', at = NOON }) => ({
    email: 'x@y.example',
    timestamp: Math.floor(at / 1000),
    'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
    sg_event_id: id,
    sg_message_id: '14c5d75ce93.filter0001.16648.5515E0B88.0',
    outbox_id: outboxId,
    ...{
      hard: { event: 'bounce', type: 'bounce', status: '5.1.1', reason: SAID },
      soft: { event: 'bounce', type: 'blocked', reason: SAID },
      complaint: { event: 'spamreport' },
      delivered: { event: 'delivered', response: '250 OK' },
    }[event],
  }))
  const body = JSON.stringify(events)
  const timestamp = String(Math.floor((all[0]?.at ?? NOON) / 1000))
  const signature = sign('sha256', Buffer.from(timestamp + body), ec.privateKey).toString('base64')
  const prefix = 'X-Twilio-Email-Event-Webhook'
  return { headers: { [`${prefix}-Signature`]: signature, [`${prefix}-Timestamp`]: timestamp }, body }
}

/** A report of Mailgun under this token. */
export function mailgun({ outboxId, event, id = 'mg-event-1', at = NOON }: Told, token: string): Call {
  const timestamp = String(Math.floor(at / 1000))
  const hmac = createHmac('sha256', SECRETS.mailgun).update(timestamp + token)
  const what = {
    hard: { event: 'failed', severity: 'permanent', reason: 'bounce' },
    soft: { event: 'failed', severity: 'permanent', reason: 'old' },
    complaint: { event: 'complained' },
    delivered: { event: 'delivered' },
  }[event]
  const status = { code: 550, 'enhanced-code': '5.1.1', message: SAID }
  const message = { headers: { 'message-id': '20260203192638.000be97f99f8cea1@sample.mailgun.com' } }
  const data = { ...what, id, timestamp: at / 1000, message, 'delivery-status': status }
  const signature = { timestamp, token, signature: hmac.digest('hex') }
  return { body: JSON.stringify({ signature, 'event-data': { ...data, 'user-variables': { 'outbox-id': outboxId } } }) }
}
