import { and, asc, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locationLibrary } from '#db/schema/libraries.ts'
import type { Duplicates } from '#src/contract/library.ts'
import type { LocationDuplicateQuery } from '#src/contract/location.ts'
import { nameKey } from '../library/keys.ts'

const MOST_TWINS = 5
const { id, venueName, city } = locationLibrary

/** Locations that may be the one about to be saved: the same venue in the same city but for case and spaces. */
export async function findLocationTwins(
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
