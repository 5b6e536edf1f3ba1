import { type SQL, sql } from 'drizzle-orm'
import { MOST_VALUES, OTHER, STATISTICS_ZONE, VISIT_GAP } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'

/**
 * Makes all rollups of a day from its rows. One statement sees the rows of one moment, so that the figures agree with each other and with
 * the number of rows that is stored beside them; what arrives during it is found by the next run. The old rollups must be gone.
 * `count-day.ts` says the same in TypeScript. (decision 0061)
 */
export function rollupStatement(day: PlainDay, now: Instant): SQL {
  return sql`with ${visits(day)}, ${partners(day)},
    stored_hours as (${insertHours(day)}),
    stored_visits as (${insertVisits(day)}),
    stored_days as (${insertDays(day)}),
    stored_pages as (${insertPages(day)}),
    stored_hits as (insert into vendor_hit_days (day, event_id, vendor_id, shown, clicked, registered)
      select ${day}::date, event_id, vendor_id, sum(shown), sum(clicked), count(*) filter (where pressed_at < registered_at)
      from hits group by event_id, vendor_id having sum(shown) + sum(clicked) > 0)
    insert into analytics_rollups (day, rolled_up_at, rows)
    select ${day}::date, ${new Date(now).toISOString()}::timestamptz, count(*) from seen
    on conflict (day) do update set rolled_up_at = excluded.rolled_up_at, rows = excluded.rows
    returning rows`
}

/** The names of dimensions that are columns of a row, and have long tails. */
const TAILED = ['source', 'utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser'] as const

/**
 * `seen`: the rows with the number of their visit. `visit`: each visit once, as its first row tells of it. `part`: what a visit did
 * altogether (no slug), and about each event.
 */
function visits(day: PlainDay): SQL {
  const column = (name: string) => sql.raw(name)
  const values = [...TAILED, 'entry', 'exit'].map((name) => sql`(${sql.raw(`'${name}'`)}, ${column(name)})`)
  return sql`
    begun as materialized (
      select id, kind, place, page_path, coalesce(event_slug, '') as event_slug, visitor_key, created_at, country, device,
        ${sql.join(TAILED.map(column), sql`, `)},
        (created_at - lag(created_at) over visitor <= make_interval(mins => ${VISIT_GAP})) is not true as begins
      from analytics_page_views where day = ${day} window visitor as (partition by visitor_key order by created_at, id)),
    seen as materialized (
      select *, count(*) filter (where begins) over (order by visitor_key, created_at, id) as visit from begun),
    told as materialized (
      select first.*, first.page_path as entry, whole.*
      from (select * from seen where begins) first
      join (select visit as visit_id, floor(extract(epoch from max(created_at) - min(created_at)))::bigint as seconds,
          (count(*) = 1 and bool_and(kind = 'view'))::int as bounces,
          (array_agg(page_path order by kind = 'view' desc, created_at desc, id desc))[1] as exit
        from seen group by visit) whole on whole.visit_id = first.visit),
    common as materialized (
      select dimension, value from (
        select dimension, value, row_number() over (partition by dimension order by count(*) desc, value collate "C") as rank
        from told cross join lateral (values ${sql.join(values, sql`, `)}) one (dimension, value)
        where value <> '' group by dimension, value
        union all
        select 'page', page_path, row_number() over (order by count(*) desc, page_path collate "C")
        from seen where kind = 'view' group by page_path) ranked
      where rank <= ${MOST_VALUES}),
    visit as materialized (
      select visit_id, country, device, seconds, bounces,
        ${sql.join(
          [...TAILED, 'entry', 'exit'].map((name) => sql`${fold(name, name)} as ${column(name)}`),
          sql`, `,
        )} from told),
    part as materialized (
      select *, (row_number() over (partition by visitor_key, slug order by visit) = 1)::int as visitors from (
        select visitor_key, visit, slug, count(*) filter (where kind = 'view') as views,
          bool_or(kind = 'agenda')::int as agenda, bool_or(kind = 'letter')::int as letter, bool_or(kind = 'register')::int as register
        from seen cross join lateral (select '' union select event_slug) about (slug)
        group by visitor_key, visit, slug) parts)`
}

/** The value of a dimension, or what stands for all that are too rare to be kept. */
function fold(column: string, dimension: string): SQL {
  const [value, name] = [sql.raw(column), sql.raw(`'${dimension}'`)]
  const isKept = sql`${value} = '' or ${value} in (select value from common where dimension = ${name})`
  return sql`case when ${isKept} then ${value} else ${OTHER} end`
}

/** In UTC, and within the day: a row that was stored a moment after midnight belongs to the day whose salt made its key. */
function insertHours(day: PlainDay): SQL {
  const startOf = (start: SQL) => sql`((${start})::timestamp at time zone ${STATISTICS_ZONE})`
  const [first, next] = [startOf(sql`${day}::date`), startOf(sql`${day}::date + 1`)]
  return sql`insert into analytics_hours (hour, day, page_path, event_slug, kind, place, source, n, visits)
    select greatest(${first}, least(${next} - interval '1 hour', date_trunc('hour', created_at, 'UTC'))) as hour, ${day}::date,
      page_path, event_slug, kind, place, visit.source, count(*), count(distinct visit_id)
    from seen join visit on visit_id = seen.visit group by hour, page_path, event_slug, kind, place, visit.source`
}

function insertVisits(day: PlainDay): SQL {
  return sql`insert into analytics_visits
      (day, event_slug, source, campaign, country, device, entry, visitors, visits, views, seconds, bounces, agenda, letter, register)
    select ${day}::date, slug, source, utm_campaign, country, device, entry, ${sum('visitors')}, count(*), ${sum('views')},
      ${sum('seconds')}, ${sum('bounces')}, ${sum('agenda')}, ${sum('letter')}, ${sum('register')}
    from part join visit on visit_id = part.visit group by slug, source, utm_campaign, country, device, entry`
}

/** What `analytics_visits` lacks. A visit without a campaign's value has no row for it. */
function insertDays(day: PlainDay): SQL {
  const named = ['utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser', 'exit']
  const values = named.map((name) => sql`(${sql.raw(`'${name}'`)}, ${sql.raw(name)})`)
  return sql`insert into analytics_days (day, event_slug, dimension, value, visitors, visits, views, seconds, bounces)
    select ${day}::date, slug, dimension, value, ${sum('visitors')}, count(*), ${sum('views')}, ${sum('seconds')}, ${sum('bounces')}
    from part join visit on visit_id = part.visit
    cross join lateral (values ${sql.join(values, sql`, `)}) one (dimension, value)
    where value <> '' or dimension not like 'utm%' group by slug, dimension, value`
}

/** A visitor and a visit count once for each page. How long a page was read is not known. */
function insertPages(day: PlainDay): SQL {
  return sql`insert into analytics_days (day, event_slug, dimension, value, visitors, visits, views)
    select ${day}::date, slug, 'page', page, count(distinct visitor_key), count(distinct visit), count(*)
    from (select visitor_key, visit, slug, ${fold('page_path', 'page')} as page
      from seen cross join lateral (select '' union select event_slug) about (slug) where kind = 'view') viewed
    group by slug, page`
}

function sum(column: string): SQL {
  return sql`sum(${sql.raw(column)})`
}

/**
 * `hits`: what the visits did with the logo of each partner at each event, and when registration was last pressed there. An event is
 * found under each slug it had, if it was there that day. A vendor is locked, so that it cannot be deleted before its figures are stored.
 */
function partners(day: PlainDay): SQL {
  const isOld = sql`select from event_config taken where taken.event_slug = old_slug`
  const dayAfter = sql`((${day}::date + 1)::timestamp at time zone ${STATISTICS_ZONE})`
  return sql`
    event as materialized (
      select id as event_id, event_slug from event_config where created_at < ${dayAfter}
      union all
      select event_id, old_slug from event_slug_redirects join event_config on id = event_id
      where event_config.created_at < ${dayAfter} and not exists (${isOld})),
    vendor as materialized (
      select id as vendor_id, id::text as place from vendor_library
      where id::text in (select place from seen where kind in ('partner_shown', 'partner_pressed')) order by id for key share),
    registered as materialized (
      select visit, event_id, max(created_at) as registered_at
      from seen join event using (event_slug) where kind = 'register' group by visit, event_id),
    hits as materialized (
      select visit, event_id, vendor_id, registered_at, count(*) filter (where kind = 'partner_shown') as shown,
        count(*) filter (where kind = 'partner_pressed') as clicked, min(created_at) filter (where kind = 'partner_pressed') as pressed_at
      from seen join event using (event_slug) join vendor using (place) left join registered using (visit, event_id)
      where kind in ('partner_shown', 'partner_pressed') group by visit, event_id, vendor_id, registered_at)`
}
