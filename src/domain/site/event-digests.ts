import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { contentBlocks, contentSlots, siteCopy } from '#db/schema/content.ts'
import { eventAgenda, eventConfig, eventTeam, eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'

/** A published event, the month of its date, and a hash of every row that its pages are made of. */
export type EventDigest = { id: string; month: string; digest: string }

/**
 * The published events in the order of `readEventRows`, with `only` those of these ids, each with the hash of its row, its active parts, the rows of the
 * libraries behind them, and the content on its page. Whole rows are hashed, so that a new column counts at once. PostgreSQL does the work: reading thousands
 * of events whose pages are kept would take longer than all else in a build. (decision 0069)
 *
 * Its own hash of a row, of 64 bits, takes a third of the time of SHA-256 over the row as text. It is taken twice, with another beginning. A row that belongs
 * to another begins with the hash of that one, and rows have ids, so that their order does not matter when they are put together. All answers are one text: as a
 * row for each event, they take the driver ten times as long.
 */
export async function readEventDigests(tx: Db, only?: readonly string[]): Promise<EventDigest[]> {
  // As an array, of which PostgreSQL looks up each id. In a query of its own, it would read every part of every event for one id.
  const asked = sql`any(array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(only ?? [])}::jsonb)))`
  const ofAsked = only ? sql`and event_id = ${asked}` : sql``
  const isAsked = only ? sql`and e.id = ${asked}` : sql``
  const hashes = sql`(
    with library as materialized (
      select id, hash_record_extended(l, 1) as one, hash_record_extended(l, 2) as two from ${teamLibrary} l
      union all select id, hash_record_extended(l, 1), hash_record_extended(l, 2) from ${vendorLibrary} l
    ), block as materialized (
      select id, hash_record_extended(b, 1) as one, hash_record_extended(b, 2) as two from ${contentBlocks} b where is_active
    ), common as materialized (
      select coalesce(bit_xor(one), 1) as one, coalesce(bit_xor(two), 2) as two from (
        select hash_record_extended(s, b.one) as one, hash_record_extended(s, b.two) as two
          from ${contentSlots} s join block b on b.id = s.block_id where event_id is null and page_id is null
        union all select hash_record_extended(c, 1), hash_record_extended(c, 2) from ${siteCopy} c
      ) every_event
    ), part as (
      select event_id, hash_record_extended(p, 1) as one, hash_record_extended(p, 2) as two
        from ${eventAgenda} p where is_active ${ofAsked}
      union all
      select event_id, hash_record_extended(p, l.one), hash_record_extended(p, l.two)
        from ${eventTeam} p join library l on l.id = p.team_library_id where is_active ${ofAsked}
      union all
      select event_id, hash_record_extended(p, l.one), hash_record_extended(p, l.two)
        from ${eventVendors} p join library l on l.id = p.vendor_library_id where is_active ${ofAsked}
      union all
      select event_id, hash_record_extended(p, b.one), hash_record_extended(p, b.two)
        from ${contentSlots} p join block b on b.id = p.block_id where event_id is not null ${ofAsked}
    ), parts as (
      select event_id, bit_xor(one) as one, bit_xor(two) as two from part group by event_id
    ), digests as materialized (
      select e.event_date, e.id, concat_ws(' ', e.id, to_char(e.event_date, 'YYYY-MM'),
          hash_record_extended(e, hashint8extended(common.one, coalesce(parts.one, 1))),
          hash_record_extended(e, hashint8extended(common.two, coalesce(parts.two, 2)))
        ) as line
        from ${eventConfig} e cross join common left join parts on parts.event_id = e.id
        where e.is_published ${isAsked}
    )
    select string_agg(line, ',' order by event_date, id) as lines from digests
  ) hashes`
  const [all] = await tx.select({ lines: sql<string | null>`lines` }).from(hashes)
  return (all?.lines?.split(',') ?? []).map((line) => ({
    id: line.slice(0, ID),
    month: line.slice(ID + 1, ID + MONTH + 1),
    digest: line.slice(ID + MONTH + 2),
  }))
}

/** How long an id and a month are as text. */
const [ID, MONTH] = [36, 7]
