import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { eventConfig } from '#db/schema/events.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Duplicates, EntryUses, LibraryQuery } from '#src/contract/library.ts'
import type { LocationDuplicateQuery, LocationEntry } from '#src/contract/location.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import { nameKey, readUses } from '../library/entries.ts'

const { id, venueName, venueAddress, city, state } = locationLibrary
const name = sql<string>`lower(${venueName})`
const uses = sql<number>`(select count(*)::int from ${eventConfig} where ${eq(eventConfig.locationId, id)})`
const columns = { ...getTableColumns(locationLibrary), uses }

/** Locations by venue, each with the number of events that were filled from it. */
export async function listLocations(db: Db, ask: LibraryQuery): Promise<Page<LocationEntry>> {
  const rows = await pageOfLocations(db, ask)
  return toPage(rows, { limit: ask.limit, toItem: toLocation, getPlace: (row) => [row.name, row.id] })
}

/** The query of `listLocations`, for one row more than is shown. */
export function pageOfLocations(db: Db, { limit, cursor, q }: LibraryQuery) {
  return db
    .select({ ...columns, name })
    .from(locationLibrary)
    .where(and(matchesWords([venueName, city, state, venueAddress], q), cursor && comesAfter([name, id], cursor)))
    .orderBy(asc(name), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readLocation(db: Db, locationId: string): Promise<LocationEntry> {
  const [row] = await db.select(columns).from(locationLibrary).where(eq(id, locationId))
  if (!row) throw new Failure('not_found', NOT_FOUND.location)
  return toLocation(row)
}

/** The events that were filled from a location. They keep their own venue, whatever happens to it. Throws `not_found`. */
export async function readLocationUses(db: Db, locationId: string): Promise<EntryUses> {
  await readLocation(db, locationId)
  const at = eq(eventConfig.locationId, locationId)
  return readUses(db, sql`select ${eventConfig.id} as event_id, true as is_active from ${eventConfig} where ${at}`)
}

type Row = typeof locationLibrary.$inferSelect & { uses: number; name?: string }

function toLocation({ createdAt, updatedAt, name: _name, ...row }: Row): LocationEntry {
  return { ...row, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
}

const MOST_TWINS = 5

/** Locations that may be the one about to be saved: the same venue in the same city except for case and spaces. */
export async function findLocationDuplicates(
  db: Db,
  { name, city: place, except }: LocationDuplicateQuery,
): Promise<Duplicates> {
  const isSame = sql`${nameKey(venueName)} = ${nameKey(name)} and ${nameKey(city)} = ${nameKey(place)}`
  const rows = await db
    .select({ id, name: venueName })
    .from(locationLibrary)
    .where(and(isSame, except === undefined ? undefined : ne(id, except)))
    .orderBy(asc(sql`lower(${venueName})`), asc(id))
    .limit(MOST_TWINS)
  return { items: rows.map((row) => ({ ...row, because: 'name' })) }
}
