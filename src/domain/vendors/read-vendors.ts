import { and, asc, countDistinct, eq, getTableColumns, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig, eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { vendorContacts, vendorHitDays, vendorProposals } from '#db/schema/partners.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Duplicate, Duplicates, EntryUses, LibraryQuery } from '#src/contract/library.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { VendorDuplicateQuery, VendorEntry } from '#src/contract/vendor.ts'
import { ownedByVendor } from '#src/contract/vendor-statistics.ts'
import { hostKey, nameKey, readUses } from '../library/entries.ts'

const { id, vendorName, websiteUrl, contactName, contactEmail, tags } = vendorLibrary
const name = sql<string>`lower(${vendorName})`
const uses = sql<number>`(select count(*)::int from ${eventVendors} where ${eq(eventVendors.vendorLibraryId, id)})`
const columns = { ...getTableColumns(vendorLibrary), uses }

/** Vendors by name, each with the number of events that use it. */
export async function listVendors(db: Db, ask: LibraryQuery): Promise<Page<VendorEntry>> {
  const rows = await pageOfVendors(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toVendor, getPlace: (row) => [row.name, row.id] })
}

/** The query of `listVendors`, for one row more than is shown. */
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
  if (!row) throw new Failure('not_found', NOT_FOUND.vendor)
  return toVendor(row)
}

/** The events that use a vendor. Throws `not_found`. */
export async function readVendorUses(db: Db, id: string): Promise<EntryUses> {
  await readVendor(db, id)
  const { eventId, isActive, vendorLibraryId } = eventVendors
  return readUses(db, sql`select ${eventId}, ${isActive} from ${eventVendors} where ${eq(vendorLibraryId, id)}`)
}

/** The events that use a vendor, and what is deleted with it. Throws `not_found`. */
export async function readVendorTies(db: Db, id: string): Promise<EntryUses> {
  const uses = await readVendorUses(db, id)
  const [hits] = await db
    .select({ events: countDistinct(vendorHitDays.eventId) })
    .from(vendorHitDays)
    .where(eq(vendorHitDays.vendorId, id))
  const owned = ownedByVendor({
    contacts: await db.$count(vendorContacts, eq(vendorContacts.vendorId, id)),
    proposals: await db.$count(vendorProposals, eq(vendorProposals.vendorId, id)),
    events: hits?.events ?? 0,
  })
  return { ...uses, owned }
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

const MOST_TWINS = 5
const NO = sql<boolean>`false`

/**
 * Vendors that may be the one about to be saved: of the same name except for case and spaces, with the same website, or
 * with the same contact address. Reads the whole library, which is a few thousand short rows at most.
 */
export async function findVendorDuplicates(
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

type DuplicateRow = { id: string; name: string; byName: boolean; byWebsite: boolean }

function toDuplicate({ byName, byWebsite, ...vendor }: DuplicateRow): Duplicate {
  if (byName) return { ...vendor, because: 'name' }
  return { ...vendor, because: byWebsite ? 'website' : 'email' }
}
