import { z } from 'zod'
import { atOnce } from './bulk.ts'
import { readCsv } from './csv.ts'
import { emailAddress } from './email.ts'
import type { Instant } from './instant.ts'
import { entryVersion, nameText } from './library.ts'
import type { MailState } from './mail.ts'
import { plural } from './plural.ts'

/** Longest name of a contact, in characters. */
export const LONGEST_CONTACT_NAME = 100

/** Body of `POST /api/admin/vendor-invites`: a person at a vendor who gets access to the portal. */
export const vendorInviteInput = z.strictObject({
  vendorId: z.uuid('Choose a vendor'),
  name: nameText(LONGEST_CONTACT_NAME, 'Name'),
  email: emailAddress,
})
export type VendorInviteInput = z.output<typeof vendorInviteInput>

/** The version of the contact that a change of their access was decided on. */
export const vendorContactVersion = z.strictObject({ version: entryVersion })

export const VENDOR_INVITE_STATES = ['pending', 'opened', 'accepted', 'expired', 'revoked'] as const
/** What has become of the newest invitation of a contact. It follows from its times. (decision 0057) */
export type VendorInviteState = (typeof VENDOR_INVITE_STATES)[number]

/** The states in words. */
export const VENDOR_INVITE_STATE_NAMES: Record<VendorInviteState, string> = {
  pending: 'Invited',
  opened: 'Opened',
  accepted: 'Has access',
  expired: 'Expired',
  revoked: 'Access ended',
}

/** The message that brought an invitation. `note` is what went wrong, or what the provider reported last. */
export type VendorInviteMail = {
  id: string
  state: MailState
  note: string | null
  /** What the recipient's side said of a message that was accepted at first; null for nothing. */
  answer: MailAnswer | null
}

/** The mailbox does not exist, or its owner reported the message as spam. */
export type MailAnswer = 'bounce_hard' | 'complaint'

/** A person at a vendor, with their newest invitation. */
export type VendorContactLine = {
  id: string
  vendorId: string
  vendorName: string
  name: string
  email: string
  state: VendorInviteState
  /** Null once the message was deleted. */
  mail: VendorInviteMail | null
  invitedAt: Instant
  invitedBy: string
  expiresAt: Instant | null
  lastSeenAt: Instant | null
  version: number
}

/** Why an invitation is refused. */
export const INVITE_REFUSAL = {
  invited: 'This person has already been invited. Send the invitation again from the list.',
  active: 'This person already has access.',
  revoked: "This person's access was ended. Restore it from the list.",
  ended: 'The access of this person has already been ended.',
} as const

/** Lines that a file may have. */
export const MOST_INVITE_LINES = 500

/** What happens to a line of a file. Only `new` is sent an invitation. */
export type InviteOutcome =
  | 'new'
  | 'invited'
  | 'active'
  | 'revoked'
  | 'vendor-missing'
  | 'vendor-unclear'
  | 'bad-name'
  | 'bad-email'
  | 'double'

/** The outcomes in words. */
export const INVITE_OUTCOMES: Record<InviteOutcome, string> = {
  new: 'Gets an invitation',
  invited: 'Already invited',
  active: 'Already has access',
  revoked: 'Access was ended; restore it from the list',
  'vendor-missing': 'No vendor in the library has this name',
  'vendor-unclear': 'Several vendors of the library have this name',
  'bad-name': 'The name is missing or too long',
  'bad-email': 'The email address is not valid',
  double: 'The same as a line above',
}

const LONGEST_CELL = 500
const cell = z.string().max(LONGEST_CELL)
/** Body of `POST /api/admin/vendor-invites/preview`: the lines of a file as they were read. */
export const invitePreviewInput = z.strictObject({
  lines: z
    .array(z.strictObject({ vendor: cell, name: cell, email: cell }))
    .min(1, 'The file has no lines')
    .max(MOST_INVITE_LINES, `A file may have at most ${MOST_INVITE_LINES} lines`),
})
export type InviteLine = z.output<typeof invitePreviewInput>['lines'][number]

/** A line with what will happen to it; `vendorId` is null where no vendor was found. */
export type InvitePreviewLine = InviteLine & { vendorId: string | null; outcome: InviteOutcome }

/** Body of `POST /api/admin/vendor-invites/bulk`: the previewed lines that get an invitation. */
export const bulkInviteInput = z.strictObject({ entries: atOnce(vendorInviteInput) })
export type BulkInviteInput = z.output<typeof bulkInviteInput>

/** `12 invitations sent. 2 lines were left out.` */
export function bulkInviteSentence(outcomes: readonly InviteOutcome[]): string {
  const sent = outcomes.filter((outcome) => outcome === 'new').length
  const rest = outcomes.length - sent
  const left = rest === 0 ? '' : ` ${plural(rest, 'line')} ${rest === 1 ? 'was' : 'were'} left out.`
  return `${plural(sent, 'invitation')} sent.${left}`
}

/** The headings that a column may have; without any of them, the columns are vendor, name and email in this order. */
const HEADINGS: Record<keyof InviteLine, RegExp> = {
  vendor: /^(vendor|company|vendor name|partner|sponsor)$/i,
  name: /^(name|contact|contact name|full name|person)$/i,
  email: /^(e-?mail|e-?mail address|contact e-?mail|address)$/i,
}

/** The lines of a file of invitations, with or without headings in its first line. */
export function readInviteFile(text: string): InviteLine[] {
  const rows = readCsv(text)
  const [first = []] = rows
  const found = (name: keyof InviteLine) => first.findIndex((cell) => HEADINGS[name].test(cell))
  const hasHeadings = found('vendor') >= 0 && found('email') >= 0
  const place = { vendor: 0, name: 1, email: 2 }
  if (hasHeadings) Object.assign(place, { vendor: found('vendor'), name: found('name'), email: found('email') })
  const cellAt = (cells: string[], at: number) => (cells[at] ?? '').slice(0, LONGEST_CELL)
  return rows.slice(hasHeadings ? 1 : 0).map((cells) => ({
    vendor: cellAt(cells, place.vendor),
    name: cellAt(cells, place.name),
    email: cellAt(cells, place.email),
  }))
}
