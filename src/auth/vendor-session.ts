import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorSessions } from '#db/schema/partners.ts'
import type { Instant } from '#src/contract/instant.ts'
import { LONGEST_VENDOR_SESSION } from '#src/contract/vendor-portal.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import type { PortalLink } from '#src/domain/vendor-contacts/contact.ts'
import { redeemPortalLink, requestPortalLink } from '#src/domain/vendor-contacts/portal-link.ts'
import { inEvenTime } from './even-time.ts'
import { readVendorToken } from './session-cookie.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A session without a call for this long is over. (decision 0057) */
const IDLE = 8 * HOUR
/** A call within this time of the one before does not write. */
const SLIDES_AFTER = 5 * MINUTE

/** A contact in the vendor portal, and their session. It is not an account and has no roles. (security VP1) */
export type VendorVisit = {
  contactId: string
  vendorId: string
  vendorName: string
  name: string
  email: string
  sessionId: string
}

/** Longer than storing one mail takes under load, in milliseconds. */
const EVEN = 250

/** Mails a link to the portal if the address has access, and takes as long if it has none. (security VP4) */
export function askForPortalLink(db: Db, email: string, context: CommandContext): Promise<void> {
  return inEvenTime(EVEN, () => requestPortalLink(db, email, context))
}

/** Uses a link and opens a session; returns its token, for the cookie only. Throws `not_found` for a link that cannot be used. */
export function enterPortal(
  db: Db,
  link: { purpose: PortalLink; token: string },
  context: Pick<CommandContext, 'actor' | 'now'>,
): Promise<string> {
  return db.transaction(async (tx) => openVendorSession(tx, await redeemPortalLink(tx, link, context), context.now))
}

/** Ends the session that a request shows, if there is one. */
export async function closeVendorSession(db: Db, { headers }: Request, siteUrl: string): Promise<void> {
  const token = readVendorToken(headers, siteUrl)
  if (token !== null) await db.delete(vendorSessions).where(eq(vendorSessions.id, toId(token)))
}

/** Opens a session of a contact and returns its token, for the cookie only. */
export async function openVendorSession(tx: Db, contactId: string, now: Instant): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const [startedAt, expiresAt] = [new Date(now), new Date(now + IDLE)]
  await tx.insert(vendorSessions).values({ id: toId(token), contactId, startedAt, expiresAt })
  return token
}

/**
 * Whose session of the vendor portal a request shows; null without one that is within both limits and whose contact has access. A
 * request with `Authorization` has none.
 */
export async function readVendorVisit(
  db: Db,
  { headers }: Request,
  { siteUrl, now }: { siteUrl: string; now: Instant },
): Promise<VendorVisit | null> {
  const token = readVendorToken(headers, siteUrl)
  if (token === null) return null
  const { id: sessionId, contactId, expiresAt, startedAt } = vendorSessions
  const { vendorId, name, email, state } = vendorContacts
  const [row] = await db
    .select({ contactId, vendorId, vendorName: vendorLibrary.vendorName, name, email, sessionId, expiresAt })
    .from(vendorSessions)
    .innerJoin(vendorContacts, and(eq(vendorContacts.id, contactId), eq(state, 'active')))
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorId))
    .where(
      and(
        eq(sessionId, toId(token)),
        gt(expiresAt, new Date(now)),
        gt(startedAt, new Date(now - LONGEST_VENDOR_SESSION)),
      ),
    )
  if (!row) return null
  const { expiresAt: until, ...visit } = row
  if (until.getTime() < now + IDLE - SLIDES_AFTER) await slide(db, visit, now)
  return visit
}

async function slide(db: Db, visit: VendorVisit, now: Instant): Promise<void> {
  const [at, expiresAt] = [new Date(now), new Date(now + IDLE)]
  await db.update(vendorSessions).set({ expiresAt }).where(eq(vendorSessions.id, visit.sessionId))
  const isActive = and(eq(vendorContacts.id, visit.contactId), ne(vendorContacts.state, 'revoked'))
  await db.update(vendorContacts).set({ lastSeenAt: at }).where(isActive)
}

function toId(token: string): string {
  return hash('sha256', token, 'hex')
}
