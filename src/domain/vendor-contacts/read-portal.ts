import { and, asc, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { formatCity, formatDay, formatTimeRange } from '#src/contract/event-dates.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { getNotice } from '#src/contract/landing-copy.ts'
import type { PartnerContact } from '#src/contract/partner-contact.ts'
import { getPhases } from '#src/contract/phases.ts'
import {
  LAST_ACCESS,
  type VendorColleague,
  type VendorEvent,
  type VendorEvents,
  type VendorMe,
} from '#src/contract/vendor-portal.ts'
import type { Actor } from '../audit/audit.ts'
import { toEventConfig } from '../events/read-event-parts.ts'
import { readContactsOf } from '../logistics/event-contact.ts'
import { contactActor } from './contact.ts'
import { endContact } from './invite.ts'

/** Whose portal it is. */
type Visitor = { contactId: string; vendorId: string }

/** The person who is signed in, and their company. Throws `not_found`. */
export async function readVendorMe(db: Db, { contactId, vendorId }: Visitor): Promise<VendorMe> {
  const { id, vendorName, logoUrl, websiteUrl } = vendorLibrary
  const [row] = await db
    .select({
      contact: { id: vendorContacts.id, name: vendorContacts.name, email: vendorContacts.email },
      vendor: { id, name: vendorName, logoUrl, websiteUrl },
    })
    .from(vendorContacts)
    .innerJoin(vendorLibrary, eq(id, vendorContacts.vendorId))
    .where(and(eq(vendorContacts.id, contactId), eq(id, vendorId)))
  if (!row) throw new Failure('not_found', NOT_FOUND.vendor)
  return row
}

const MOST_COLLEAGUES = 100

/** Everybody who has access to the portal of a vendor or was invited to it, by name. */
export async function listColleagues(db: Db, { contactId, vendorId }: Visitor): Promise<VendorColleague[]> {
  const { id, name, email, state, lastSeenAt } = vendorContacts
  const rows = await db
    .select({ id, name, email, state, lastSeenAt })
    .from(vendorContacts)
    .where(and(eq(vendorContacts.vendorId, vendorId), ne(state, 'revoked')))
    .orderBy(asc(sql`lower(${name})`), asc(id))
    .limit(MOST_COLLEAGUES)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, email: row.email, isActive: row.state === 'active' },
    ...{ isSelf: row.id === contactId, lastSeenAt: row.lastSeenAt?.getTime() ?? null },
  }))
}

/**
 * Ends the access of a colleague, or one's own while somebody else keeps theirs. Throws `not_found` for anybody who is no contact of
 * the same vendor, `conflict` for the last access, and `unauthenticated` if one's own was ended at this moment. (security VP2)
 */
export async function endColleague(
  db: Db,
  { contactId, vendorId }: Visitor,
  id: string,
  { actor, now }: { actor: Omit<Actor, 'id'>; now: Instant },
): Promise<void> {
  await db.transaction(async (tx) => {
    // All of them, in one order: two who end each other's access at once leave one.
    const all = await tx
      .select()
      .from(vendorContacts)
      .where(and(eq(vendorContacts.vendorId, vendorId), ne(vendorContacts.state, 'revoked')))
      .orderBy(asc(vendorContacts.id))
      .for('update')
    const isActive = (other: string) => all.some((contact) => contact.id === other && contact.state === 'active')
    if (!isActive(contactId)) throw new Failure('unauthenticated', NOT_FOUND.session)
    const before = all.find((contact) => contact.id === id)
    if (!before) throw new Failure('not_found', NOT_FOUND.contact)
    if (id === contactId && !all.some((contact) => contact.id !== id && isActive(contact.id)))
      throw new Failure('conflict', LAST_ACCESS)
    await endContact(tx, before, { actor: contactActor(contactId, actor), now })
  })
}

const DAY = 86_400_000
const MOST_AHEAD = 100
const MOST_PAST = 20

/** The published events that show a vendor: those that are not over, soonest first, and the latest ones that are. */
export async function listVendorEvents(db: Db, vendorId: string, now: Instant): Promise<VendorEvents> {
  const { eventDate, id } = eventConfig
  // No zone is a whole day behind.
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const select = () =>
    db
      .select({ event: eventConfig })
      .from(eventVendors)
      .innerJoin(eventConfig, eq(eventConfig.id, eventVendors.eventId))
      .$dynamic()
  const isShown = and(eq(eventVendors.vendorLibraryId, vendorId), eventVendors.isActive, eventConfig.isPublished)
  const [later, earlier] = await Promise.all([
    select()
      .where(and(isShown, gte(eventDate, yesterday)))
      .orderBy(asc(eventDate), asc(id))
      .limit(MOST_AHEAD),
    select()
      .where(and(isShown, lt(eventDate, yesterday)))
      .orderBy(desc(eventDate), desc(id))
      .limit(MOST_PAST),
  ])
  const isOver = ({ event }: (typeof later)[number]) => getPhases(event).endsAt <= now
  const over = [...earlier.toReversed(), ...later.filter(isOver)].toReversed()
  const ahead = later.filter((row) => !isOver(row))
  const contacts = await readContactsOf(
    db,
    ahead.map(({ event }) => event.id),
  )
  return {
    ahead: ahead.map(({ event }) => toVendorEvent(event, contacts.get(event.id) ?? null)),
    past: over.slice(0, MOST_PAST).map(({ event }) => toVendorEvent(event, null)),
  }
}

function toVendorEvent(row: typeof eventConfig.$inferSelect, contact: PartnerContact | null): VendorEvent {
  const event = toEventConfig(row)
  return {
    id: event.id,
    slug: event.eventSlug,
    name: event.eventName,
    date: formatDay(event.eventDate),
    dateTime: event.eventDate,
    timeRange: formatTimeRange(event),
    place: [event.venueName, event.venueAddress ?? formatCity(event)].flatMap((line) => (line ? [line] : [])),
    notice: getNotice(event) ?? null,
    contact,
  }
}
