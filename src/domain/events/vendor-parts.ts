import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { EventVendorPart } from '#src/contract/event-parts.ts'
import { type LibraryKind, newPart } from './add-library-parts.ts'

const { id, eventId, vendorLibraryId, isActive, displayOrder } = eventVendors
const { vendorName, logoUrl, websiteUrl } = vendorLibrary

/** The partners of an event. */
export const vendorParts: LibraryKind<EventVendorPart> = {
  kind: 'vendors',
  noun: 'vendor',
  nouns: 'vendors',
  nameOf: (part) => part.vendorName,
  libraryIdOf: (part) => part.vendorLibraryId,
  read: (db, event) =>
    db
      .select({ id, isActive, displayOrder, vendorLibraryId, vendorName, logoUrl, websiteUrl })
      .from(eventVendors)
      .innerJoin(vendorLibrary, eq(vendorLibrary.id, vendorLibraryId))
      .where(eq(eventId, event))
      .orderBy(asc(displayOrder), asc(id)),
  save: async (tx, event, parts) => {
    const rows = parts.map((part) => ({
      id: part.id,
      eventId: event,
      vendorLibraryId: part.vendorLibraryId,
      isActive: part.isActive,
      displayOrder: part.displayOrder,
    }))
    const saved = await tx
      .insert(eventVendors)
      .values(rows)
      .onConflictDoUpdate({
        target: id,
        set: {
          isActive: sql`excluded.is_active`,
          displayOrder: sql`excluded.display_order`,
          updatedAt: sql`now()`,
        },
        setWhere: eq(eventId, event),
      })
      .returning({ id })
    return saved.map((row) => row.id)
  },
  remove: async (tx, event, ids) => {
    await tx.delete(eventVendors).where(and(eq(eventId, event), inArray(id, ids)))
  },
  take: async (tx, libraryIds) => {
    const rows = await tx
      .select({ vendorLibraryId: vendorLibrary.id, vendorName, logoUrl, websiteUrl })
      .from(vendorLibrary)
      .where(inArray(vendorLibrary.id, [...libraryIds]))
      .orderBy(asc(vendorLibrary.id))
      .for('key share')
    return rows.map((row) => ({ ...newPart(), ...row }))
  },
}
