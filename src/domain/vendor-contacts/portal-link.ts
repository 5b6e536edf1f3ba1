import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorInvites } from '#db/schema/partners.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { VendorLinkLook } from '#src/contract/vendor-portal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { findSubject, issueLink, mayIssueLink, peekLink, redeemLink } from '../links/link.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { vendorSignIn } from '../outbox/templates/vendor-letters.ts'
import { type ContactRow, contactActor, endInvites, type PortalLink, toAudited } from './contact.ts'

/** Vendors that one mail names at most. */
const MOST_LINKS = 20

/**
 * Mails a link for each vendor that the owner of this address works for, in one mail: at most one mail a minute, three an hour and six
 * a day, and silently no more. Somebody who was invited and whose invitation has not expired gets one too. The answer does not show any
 * of it. (security VP4)
 */
export async function requestPortalLink(db: Db, email: string, context: CommandContext): Promise<void> {
  const { actor, site, now } = context
  await db.transaction(async (tx) => {
    const contacts = await lockContactsOf(tx, email, now)
    const [first] = contacts
    if (!first) return
    for (const { id } of contacts)
      if (!(await mayIssueLink(tx, { purpose: 'vendor-sign-in', subjectId: id }, now))) return
    const links = []
    for (const { id, vendorName } of contacts) {
      const token = await issueLink(tx, { purpose: 'vendor-sign-in', subjectId: id }, now)
      links.push({ vendorName, path: `/vendor-portal#sign-in=${token}` })
      const subject = { action: 'vendor_contact.ask_link', subjectType: 'vendor_contact', subjectId: id }
      await recordAudit(tx, actor, subject)
    }
    await enqueueMail(tx, { to: first.email, ...vendorSignIn(site, { name: first.name, links }) })
  })
}

/** Who may get a sign-in link at this address, by vendor. They are locked in one order by everybody. */
function lockContactsOf(tx: Db, email: string, now: Instant) {
  const { id, name, state, vendorId } = vendorContacts
  const isOpen = sql`exists(select 1 from ${vendorInvites} i where i.contact_id = ${vendorContacts}.id
    and i.ended_at is null and i.expires_at > ${new Date(now).toISOString()}::timestamptz)`
  const isWelcome = or(eq(state, 'active'), and(eq(state, 'invited'), isOpen))
  return tx
    .select({ id, name, email: vendorContacts.email, vendorName: vendorLibrary.vendorName })
    .from(vendorContacts)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .where(and(eq(vendorContacts.emailKey, emailKey(email)), isWelcome))
    .orderBy(asc(id))
    .limit(MOST_LINKS)
    .for('no key update', { of: vendorContacts })
}

type Behind = { purpose: PortalLink; token: string }

/**
 * What a link is about, without using it; the first look at an invitation is written down, which proves nothing. Throws `not_found`
 * for every link that cannot be used. (security VP5, TL2, TL5)
 */
export async function lookAtPortalLink(db: Db, { purpose, token }: Behind, now: Instant): Promise<VendorLinkLook> {
  const link = await peekLink(db, purpose, token, now)
  if (!link || link.isUsed) throw dead()
  const { id, vendorId, name, state } = vendorContacts
  const [row] = await db
    .select({ vendorName: vendorLibrary.vendorName, name, state })
    .from(vendorContacts)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .where(eq(id, link.subjectId))
  if (!row || row.state === 'revoked') throw dead()
  if (purpose === 'vendor-invite') await noteOpened(db, link.subjectId, now)
  return { vendorName: row.vendorName, name: row.name }
}

/** The invitation whose link was opened is the newest one: the links of all others have ended. */
async function noteOpened(db: Db, contactId: string, now: Instant): Promise<void> {
  const { contactId: of, openedAt, endedAt } = vendorInvites
  await db
    .update(vendorInvites)
    .set({ openedAt: new Date(now) })
    .where(and(eq(of, contactId), isNull(openedAt), isNull(endedAt)))
}

/**
 * Uses a link, which makes an invited person an active contact. Returns their id, in the caller's transaction. Throws `not_found` with
 * one sentence for every link that cannot be used. (security VP5, TL3, TL5)
 */
export async function redeemPortalLink(
  tx: Db,
  { purpose, token }: Behind,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<string> {
  const contactId = await findSubject(tx, purpose, token)
  if (contactId === undefined) throw dead()
  // The contact comes before its link, as wherever access changes.
  const [before] = await tx.select().from(vendorContacts).where(eq(vendorContacts.id, contactId)).for('update')
  if (!before || before.state === 'revoked') throw dead()
  if (!(await redeemLink(tx, purpose, token, now))) throw dead()
  const after = await accept(tx, before, now)
  const subject = { subjectType: 'vendor_contact', subjectId: contactId }
  const action = before.state === 'invited' ? 'vendor_contact.accept' : 'vendor_contact.sign_in'
  await recordAudit(tx, contactActor(contactId, actor), {
    ...{ ...subject, action },
    ...(before.state === 'invited' && { before: toAudited(before), after: toAudited(after) }),
  })
  return contactId
}

async function accept(tx: Db, before: ContactRow, now: Instant): Promise<ContactRow> {
  const at = new Date(now)
  const isFirst = before.state === 'invited'
  const active = { state: 'active', acceptedAt: at, version: before.version + 1 } as const
  const [after] = await tx
    .update(vendorContacts)
    .set({ ...(isFirst && active), lastSeenAt: at })
    .where(eq(vendorContacts.id, before.id))
    .returning()
  if (isFirst) await acceptInvite(tx, before.id, now)
  return after ?? before
}

/** The newest invitation is accepted, however the person came in; the others have ended. */
async function acceptInvite(tx: Db, contactId: string, now: Instant): Promise<void> {
  const { id, contactId: of, createdAt, endedAt, expiresAt } = vendorInvites
  const [newest] = await tx
    .select({ id })
    .from(vendorInvites)
    .where(and(eq(of, contactId), isNull(endedAt), gt(expiresAt, new Date(now))))
    .orderBy(desc(createdAt))
    .limit(1)
  if (newest)
    await tx
      .update(vendorInvites)
      .set({ acceptedAt: new Date(now) })
      .where(eq(id, newest.id))
  await endInvites(tx, contactId, now)
}

function dead(): Failure {
  return new Failure('not_found', LINK_DEAD)
}
