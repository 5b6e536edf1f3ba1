import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import type { Changed } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { LocationChange, LocationEntry, NewLocation } from '#src/contract/location.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { differs, requireSame, requireVersion } from '../library/require-version.ts'
import { readLocation } from './read-locations.ts'

/**
 * Puts a venue into the library. The same again is answered with what is there: nothing is made twice. Throws `conflict` for
 * an id that is there with other fields.
 */
export async function createLocation(db: Db, location: NewLocation, actor: Actor): Promise<Changed<LocationEntry>> {
  return db.transaction(async (tx) => {
    const [after] = await tx.insert(locationLibrary).values(location).onConflictDoNothing().returning()
    if (after) {
      await recordAudit(tx, actor, {
        action: 'location.create',
        subjectType: 'location',
        subjectId: location.id,
        after,
      })
    }
    const item = await readLocation(tx, location.id)
    if (!after) requireSame(item, location)
    return { item, revision: null }
  })
}

/**
 * Saves the whole form of a location. No page shows it: events hold the venue themselves, as it was when they were filled.
 * Throws `not_found`, and `conflict` for a form that was filled from another version.
 */
export async function updateLocation(
  db: Db,
  id: string,
  { version, ...fields }: LocationChange,
  actor: Actor,
): Promise<Changed<LocationEntry>> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(locationLibrary).where(eq(locationLibrary.id, id)).for('no key update')
    if (!before) throw new Failure('not_found', 'Location not found.')
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await readLocation(tx, id), revision: null }
    const [after] = await tx
      .update(locationLibrary)
      .set({ ...fields, version: sql`${locationLibrary.version} + 1` })
      .where(eq(locationLibrary.id, id))
      .returning()
    await recordAudit(tx, actor, {
      action: 'location.update',
      subjectType: 'location',
      subjectId: id,
      before,
      ...(after && { after }),
    })
    return { item: await readLocation(tx, id), revision: null }
  })
}
