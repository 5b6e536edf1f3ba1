import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { Failure } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { readLocationUses } from './read-locations.ts'

/**
 * Takes a location out of the library. Events keep the venue they were filled with and lose the link alone, which the answer
 * tells and the audit log keeps. Throws `not_found`, and `conflict` for another version than the one decided on.
 */
export async function deleteLocation(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  return db.transaction(async (tx) => {
    const [location] = await tx.select().from(locationLibrary).where(eq(locationLibrary.id, id)).for('update')
    if (!location) throw new Failure('not_found', 'Location not found.')
    requireVersion(location, version)
    const uses = await readLocationUses(tx, id)
    const linked = await tx.select({ id: eventConfig.id }).from(eventConfig).where(eq(eventConfig.locationId, id))
    const before = { ...location, eventIds: linked.map((event) => event.id) }
    await tx.delete(locationLibrary).where(eq(locationLibrary.id, id))
    await recordAudit(tx, actor, { action: 'location.delete', subjectType: 'location', subjectId: id, before })
    return { id, name: location.venueName, uses }
  })
}
