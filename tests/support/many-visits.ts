import { type SQL, sql } from 'drizzle-orm'
import type { PlainDay } from '#src/contract/instant.ts'
import { ROLLUP_VERSION } from '#src/domain/analytics/rollup-statement.ts'

/** The pages of an event, of the site and of the forum, by their numbers. */
const PAGES = 30
const EVENTS = 20

/**
 * Rows of visits on each of `days` days up to `today`, as many on each. Everything comes from counting: three rows for a visitor, some a
 * minute apart and some an hour, and sources of which a few are common.
 */
export function manyVisits({ rows, days, today }: { rows: number; days: number; today: PlainDay }): SQL {
  const perDay = Math.ceil(rows / days)
  const share = sql.raw('abs(hashint8(visitor * 7919)) % 1000')
  return sql`insert into analytics_page_views (day, created_at, visitor_key, kind, place, page_path, event_slug, source, utm_source,
      utm_medium, utm_campaign, country, device, browser)
    select day, (day::timestamp at time zone 'America/Chicago') + (visitor % 1400) * interval '1 minute' +
        step * (case when visitor % 5 = 0 then interval '45 minutes' else interval '2 minutes' end),
      decode(lpad(to_hex(visitor), 16, '0'), 'hex'),
      case when step = 0 or share % 3 > 0 then 'view' when share % 10 = 0 then 'register' else 'agenda' end,
      case when step > 0 and share % 3 = 0 and share % 10 = 0 then 'hero' else '' end,
      case when page < ${EVENTS} then '/event/event-' || page else '/page-' || page end,
      case when page < ${EVENTS} then 'event-' || page end,
      case when share < 400 then '' else 'source-' || (sqrt(share - 400)::int * 10 + visitor % 10) || '.example' end,
      case when share % 5 = 0 then 'letter' else '' end, case when share % 5 = 0 then 'email' else '' end,
      case when share % 5 = 0 then 'campaign-' || share % 40 else '' end,
      (array['US', 'US', 'US', 'US', 'CA', 'MX', 'DE', ''])[1 + visitor % 8],
      (array['desktop', 'phone', 'desktop', 'tablet'])[1 + visitor % 4], (array['Chrome', 'Edge', 'Safari', 'Firefox'])[1 + visitor % 4]
    from (select day, visitor, step, ${share} as share, (${share} + step) % ${PAGES} as page
      from (select ${today}::date - ago as day, (n / 3 + ago * 100000)::bigint as visitor, n % 3 as step
        from generate_series(0, ${days}::int - 1) ago, generate_series(0, ${perDay}::int - 1) n) counted) made`
}

const ABOUT_VISITS =
  sql.raw(`event_slug, page, source, campaign, country, device, entry, exit, browser, utm_source, utm_medium,
  utm_content, utm_term, visitors, visits, views, seconds, bounces, agenda, letter, register`)

type Copies = { days: number; oldDays: number; rows: number }

/**
 * The rollups of `day` as those of `days` days, whose rows there are, and of older ones, which have fewer: what they are like counts here,
 * not what they say.
 */
export function copyRollups(day: PlainDay, { days, oldDays, rows }: Copies): SQL[] {
  const ago = sql`generate_series(1, ${days + oldDays}::int) ago`
  const some = (column: string) =>
    sql`day = ${day} and (ago < ${days} or abs(hashtext(${sql.raw(column)} || ago)) % 20 = 0)`
  return [
    sql`insert into analytics_hours select hour - ago * interval '1 day', day - ago, page_path, event_slug, kind, place, source, n, visits
      from analytics_hours, ${ago} where ${some('source')}`,
    sql`insert into analytics_visits (day, ${ABOUT_VISITS}) select day - ago, ${ABOUT_VISITS} from analytics_visits, ${ago}
      where ${some('source')}`,
    sql`insert into analytics_days (day, event_slug, dimension, value, visitors, visits, views, seconds, bounces)
      select day - ago, event_slug, dimension, value, visitors, visits, views, seconds, bounces from analytics_days, ${ago}
      where ${some('value')}`,
    sql`insert into analytics_rollups (day, rolled_up_at, rows, version)
      select ${day}::date - ago, ${day}::date - ago + 2, ${rows}, ${ROLLUP_VERSION} from generate_series(1, ${days}::int - 1) ago`,
  ]
}
