import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import { findCode, isRecent, isSame, type MailHook, ownId, parseOrNothing } from './mail-hook.ts'

const mailgunReport = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string().min(1).max(200), signature: z.string() }),
  'event-data': z.unknown(),
})

const mailgunEvent = z.object({
  event: z.string(),
  id: z.string().min(1).max(200),
  timestamp: z.number(),
  severity: z.string().optional(),
  reason: z.string().optional(),
  'delivery-status': z
    .object({
      'enhanced-code': z.string().nullish(),
      message: z.string().nullish(),
      description: z.string().nullish(),
    })
    .optional(),
  message: z.object({ headers: z.object({ 'message-id': z.string().max(300).optional() }) }).optional(),
  'user-variables': z.record(z.string(), z.unknown()).optional(),
})
type MailgunEvent = z.output<typeof mailgunEvent>

/**
 * The hook of Mailgun, whose HMAC covers a time and a token but not the event: a token is good for one call.
 * (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks)
 */
export function mailgunHook(key: string): MailHook {
  return async ({ body }, now) => {
    const { data: report } = mailgunReport.safeParse(parseOrNothing(body))
    if (!report || !isRecent(report.signature.timestamp, now)) return undefined
    const { timestamp, token, signature } = report.signature
    const expected = createHmac('sha256', key).update(timestamp).update(token).digest('hex')
    if (!isSame(signature, expected)) return undefined
    const { data: event } = mailgunEvent.safeParse(report['event-data'])
    return { notes: event ? toNotes(event) : [], once: token }
  }
}

function toNotes(event: MailgunEvent): BounceNote[] {
  const status = event['delivery-status']
  const text = status?.message || status?.description || null
  const code = findCode(status?.['enhanced-code']) ?? findCode(text)
  const type = toType(event, code)
  const own = event['user-variables']?.['outbox-id']
  const messageId = event.message?.headers['message-id']
  const outboxId = ownId(typeof own === 'string' ? own : null, messageId)
  const ids = { eventId: event.id, outboxId, providerMessageId: messageId ?? null }
  return type ? [{ ...ids, type, code, text, at: event.timestamp * 1000 }] : []
}

/** Refusals that are permanent for this message and say nothing of the mailbox. */
const OF_MESSAGE = ['old', 'suppress-unsubscribe', 'espblock', 'hardfail']

/** (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads) */
function toType({ event, severity, reason = '' }: MailgunEvent, code: string | null): BounceNote['type'] | undefined {
  if (event === 'complained' || reason === 'suppress-complaint') return 'complaint'
  if (event === 'delivered') return 'delivered'
  if (event !== 'failed') return undefined
  if (severity !== 'permanent') return 'deferred'
  // 5.7: the message or its sender was refused by a rule.
  return OF_MESSAGE.includes(reason) || code?.startsWith('5.7') ? 'bounce_soft' : 'bounce_hard'
}
