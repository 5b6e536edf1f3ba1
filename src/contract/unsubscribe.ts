import { z } from 'zod'
import type { ForumMail } from './forum-post.ts'
import type { MailKind } from './mail-kind.ts'

const token = z.string().max(200)

/** Body of `POST /api/unsubscribe/look`. */
export const unsubscribeLook = z.strictObject({ token })

/**
 * Body of `POST /api/unsubscribe`: without a topic, all emails of the kind that the link is from stop. `resume` has them sent
 * again, which a link from the forum does not do: the forum settings are for that.
 */
export const unsubscribeInput = z.strictObject({
  token,
  topicId: z.uuid().nullable().default(null),
  resume: z.boolean().default(false),
})

export type UnsubscribeInput = z.output<typeof unsubscribeInput>

/** What the link in an email of the forum shows: the reader's email settings, and the topics of that email. */
export type MailStatus = { mail: ForumMail; topics: { id: string; title: string; isMuted: boolean }[] }

/** What the link in any other email shows: which emails, to which masked address, and whether they are stopped. */
export type KindStatus = { kind: MailKind; masked: string; isStopped: boolean }

/** What the link in an email shows. */
export type UnsubscribeStatus = MailStatus | KindStatus
