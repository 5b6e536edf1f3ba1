import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorInvites } from '#db/schema/partners.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { INVITE_REFUSAL, type VendorContactLine, type VendorInviteInput } from '#src/contract/vendor-invite.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireVersion } from '../library/versioned.ts'
import { issueLink, LINK_LIVES } from '../links/link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { vendorInvited } from '../outbox/templates/vendor-letters.ts'
import { type ContactRow, endInvites, endPortalAccess, lockContact, toAudited } from './contact.ts'
import { readContactLine } from './list-contacts.ts'

/**
 * Invites a person of a vendor by mail. Throws `not_found` for the vendor, and `conflict` for an address that was invited for this
 * vendor before. (security VP1)
 */
export async function inviteContact(
  db: Db,
  input: VendorInviteInput,
  context: CommandContext,
): Promise<VendorContactLine> {
  return db.transaction(async (tx) => {
    const vendor = await keepVendor(tx, input.vendorId)
    const contact = await addContact(tx, input, context)
    if (!contact) throw new Failure('conflict', INVITE_REFUSAL[await stateOf(tx, input)], { field: 'email' })
    await sendInvite(tx, { contact, ...vendor }, context)
    return readContactLine(tx, contact.id, context.now)
  })
}

/** The vendor, which nobody deletes before this transaction ends. Throws `not_found`. */
async function keepVendor(tx: Db, vendorId: string): Promise<{ vendorName: string }> {
  const { id, vendorName } = vendorLibrary
  const [vendor] = await tx.select({ vendorName }).from(vendorLibrary).where(eq(id, vendorId)).for('key share')
  if (!vendor) throw new Failure('not_found', NOT_FOUND.vendor)
  return vendor
}

/** Stores a contact and writes it down; undefined if the vendor has one with this address. */
export async function addContact(
  tx: Db,
  { vendorId, name, email }: VendorInviteInput,
  { actor, now }: CommandContext,
): Promise<ContactRow | undefined> {
  const [contact] = await tx
    .insert(vendorContacts)
    .values({ vendorId, name, email, emailKey: emailKey(email), invitedBy: actor.id, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning()
  if (!contact) return undefined
  const subject = { action: 'vendor_contact.invite', subjectType: 'vendor_contact', subjectId: contact.id }
  await recordAudit(tx, actor, { ...subject, after: toAudited(contact) })
  return contact
}

async function stateOf(tx: Db, { vendorId, email }: VendorInviteInput): Promise<ContactRow['state']> {
  const isThem = and(eq(vendorContacts.vendorId, vendorId), eq(vendorContacts.emailKey, emailKey(email)))
  const [row] = await tx.select({ state: vendorContacts.state }).from(vendorContacts).where(isThem)
  return row?.state ?? 'invited'
}

/** Writes the mail with a new link; the link before it ends. Hold the contact. (security TL4) */
export async function sendInvite(
  tx: Db,
  { contact, vendorName }: { contact: ContactRow; vendorName: string },
  { actor, site, now }: CommandContext,
): Promise<void> {
  const [inviteId, outboxId] = [randomUUID(), randomUUID()]
  const { id: contactId, email: to, name } = contact
  await endInvites(tx, contactId, now)
  const token = await issueLink(tx, { purpose: 'vendor-invite', subjectId: contactId, payload: { inviteId } }, now)
  const expiresAt = now + LINK_LIVES['vendor-invite']
  const letter = vendorInvited(site, { name, vendorName, expiresAt, path: `/vendor-portal#invite=${token}` })
  await enqueueMail(tx, { id: outboxId, to, ...letter })
  const times = { createdAt: new Date(now), expiresAt: new Date(expiresAt) }
  await tx.insert(vendorInvites).values({ id: inviteId, contactId, outboxId, sentBy: actor.id, ...times })
}

type Decided = { id: string; version: number }

/**
 * Sends an invitation again, with a new link; for somebody whose access was ended it restores the access once it is accepted. Throws
 * `not_found`, and `conflict` for a stale version and for somebody who has access.
 */
export async function inviteAgain(
  db: Db,
  { id, version }: Decided,
  context: CommandContext,
): Promise<VendorContactLine> {
  const { actor, now } = context
  return db.transaction(async (tx) => {
    const before = await lockContact(tx, id)
    if (before.state === 'active') throw new Failure('conflict', INVITE_REFUSAL.active)
    requireVersion(before, version)
    const again = { state: 'invited', revokedAt: null, revokedBy: null, invitedBy: actor.id } as const
    const [contact] = await tx
      .update(vendorContacts)
      .set({ ...again, version: version + 1 })
      .where(eq(vendorContacts.id, id))
      .returning()
    if (!contact) throw new Failure('not_found', NOT_FOUND.contact)
    await sendInvite(tx, { contact, ...(await keepVendor(tx, contact.vendorId)) }, context)
    const subject = { action: 'vendor_contact.invite_again', subjectType: 'vendor_contact', subjectId: id }
    await recordAudit(tx, actor, { ...subject, before: toAudited(before), after: toAudited(contact) })
    return readContactLine(tx, id, now)
  })
}

/**
 * Ends the access of a contact: sessions, links and open invitations with it. Throws `not_found`, and `conflict` for a stale version
 * and for access that was ended before. (security VP2)
 */
export async function revokeContact(
  db: Db,
  { id, version }: Decided,
  context: CommandContext,
): Promise<VendorContactLine> {
  return db.transaction(async (tx) => {
    const before = await lockContact(tx, id)
    if (before.state === 'revoked') throw new Failure('conflict', INVITE_REFUSAL.ended)
    requireVersion(before, version)
    await endContact(tx, before, context)
    return readContactLine(tx, id, context.now)
  })
}

/** Revokes a locked contact and writes it down. */
export async function endContact(
  tx: Db,
  before: ContactRow,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<void> {
  const [after] = await tx
    .update(vendorContacts)
    .set({ state: 'revoked', revokedAt: new Date(now), revokedBy: actor.id, version: before.version + 1 })
    .where(eq(vendorContacts.id, before.id))
    .returning()
  await endPortalAccess(tx, before.id, now)
  const subject = { action: 'vendor_contact.revoke', subjectType: 'vendor_contact', subjectId: before.id }
  await recordAudit(tx, actor, { ...subject, before: toAudited(before), ...(after && { after: toAudited(after) }) })
}
