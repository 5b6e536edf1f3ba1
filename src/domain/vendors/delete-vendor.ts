import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { Failure } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { refuseUsed } from '../library/uses.ts'
import { readVendorUses } from './vendor-uses.ts'

/**
 * Takes a vendor that no event uses out of the library; it stays whole in the audit log. Throws `not_found`, and `conflict`
 * for another version than the one decided on, or naming the events that use it.
 */
export async function deleteVendor(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(vendorLibrary).where(eq(vendorLibrary.id, id)).for('update')
    if (!before) throw new Failure('not_found', 'Vendor not found.')
    requireVersion(before, version)
    const uses = await readVendorUses(tx, id)
    refuseUsed(before.vendorName, uses)
    await tx.delete(vendorLibrary).where(eq(vendorLibrary.id, id))
    await recordAudit(tx, actor, { action: 'vendor.delete', subjectType: 'vendor', subjectId: id, before })
    return { id, name: before.vendorName, uses }
  })
}
