import { and, asc, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import type { Duplicate, Duplicates } from '#src/contract/library.ts'
import type { VendorDuplicateQuery } from '#src/contract/vendor.ts'
import { hostKey, nameKey } from '../library/keys.ts'

const MOST_TWINS = 5
const NO = sql<boolean>`false`
const { id, vendorName, websiteUrl, contactEmail } = vendorLibrary

/**
 * Vendors that may be the one somebody is about to save: of the same name but for case and spaces, on the same website, or
 * with the same contact's address. Reads the whole library, which is a few thousand short rows at most.
 */
export async function findVendorTwins(
  db: Db,
  { name, website, email, except }: VendorDuplicateQuery,
): Promise<Duplicates> {
  const byName = name === '' ? NO : sql<boolean>`${nameKey(vendorName)} = ${nameKey(name)}`
  const byWebsite = website === '' ? NO : sql<boolean>`coalesce(${hostKey(websiteUrl)} = ${hostKey(website)}, false)`
  const byEmail = email === '' ? NO : sql<boolean>`coalesce(lower(${contactEmail}) = lower(${email}), false)`
  const rows = await db
    .select({ id, name: vendorName, byName, byWebsite })
    .from(vendorLibrary)
    .where(and(or(byName, byWebsite, byEmail), except === undefined ? undefined : ne(id, except)))
    .orderBy(asc(sql`lower(${vendorName})`), asc(id))
    .limit(MOST_TWINS)
  return { items: rows.map(toDuplicate) }
}

type Row = { id: string; name: string; byName: boolean; byWebsite: boolean }

function toDuplicate({ byName, byWebsite, ...vendor }: Row): Duplicate {
  if (byName) return { ...vendor, because: 'name' }
  return { ...vendor, because: byWebsite ? 'website' : 'email' }
}
