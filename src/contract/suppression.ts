import { z } from 'zod'
import { emailAddress } from './email.ts'
import type { Instant } from './instant.ts'
import { MAIL_KINDS, type MailKind } from './mail-kind.ts'

/** A kind of mail, as it is stored. */
export const mailKind = z.enum(MAIL_KINDS)

export const SUPPRESSION_REASONS = ['hard', 'complaint', 'manual', 'kind'] as const
/** Why an address gets no mail, or with `kind` no mail of one kind, from the strongest reason to the weakest. */
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Why a message to such an address was not sent. */
export const SUPPRESSED: Record<SuppressionReason, string> = {
  hard: 'Mail to this address was returned, because the mailbox does not exist.',
  complaint: 'The recipient has reported one of our emails as spam.',
  manual: 'An administrator has stopped email to this address.',
  kind: 'The recipient has unsubscribed from these emails.',
}

/** An address that gets no mail. The full address is not stored. (security MD2) */
export type Suppression = {
  id: string
  /** `a…@plant.example` */
  masked: string
  reason: SuppressionReason
  /** Which mails; null for all. */
  kind: MailKind | null
  /** The provider that reported it, the name of the administrator, or null for the link in an email. */
  by: string | null
  note: string | null
  createdAt: Instant
  releasedAt: Instant | null
  /** Who released it: an administrator's name, or null for the person's own choice. */
  releasedBy: string | null
}

/** Longest note on a suppression, in characters. */
const LONGEST_SUPPRESSION_NOTE = 500

/** Body of `POST /api/admin/suppressions`. */
export const suppressionInput = z.strictObject({
  email: emailAddress,
  note: z
    .string()
    .trim()
    .min(1, 'Enter a reason.')
    .max(LONGEST_SUPPRESSION_NOTE, `The reason must be at most ${LONGEST_SUPPRESSION_NOTE} characters.`),
})
export type SuppressionInput = z.output<typeof suppressionInput>

/** Refuses to release what was released before. */
export const RELEASED_ALREADY = 'This address has already been released.'
