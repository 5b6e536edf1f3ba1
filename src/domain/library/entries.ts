import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { Failure } from '#src/contract/failure.ts'
import { type EntryUses, MOST_USES_NAMED } from '#src/contract/library.ts'

/** A name without its spaces and its case, so that `Gauge & Co` and `gauge &co` meet. */
export function nameKey(name: SQLWrapper | string): SQL<string> {
  return sql`lower(regexp_replace(${asText(name)}, '[[:space:]]+', '', 'g'))`
}

/** The host of a web address without `www.`; null if it is not a web address. */
export function hostKey(address: SQLWrapper | string): SQL<string | null> {
  return sql`substring(lower(${asText(address)}) from '^https?://(?:www[.])?([^/:?#]+)')`
}

function asText(value: SQLWrapper | string): SQLWrapper {
  return typeof value === 'string' ? sql`${value}::text` : value
}

const MOST_IN_A_SENTENCE = 3

/** The events of `used`, a query for `event_id` and `is_active`: all counted, the latest ones named. */
export async function readUses(db: Db, used: SQL): Promise<EntryUses> {
  const { id: eventId, eventSlug, eventName, eventDate, isPublished } = eventConfig
  const rows = await db
    .select({
      count: sql<number>`(count(*) over ())::int`,
      event: { eventId, eventSlug, eventName, eventDate, isPublished, isActive: sql<boolean>`used.is_active` },
    })
    .from(eventConfig)
    .innerJoin(sql`(${used}) as used`, sql`used.event_id = ${eventId}`)
    .orderBy(desc(eventDate), desc(eventId))
    .limit(MOST_USES_NAMED)
  return { count: rows[0]?.count ?? 0, events: rows.map((row) => row.event) }
}

/** Throws `conflict` with a sentence that names the events, if there are any. */
export function refuseUsed(name: string, uses: EntryUses): void {
  if (uses.count === 0) return
  const events = uses.count === 1 ? 'one event' : `${uses.count} events`
  throw new Failure('conflict', `${name} is used in ${events}: ${enumerate(uses)}. Remove it there first.`)
}

function enumerate({ count, events }: EntryUses): string {
  const named = events.slice(0, MOST_IN_A_SENTENCE).map((event) => `${event.eventName} (${event.eventDate})`)
  const more = count - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}
