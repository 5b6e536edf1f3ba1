import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventAgenda, type eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import type { AgendaItem, EventConfig, TeamMember, Vendor } from '#src/contract/event.ts'

type Of<T> = T & { eventId: string }

/** Active agenda rows of these events, in display order. (product 4) */
export async function readAgenda(db: Db, eventIds: string[]): Promise<Of<AgendaItem>[]> {
  const { eventId, timeSlot, title, description } = eventAgenda
  return db
    .select({ eventId, timeSlot, title, description })
    .from(eventAgenda)
    .where(and(inArray(eventAgenda.eventId, eventIds), eq(eventAgenda.isActive, true)))
    .orderBy(asc(eventAgenda.displayOrder), asc(eventAgenda.id))
}

/** Active team rows of these events with the person behind each, in display order. */
export async function readTeam(db: Db, eventIds: string[]): Promise<Of<TeamMember>[]> {
  const { id, fullName, title, bio, photoUrl, credentials } = teamLibrary
  return db
    .select({ eventId: eventTeam.eventId, id, fullName, title, bio, photoUrl, credentials })
    .from(eventTeam)
    .innerJoin(teamLibrary, eq(teamLibrary.id, eventTeam.teamLibraryId))
    .where(and(inArray(eventTeam.eventId, eventIds), eq(eventTeam.isActive, true)))
    .orderBy(asc(eventTeam.displayOrder), asc(eventTeam.id))
}

/** Active vendor rows of these events with the vendor behind each, in display order. */
export async function readVendors(db: Db, eventIds: string[]): Promise<Of<Vendor>[]> {
  const { id, vendorName, logoUrl, websiteUrl, description } = vendorLibrary
  return db
    .select({ eventId: eventVendors.eventId, id, vendorName, logoUrl, websiteUrl, description })
    .from(eventVendors)
    .innerJoin(vendorLibrary, eq(vendorLibrary.id, eventVendors.vendorLibraryId))
    .where(and(inArray(eventVendors.eventId, eventIds), eq(eventVendors.isActive, true)))
    .orderBy(asc(eventVendors.displayOrder), asc(eventVendors.id))
}

export type EventRow = typeof eventConfig.$inferSelect

/** The event as the contract knows it: without the columns that only the database needs. */
export function toEventConfig(row: EventRow): EventConfig {
  const { createdAt: _createdAt, createdBy: _createdBy, locationId: _locationId, ...event } = row
  const { agendaTemplateGroupId: _agenda, unpublishedRevision: _revision, updatedAt, publishedAt, ...rest } = event
  return { ...rest, publishedAt: publishedAt?.getTime() ?? null, updatedAt: updatedAt.getTime() }
}
