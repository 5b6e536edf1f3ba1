import { hasRole, RANK_SENTENCE, type Ranked, rankRefusal } from '#src/contract/rank.ts'
import type { Approval, UserRecord } from '#src/contract/user.ts'

export const REFUSAL = {
  admins: 'Only admins and owners can do this.',
  owners: RANK_SENTENCE.ownersAssign,
  deleted: 'This account is deleted.',
  ownRole: RANK_SENTENCE.ownRole,
  unconfirmed: 'The email address is not confirmed yet.',
  banned: 'Lift the ban first.',
} as const

type Subject = Ranked & Pick<UserRecord, 'isDeleted' | 'isConfirmed' | 'ban' | 'approval'>

/** Why the viewer may not act on this account; null if they may. The server checks this too. (architecture 8) */
export function adminRefusal<Reader extends Ranked>(
  reader: Reader,
  subject: Subject,
  refusalOf: (reader: Reader, subject: Ranked) => string | null = rankRefusal,
): string | null {
  if (subject.isDeleted) return REFUSAL.deleted
  if (!hasRole(reader.roles, 'admin')) return REFUSAL.admins
  return refusalOf(reader, subject)
}

/** Why the reader may not decide this about a registration. */
export function decisionRefusal(
  reader: Ranked,
  subject: Subject,
  decision: Exclude<Approval, 'pending'>,
): string | null {
  if (subject.isDeleted) return REFUSAL.deleted
  if (subject.approval === decision) return `Already ${decision}.`
  return rankRefusal(reader, subject) ?? (subject.isConfirmed ? null : REFUSAL.unconfirmed)
}

/** Why the viewer may not give this person a role; null if they may. */
export function grantRefusal(reader: Ranked, subject: Subject): string | null {
  if (subject.isDeleted) return REFUSAL.deleted
  if (!hasRole(reader.roles, 'owner')) return REFUSAL.owners
  if (reader.id === subject.id) return REFUSAL.ownRole
  if (!subject.isConfirmed) return REFUSAL.unconfirmed
  return subject.ban ? REFUSAL.banned : null
}

/** Why the viewer may not remove this person's role. Owners may, even their own; the server makes sure that one owner remains. */
export function revokeRefusal(reader: Ranked): string | null {
  return hasRole(reader.roles, 'owner') ? null : REFUSAL.owners
}
