import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import type { EntryUses } from '#src/contract/library.ts'
import { readUses } from '../library/uses.ts'
import { readVendor } from './read-vendors.ts'

/** The events a vendor stands in. Throws `not_found`. */
export async function readVendorUses(db: Db, id: string): Promise<EntryUses> {
  await readVendor(db, id)
  const { eventId, isActive, vendorLibraryId } = eventVendors
  return readUses(db, sql`select ${eventId}, ${isActive} from ${eventVendors} where ${eq(vendorLibraryId, id)}`)
}

/** True while a page of the site shows the vendor. */
export async function isVendorShown(db: Db, id: string): Promise<boolean> {
  const shown = await db
    .select({ id: eventVendors.id })
    .from(eventVendors)
    .innerJoin(eventConfig, eq(eventConfig.id, eventVendors.eventId))
    .where(and(eq(eventVendors.vendorLibraryId, id), eventVendors.isActive, eventConfig.isPublished))
    .limit(1)
  return shown.length > 0
}
