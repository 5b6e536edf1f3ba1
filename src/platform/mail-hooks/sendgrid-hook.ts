import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import { findCode, isRecent, type MailHook, ownId } from './mail-hook.ts'

const sendgridEvent = z.object({
  event: z.string(),
  sg_event_id: z.string().min(1).max(200),
  sg_message_id: z.string().max(300).optional(),
  timestamp: z.number(),
  /** The unique argument that our mails carry. */
  outbox_id: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
  response: z.string().optional(),
})
type SendgridEvent = z.output<typeof sendgridEvent>

/**
 * The hook of SendGrid, whose ECDSA signature covers the time and the body as they came. `key` is the verification key of the
 * signed event webhook. (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features)
 */
export function sendgridHook(key: string): MailHook {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return async ({ headers, body }, now) => {
    const timestamp = headers.get('X-Twilio-Email-Event-Webhook-Timestamp') ?? ''
    const signature = headers.get('X-Twilio-Email-Event-Webhook-Signature') ?? ''
    if (!isRecent(timestamp, now)) return undefined
    const signed = Buffer.concat([Buffer.from(timestamp), body])
    if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'))) return undefined
    const given: unknown = JSON.parse(body.toString('utf8'))
    return { notes: (Array.isArray(given) ? given : []).flatMap(toNotes) }
  }
}

function toNotes(given: unknown): BounceNote[] {
  const { data: event } = sendgridEvent.safeParse(given)
  const type = event && toType(event)
  if (!type) return []
  const text = event.reason ?? event.response ?? null
  return [
    {
      eventId: event.sg_event_id,
      outboxId: ownId(event.outbox_id),
      // The id of the message, then what SendGrid adds for each attempt.
      providerMessageId: event.sg_message_id?.split('.')[0] ?? null,
      type,
      code: findCode(event.status) ?? findCode(text),
      text,
      at: event.timestamp * 1000,
    },
  ]
}

/** (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event) */
function toType({ event, type, reason = '' }: SendgridEvent): BounceNote['type'] | undefined {
  if (event === 'bounce') return type === 'blocked' ? 'bounce_soft' : 'bounce_hard'
  if (event === 'dropped' && /^bounced address/i.test(reason)) return 'bounce_hard'
  if (event === 'spamreport' || (event === 'dropped' && /^spam reporting address/i.test(reason))) return 'complaint'
  if (event === 'dropped') return 'bounce_soft'
  return event === 'delivered' || event === 'deferred' ? event : undefined
}
