import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { BounceNote } from '#src/contract/bounce-note.ts'
import { findCode, isRecent, isSame, type MailHook, ownId } from './mail-hook.ts'

const resendReport = z.object({
  type: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  data: z.object({
    email_id: z.string().max(200),
    message_id: z.string().max(300).optional(),
    bounce: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  }),
})
type ResendReport = z.output<typeof resendReport>

/**
 * The hook of Resend, which signs as Standard Webhooks do. `secret` is `whsec_` and a key in base64.
 * (https://www.standardwebhooks.com, https://resend.com/docs/webhooks/verify-webhooks-requests)
 */
export function resendHook(secret: string): MailHook {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return async ({ headers, body }, now) => {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
      (name) => headers.get(`svix-${name}`) ?? '',
    )
    if (!id || id.length > 200 || !timestamp || !isRecent(timestamp, now)) return undefined
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
    // While a secret is being replaced there are two signatures.
    if (!signatures?.split(' ').some((one) => isSame(one, `v1,${expected}`))) return undefined
    const { data: report } = resendReport.safeParse(JSON.parse(body.toString('utf8')))
    return { notes: report ? toNotes(id, report) : [] }
  }
}

function toNotes(eventId: string, { type: event, created_at, data }: ResendReport): BounceNote[] {
  const type = toType(event, data.bounce?.type)
  const text = data.bounce?.message ?? null
  const ids = { eventId, outboxId: ownId(data.message_id), providerMessageId: data.email_id }
  return type ? [{ ...ids, type, code: findCode(text), text, at: Date.parse(created_at) }] : []
}

/** (https://resend.com/docs/webhooks/event-types) */
function toType(event: string, bounce: string | undefined): BounceNote['type'] | undefined {
  if (event === 'email.bounced') return bounce === undefined || bounce === 'Permanent' ? 'bounce_hard' : 'bounce_soft'
  if (event === 'email.complained') return 'complaint'
  if (event === 'email.delivered') return 'delivered'
  return event === 'email.delivery_delayed' ? 'deferred' : undefined
}
