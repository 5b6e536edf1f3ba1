import { z } from 'zod'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import { findCode, isSame, type MailHook, ownId } from './mail-hook.ts'

const postmarkReport = z.object({
  RecordType: z.string(),
  ID: z.number().optional(),
  Type: z.string().optional(),
  MessageID: z.string().max(200),
  Metadata: z.record(z.string(), z.unknown()).optional(),
  Details: z.string().optional(),
  Description: z.string().optional(),
  BouncedAt: z.iso.datetime({ offset: true }).optional(),
  DeliveredAt: z.iso.datetime({ offset: true }).optional(),
})
type PostmarkReport = z.output<typeof postmarkReport>

/** Bounces after which the mailbox takes no other mail either. */
const HARD = ['HardBounce', 'BadEmailAddress']

/**
 * The hook of Postmark, which does not sign: it sends the user and password of the address it was given. `login` is
 * `user:password`. (https://postmarkapp.com/developer/webhooks/webhooks-overview)
 */
export function postmarkHook(login: string): MailHook {
  const expected = `Basic ${Buffer.from(login).toString('base64')}`
  return async ({ headers, body }) => {
    if (!isSame(headers.get('Authorization') ?? '', expected)) return undefined
    const { data: report } = postmarkReport.safeParse(JSON.parse(body.toString('utf8')))
    return { notes: report ? toNotes(report) : [] }
  }
}

function toNotes(report: PostmarkReport): BounceNote[] {
  const { RecordType, ID, MessageID, Metadata, Details, Description, BouncedAt, DeliveredAt } = report
  const at = RecordType === 'Delivery' ? DeliveredAt : BouncedAt
  const type = toType(report)
  if (!type || at === undefined) return []
  const text = Details || Description || null
  const own = Metadata?.['outbox-id']
  return [
    {
      // A delivery has no id of its own; a message has one delivery.
      eventId: RecordType === 'Delivery' ? `delivery ${MessageID}` : `${RecordType} ${ID ?? MessageID}`,
      outboxId: ownId(typeof own === 'string' ? own : null),
      providerMessageId: MessageID,
      type,
      code: findCode(text),
      text,
      at: Date.parse(at),
    },
  ]
}

function toType({ RecordType, Type = '' }: PostmarkReport): BounceNote['type'] | undefined {
  if (RecordType === 'Delivery') return 'delivered'
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'complaint'
  if (RecordType !== 'Bounce') return undefined
  return HARD.includes(Type) ? 'bounce_hard' : 'bounce_soft'
}
