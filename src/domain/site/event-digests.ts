import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentSlots, siteCopy } from '#db/schema/content.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'

/** A published event, and a hash of every row that its pages are made of. */
export type EventDigest = { id: string; digest: string }

/**
 * The published events in the order of `readEventRows`, with `only` those of these ids, each with the hash of its row, its active parts, the rows of the
 * libraries behind them, and the content on its page. Whole rows are hashed, so that a new column counts at once. PostgreSQL does the work: reading thousands
 * of events whose pages are kept would take longer than all else in a build. (decision 0069)
 */
export async function readEventDigests(tx: Db, only?: readonly string[]): Promise<EventDigest[]> {
  const asked = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(only ?? [])}::jsonb))`
  const ofAsked = only ? sql`and event_id in ${asked}` : sql``
  const isAsked = only ? sql`and e.id in ${asked}` : sql``
  const hashes = sql`(
    with library as materialized (
      select id, sha256(convert_to(l::text, 'UTF8')) as hash from ${teamLibrary} l
      union all select id, sha256(convert_to(l::text, 'UTF8')) from ${vendorLibrary} l
    ), block as materialized (
      select id, sha256(convert_to(b::text, 'UTF8')) as hash from ${contentBlocks} b where is_active
    ), common as materialized (
      select coalesce(string_agg(hash, '' order by name), '') as hashes from (
        select s.id::text as name, sha256(convert_to(s::text, 'UTF8')) || b.hash as hash
          from ${contentSlots} s join block b on b.id = s.block_id where event_id is null and page_id is null
        union all select key, sha256(convert_to(c::text, 'UTF8')) from ${siteCopy} c
      ) every_event
    ), part as (
      select event_id, 1 as kind, display_order, id, sha256(convert_to(p::text, 'UTF8')) as hash
        from ${eventAgenda} p where is_active ${ofAsked}
      union all
      select event_id, 2, display_order, p.id, sha256(convert_to(p::text, 'UTF8')) || l.hash
        from ${eventTeam} p join library l on l.id = p.team_library_id where is_active ${ofAsked}
      union all
      select event_id, 3, display_order, p.id, sha256(convert_to(p::text, 'UTF8')) || l.hash
        from ${eventVendors} p join library l on l.id = p.vendor_library_id where is_active ${ofAsked}
      union all
      select event_id, 4, position, p.id, sha256(convert_to(p::text, 'UTF8')) || b.hash
        from ${contentSlots} p join block b on b.id = p.block_id where event_id is not null ${ofAsked}
    ), parts as (
      select event_id, string_agg(hash, '' order by kind, display_order, id) as hashes from part group by event_id
    )
    select e.id, e.event_date, encode(sha256(
        convert_to(e::text, 'UTF8') || coalesce(parts.hashes, '') || common.hashes
      ), 'hex') as digest
      from ${eventConfig} e cross join common left join parts on parts.event_id = e.id
      where e.is_published ${isAsked}
  ) hashes`
  return tx.select({ id: sql<string>`id`, digest: sql<string>`digest` }).from(hashes).orderBy(sql`event_date`, sql`id`)
}
