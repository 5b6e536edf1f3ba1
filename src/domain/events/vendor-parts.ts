import { asc, eq, inArray } from 'drizzle-orm'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { EventVendorPart } from '#src/contract/event-parts.ts'
import { type LibraryKind, newPart, partsIn } from './add-library-parts.ts'

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
  ...partsIn(eventVendors, ({ vendorLibraryId }) => ({ vendorLibraryId })),
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
