import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorContacts, vendorInvites, vendorSessions } from '#db/schema/partners.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Actor } from '../audit/audit.ts'
import { endLinks } from '../links/link.ts'
import { maskEmail } from '../outbox/templates/account-letters.ts'

export type ContactRow = typeof vendorContacts.$inferSelect

/** The purposes of the links that open the portal. */
const PORTAL_LINKS = ['vendor-invite', 'vendor-sign-in'] as const
export type PortalLink = (typeof PORTAL_LINKS)[number]

/** The actor of what a contact does, in the audit log. */
export function contactActor(contactId: string, actor: Omit<Actor, 'id'>): Actor {
  return { ...actor, id: `contact:${contactId}` }
}

/** What the audit log keeps of a contact. */
export function toAudited({ vendorId, name, email, state }: ContactRow) {
  return { vendorId, name, email: maskEmail(email), state }
}

/** A contact, locked until the transaction ends. Throws `not_found`. Whatever changes access takes this lock first, links after it. */
export async function lockContact(tx: Db, id: string): Promise<ContactRow> {
  const [row] = await tx.select().from(vendorContacts).where(eq(vendorContacts.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.contact)
  return row
}

/** Ends what opens the portal for a contact: sessions, links in mails and invitations. Hold the contact. (security VP2) */
export async function endPortalAccess(tx: Db, contactId: string, now: Instant): Promise<void> {
  await tx.delete(vendorSessions).where(eq(vendorSessions.contactId, contactId))
  for (const purpose of PORTAL_LINKS) await endLinks(tx, { purpose, subjectId: contactId }, now)
  await endInvites(tx, contactId, now)
}

/** Marks the invitations of a contact that nobody has accepted as ended. */
export async function endInvites(tx: Db, contactId: string, now: Instant): Promise<void> {
  const isOpen = and(
    eq(vendorInvites.contactId, contactId),
    isNull(vendorInvites.endedAt),
    isNull(vendorInvites.acceptedAt),
  )
  await tx
    .update(vendorInvites)
    .set({ endedAt: new Date(now) })
    .where(isOpen)
}
