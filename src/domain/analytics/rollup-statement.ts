import { type SQL, sql } from 'drizzle-orm'
import { MOST_VALUES, OTHER, STATISTICS_ZONE, VISIT_GAP } from '#src/contract/analytics.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'

/** Goes up when the statement makes rollups of another form. Those of an earlier version are made again. */
export const ROLLUP_VERSION = 2

/**
 * Makes all rollups of a day from its rows. One statement sees the rows of one moment, so that the figures agree with each other and with
 * the number of rows that is stored beside them; what arrives during it is found by the next run. The old rollups must be gone.
 * `count-day.ts` says the same in TypeScript. (decision 0061)
 */
export function rollupStatement(day: PlainDay, now: Instant): SQL {
  return sql`with ${visits(day)}, ${CELLS}, ${partners(day)},
    stored_hours as (${insertHours(day)}),
    stored_visits as (${insertVisits(day)}),
    stored_days as (${insertDays(day)}),
    stored_pages as (${insertPages(day)}),
    stored_hits as (insert into vendor_hit_days (day, event_id, vendor_id, shown, clicked, registered)
      select ${day}::date, event_id, vendor_id, sum(shown), sum(clicked), count(*) filter (where pressed_at < registered_at)
      from hits group by event_id, vendor_id having sum(shown) + sum(clicked) > 0)
    insert into analytics_rollups (day, rolled_up_at, rows, version)
    select ${day}::date, ${new Date(now).toISOString()}::timestamptz, count(*), ${ROLLUP_VERSION} from seen
    on conflict (day) do update set rolled_up_at = excluded.rolled_up_at, rows = excluded.rows, version = excluded.version
    returning rows`
}

/** The names of dimensions that are columns of a row, and have long tails. */
const TAILED = ['source', 'utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser'] as const

/**
 * `seen`: the rows with the number of their visit. `visit`: each visit once, as its first row tells of it, with the number of the first
 * visit that is like it.
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
    folded as (
      select visit_id, country, device, seconds, bounces,
        ${sql.join(
          [...TAILED, 'entry', 'exit'].map((name) => sql`${fold(name, name)} as ${column(name)}`),
          sql`, `,
        )} from told),
    visit as materialized (select *, min(visit_id) over (partition by ${ALIKE}) as first_alike from folded)`
}

/** What a row is about: the whole site, and its event. */
const ABOUT = sql`(select '' union all select event_slug where event_slug <> '') about (slug)`

/**
 * `part`: what a visit did altogether (no slug), and about each event. `viewed`: each page that was viewed in such a part. `cell`:
 * visits that are alike, by their parts and once more by each page. Grouping by the number of one of them is much faster than by all
 * their values. How long a page was read is not known: the time is that of the whole visit.
 */
const CELLS = sql`
    part as materialized (
      select *, (row_number() over (partition by visitor_key, slug order by visit) = 1)::int as visitors from (
        select visitor_key, visit, slug, count(*) filter (where kind = 'view') as views,
          bool_or(kind = 'agenda')::int as agenda, bool_or(kind = 'letter')::int as letter, bool_or(kind = 'register')::int as register
        from seen cross join lateral ${ABOUT}
        group by visitor_key, visit, slug) parts),
    viewed as materialized (
      select *, (row_number() over (partition by visitor_key, slug, page order by visit) = 1)::int as visitors from (
        select visitor_key, visit, slug, ${fold('page_path', 'page')} as page, count(*) as views
        from seen cross join lateral ${ABOUT} where kind = 'view'
        group by visitor_key, visit, slug, page) pages),
    cell as materialized (
      select slug, page, first_alike, sum(visitors) as visitors, count(*) as visits, sum(views) as views, sum(seconds) as seconds,
        sum(bounces) as bounces, sum(agenda) as agenda, sum(letter) as letter, sum(register) as register
      from (
        select visit, slug, '' as page, visitors, views, agenda, letter, register from part
        union all
        select visit, slug, page, viewed.visitors, viewed.views, agenda, letter, register
        from viewed join part using (visit, slug)) of_page
      join visit on visit_id = of_page.visit group by slug, page, first_alike)`

/** All that visits can be filtered by, beside the event and the page. */
const ALIKE = sql.raw([...TAILED, 'country', 'device', 'entry', 'exit'].join(', '))

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
  return sql`insert into analytics_visits (day, event_slug, page, source, campaign, utm_source, utm_medium, utm_content, utm_term,
      browser, country, device, entry, exit, visitors, visits, views, seconds, bounces, agenda, letter, register)
    select ${day}::date, slug, page, ${ALIKE}, visitors, visits, views, cell.seconds, cell.bounces, agenda, letter, register
    from cell join visit on visit_id = cell.first_alike`
}

/** What is read without a filter, in few rows. A visit without a campaign's value has no row for it. */
function insertDays(day: PlainDay): SQL {
  const named = ['utm_source', 'utm_medium', 'utm_content', 'utm_term', 'browser', 'exit']
  const values = named.map((name) => sql`(${sql.raw(`'${name}'`)}, ${sql.raw(name)})`)
  return sql`insert into analytics_days (day, event_slug, dimension, value, visitors, visits, views, seconds, bounces)
    select ${day}::date, slug, dimension, value, ${sums('visitors', 'visits', 'views', 'cell.seconds', 'cell.bounces')}
    from cell join visit on visit_id = cell.first_alike
    cross join lateral (values ${sql.join(values, sql`, `)}) one (dimension, value)
    where page = '' and (value <> '' or dimension not like 'utm%') group by slug, dimension, value`
}

function insertPages(day: PlainDay): SQL {
  return sql`insert into analytics_days (day, event_slug, dimension, value, visitors, visits, views)
    select ${day}::date, slug, 'page', page, ${sums('visitors', 'visits', 'views')} from cell where page <> '' group by slug, page`
}

function sums(...columns: string[]): SQL {
  return sql.raw(columns.map((column) => `sum(${column})`).join(', '))
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
