import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import type { NewVendor, VendorChange, VendorEntry, VendorFields } from '#src/contract/vendor.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { refuseInOpenSets } from '../change-sets/open-sets.ts'
import { refuseUsed } from '../library/entries.ts'
import { createVersioned, deleteVersioned, differs, updateVersioned } from '../library/versioned.ts'
import { touchContentIf } from '../site/touch-content.ts'
import { isVendorShown, readVendor, readVendorUses } from './read-vendors.ts'

const vendors = { table: vendorLibrary, subjectType: 'vendor', missing: NOT_FOUND.vendor, read: readVendor }

/** Adds a vendor to the library, once for each id. Throws `conflict` for an id that is stored with other fields. */
export async function createVendor(db: Db, vendor: NewVendor, actor: Actor): Promise<Changed<VendorEntry>> {
  return createVersioned(db, vendors, vendor, actor)
}

/**
 * Saves the whole form of a vendor. The site is built again only where a published event shows what has changed.
 * Throws `not_found`, and `conflict` for a stale version.
 */
export async function updateVendor(
  db: Db,
  id: string,
  { version, ...fields }: VendorChange,
  actor: Actor,
): Promise<Changed<VendorEntry>> {
  const reason = `changed vendor ${fields.vendorName}`
  return updateVersioned(db, vendors, {
    id,
    version,
    fields,
    actor,
    touch: (tx, before) =>
      touchContentIf(tx, async () => differs(before, pickPublic(fields)) && isVendorShown(tx, id), reason, actor),
  })
}

/**
 * Deletes a vendor that no event uses; the audit log keeps it whole. Throws `not_found`, and `conflict`
 * for a stale version, or with the events that use it.
 */
export async function deleteVendor(db: Db, id: string, version: number, actor: Actor): Promise<RemovedEntry> {
  const inspect = async (tx: Db, { vendorName: name }: VendorFields) => {
    const uses = await readVendorUses(tx, id)
    refuseUsed(name, uses)
    await refuseInOpenSets(tx, 'vendor', id, name)
    return { name, uses }
  }
  return deleteVersioned(db, vendors, { id, version, actor, inspect })
}

/** What visitors see of a vendor. (product 7) */
function pickPublic({ vendorName, logoUrl, websiteUrl, description }: VendorFields): Partial<VendorFields> {
  return { vendorName, logoUrl, websiteUrl, description }
}
