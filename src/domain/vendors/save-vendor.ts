import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { Changed } from '#src/contract/changed.ts'
import { Failure } from '#src/contract/failure.ts'
import type { NewVendor, VendorChange, VendorEntry, VendorFields } from '#src/contract/vendor.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { differs, requireSame, requireVersion } from '../library/require-version.ts'
import { touchContentIf } from '../site/touch-content-if.ts'
import { readVendor } from './read-vendors.ts'
import { isVendorShown } from './vendor-uses.ts'

/**
 * Puts a vendor into the library. The same again is answered with what is there: nothing is made twice. Throws `conflict` for
 * an id that is there with other fields.
 */
export async function createVendor(db: Db, vendor: NewVendor, actor: Actor): Promise<Changed<VendorEntry>> {
  return db.transaction(async (tx) => {
    const [after] = await tx.insert(vendorLibrary).values(vendor).onConflictDoNothing().returning()
    if (after) {
      await recordAudit(tx, actor, {
        action: 'vendor.create',
        subjectType: 'vendor',
        subjectId: vendor.id,
        after,
      })
    }
    const item = await readVendor(tx, vendor.id)
    if (!after) requireSame(item, vendor)
    return { item, revision: null }
  })
}

/**
 * Saves the whole form of a vendor. The site is built again only where a published event shows what has changed.
 * Throws `not_found`, and `conflict` for a form that was filled from another version.
 */
export async function updateVendor(
  db: Db,
  id: string,
  { version, ...fields }: VendorChange,
  actor: Actor,
): Promise<Changed<VendorEntry>> {
  return db.transaction(async (tx) => {
    const before = await lockVendor(tx, id)
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await readVendor(tx, id), revision: null }
    const isShown = async () => differs(before, publicOf(fields)) && isVendorShown(tx, id)
    const revision = await touchContentIf(tx, isShown, `changed vendor ${fields.vendorName}`, actor)
    const [after] = await tx
      .update(vendorLibrary)
      .set({ ...fields, version: sql`${vendorLibrary.version} + 1` })
      .where(eq(vendorLibrary.id, id))
      .returning()
    await recordAudit(tx, actor, {
      action: 'vendor.update',
      subjectType: 'vendor',
      subjectId: id,
      before,
      ...(after && { after }),
    })
    return { item: await readVendor(tx, id), revision }
  })
}

/** What visitors see of a vendor. (product 7) */
function publicOf({ vendorName, logoUrl, websiteUrl, description }: VendorFields): Partial<VendorFields> {
  return { vendorName, logoUrl, websiteUrl, description }
}

/** `no key update` lets an event take the vendor in meanwhile: that one waits for nobody who waits for it. */
async function lockVendor(tx: Db, id: string) {
  const [row] = await tx.select().from(vendorLibrary).where(eq(vendorLibrary.id, id)).for('no key update')
  if (!row) throw new Failure('not_found', 'Vendor not found.')
  return row
}
