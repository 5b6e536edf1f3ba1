import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { matchesWords } from '#db/search.ts'
import { Failure } from '#src/contract/failure.ts'
import type { EntryUses, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { VendorEntry } from '#src/contract/vendor.ts'
import { readUses } from '../library/uses.ts'

const { id, vendorName, contactName, contactEmail, tags } = vendorLibrary
const name = sql<string>`lower(${vendorName})`
const uses = sql<number>`(select count(*)::int from ${eventVendors} where ${eq(eventVendors.vendorLibraryId, id)})`
const columns = { ...getTableColumns(vendorLibrary), uses }

/** Vendors by name, each with the number of events it stands in. */
export async function listVendors(db: Db, ask: LibraryQuery): Promise<Page<VendorEntry>> {
  const rows = await pageOfVendors(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toVendor, placeOf: (row) => [row.name, row.id] })
}

/** The question behind `listVendors`: one row more than is shown. */
export function pageOfVendors(db: Db, { limit, cursor, q }: LibraryQuery) {
  return db
    .select({ ...columns, name })
    .from(vendorLibrary)
    .where(
      and(matchesWords([vendorName, contactName, contactEmail, tags], q), cursor && comesAfter([name, id], cursor)),
    )
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readVendor(db: Db, vendorId: string): Promise<VendorEntry> {
  const [row] = await db.select(columns).from(vendorLibrary).where(eq(id, vendorId))
  if (!row) throw new Failure('not_found', 'Vendor not found.')
  return toVendor(row)
}

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

type Row = typeof vendorLibrary.$inferSelect & { uses: number; name?: string }

function toVendor({ createdAt, updatedAt, name: _name, ...row }: Row): VendorEntry {
  return { ...row, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
}
