import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import { type MailHook, ownId, parseOrNothing } from './mail-hook.ts'

/** Fetches a text from an address that was checked. Follows no redirect; throws if there is no such text. */
export type FetchText = (url: string) => Promise<string>

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
})
type Envelope = z.output<typeof envelope>

/** What is signed, by the kind of message. (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html) */
const NOTIFICATION = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const

/** Certificates that are kept; an attacker who names others makes us fetch again, and no more. */
const MOST_KEPT = 4

/**
 * The hook of Amazon SES through the SNS topic `topicArn`. Certificates come only from the SNS host of the topic's own region, and
 * only a confirmation for this topic is confirmed. (security MD4)
 */
export function sesHook(topicArn: string, fetchText: FetchText): MailHook {
  const host = getHost(topicArn)
  const kept = new Map<string, string>()
  const certificateAt = async (url: string) => {
    const known = kept.get(url)
    if (known !== undefined) return known
    const fetched = await fetchText(url)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(url, fetched)
    return fetched
  }
  return async ({ body }, now) => {
    const { data: given } = envelope.safeParse(parseOrNothing(body))
    if (given?.TopicArn !== topicArn || !isCertificateUrl(given.SigningCertURL, host)) return undefined
    if (!isSigned(given, await certificateAt(given.SigningCertURL), now)) return undefined
    if (given.Type === 'SubscriptionConfirmation') await confirm(given.SubscribeURL, host, fetchText)
    return { notes: given.Type === 'Notification' ? toNotes(given) : [] }
  }
}

/** `sns.us-east-1.amazonaws.com` of `arn:aws:sns:us-east-1:…`. */
function getHost(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':')
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function isCertificateUrl(given: string, host: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : undefined
  return isOf(url, host) && url !== undefined && /^\/SimpleNotificationService-[\w-]+\.pem$/.test(url.pathname)
}

/** Compares the parts of the address: nothing before the host, no other port, no address that only begins like it. */
function isOf(url: URL | undefined, host: string): boolean {
  return url?.origin === `https://${host}` && url.username === '' && url.password === ''
}

function isSigned(given: Envelope, pem: string, now: number): boolean {
  const names = given.Type === 'Notification' ? NOTIFICATION : CONFIRMATION
  const signed = names.flatMap((name) => (given[name] === undefined ? [] : [`${name}\n${given[name]}\n`])).join('')
  try {
    const { publicKey, validFromDate, validToDate } = new X509Certificate(pem)
    if (now < validFromDate.getTime() || now > validToDate.getTime()) return false
    const algorithm = given.SignatureVersion === '2' ? 'sha256' : 'sha1'
    return verify(algorithm, Buffer.from(signed), publicKey, Buffer.from(given.Signature, 'base64'))
  } catch {
    return false
  }
}

async function confirm(given: string | undefined, host: string, fetchText: FetchText): Promise<void> {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined
  const isConfirmation = url?.searchParams.get('Action') === 'ConfirmSubscription'
  if (url && isConfirmation && isOf(url, host)) await fetchText(url.href)
}

const recipients = z.array(z.object({ status: z.string().optional(), diagnosticCode: z.string().optional() }))
const sesEvent = z.object({
  /** Of event publishing, and of notifications of an identity. */
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: z.string().max(200),
    tags: z.record(z.string(), z.array(z.string())).optional(),
  }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: z.iso.datetime() }).optional(),
  complaint: z.object({ complaintFeedbackType: z.string().nullish(), timestamp: z.iso.datetime() }).optional(),
  delivery: z.object({ smtpResponse: z.string().optional(), timestamp: z.iso.datetime() }).optional(),
  deliveryDelay: z.object({ delayedRecipients: recipients, timestamp: z.iso.datetime() }).optional(),
})
type SesEvent = z.output<typeof sesEvent>

function toNotes({ Message, MessageId }: Envelope): BounceNote[] {
  const { data: event } = sesEvent.safeParse(parseOrNothing(Buffer.from(Message)))
  const said = event && read(event)
  if (!said) return []
  const { messageId, tags } = event.mail
  const ids = { eventId: MessageId, outboxId: ownId(tags?.['outbox-id']?.[0]), providerMessageId: messageId }
  return [{ ...ids, ...said }]
}

type Said = Pick<BounceNote, 'type' | 'code' | 'text' | 'at'>

/** (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html) */
function read({ eventType, notificationType, ...event }: SesEvent): Said | undefined {
  const { bounce, complaint, delivery, deliveryDelay } = event
  const kind = eventType ?? notificationType
  const of = (list: z.output<typeof recipients>, timestamp: string) => ({
    code: list[0]?.status ?? null,
    text: list[0]?.diagnosticCode ?? null,
    at: Date.parse(timestamp),
  })
  if (kind === 'Bounce' && bounce) {
    const type = bounce.bounceType === 'Permanent' ? 'bounce_hard' : 'bounce_soft'
    return { type, ...of(bounce.bouncedRecipients, bounce.timestamp) }
  }
  if (kind === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return { type: 'complaint', ...of([], complaint.timestamp), text: complaint.complaintFeedbackType ?? null }
  if (kind === 'Delivery' && delivery)
    return { type: 'delivered', ...of([], delivery.timestamp), text: delivery.smtpResponse ?? null }
  if (kind === 'DeliveryDelay' && deliveryDelay)
    return { type: 'deferred', ...of(deliveryDelay.delayedRecipients, deliveryDelay.timestamp) }
  return undefined
}
