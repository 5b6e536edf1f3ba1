import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import type { LocationChange, LocationEntry, NewLocation } from '#src/contract/location.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'
import { readLocation, readLocationUses } from './read-locations.ts'

const locations = {
  table: locationLibrary,
  subjectType: 'location',
  missing: NOT_FOUND.location,
  read: readLocation,
}

/** Adds a location to the library, once for each id. Throws `conflict` for an id that is stored with other fields. */
export async function createLocation(db: Db, location: NewLocation, actor: Actor): Promise<Changed<LocationEntry>> {
  return createVersioned(db, locations, location, actor)
}

/**
 * Saves the whole form of a location. No page shows it: events hold the venue themselves, as it was when they were filled.
 * Throws `not_found`, and `conflict` for a stale version.
 */
export async function updateLocation(
  db: Db,
  id: string,
  { version, ...fields }: LocationChange,
  actor: Actor,
): Promise<Changed<LocationEntry>> {
  return updateVersioned(db, locations, { id, version, fields, actor })
}

/**
 * Deletes a location. Events keep the venue that they were filled with and lose only the link, which the answer
 * reports and the audit log keeps. Throws `not_found`, and `conflict` for a stale version.
 */
export async function deleteLocation(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  const inspect = async (tx: Db, { venueName: name }: { venueName: string }) => {
    const uses = await readLocationUses(tx, id)
    await refuseInOpenSets(tx, 'location', id, name)
    const linked = await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.locationId, id))
    return { name, uses, kept: { eventIds: linked.map((event) => event.id) } }
  }
  return deleteVersioned(db, locations, { id, version, actor, inspect })
}
