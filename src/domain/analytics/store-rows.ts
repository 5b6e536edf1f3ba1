import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsLeftOut, analyticsNetworks, analyticsPageViews } from '#db/schema/analytics.ts'
import type { LeftOut, VisitAct } from '#src/contract/analytics.ts'
import type { PlainDay } from '#src/contract/instant.ts'

/** What a visitor did on a page, and with what. */
export type Act = { kind: VisitAct; place: string }

/** What all rows of one beacon have in common. */
export type Row = Omit<typeof analyticsPageViews.$inferSelect, 'id' | 'kind' | 'place'>

/** What one network may store on one day: far more than an office does, and too little to move figures. */
const MOST_ROWS = 1_000

type Rows = { row: Row; acts: readonly Act[]; network: Uint8Array; productSlug: string | null; pageSlug: string | null }

/**
 * Stores a row for each act, if its page exists and its network has rows left today; counts the beacon as left out if not. One
 * statement, so that beacons at the same time cannot pass the limit together. Any order of one network's beacons ends the same.
 */
export async function storeRows(db: Db, { row, acts, network, productSlug, pageSlug }: Rows): Promise<void> {
  const { day, eventSlug, visitorKey, createdAt, pagePath, source, country, device, browser } = row
  const { utmSource, utmMedium, utmCampaign, utmContent, utmTerm } = row
  const kinds = acts.map(({ kind }) => kind)
  const places = acts.map(({ place }) => place)
  await db.execute(sql`
    with page as (select where ${isEvent(eventSlug)} and ${isProduct(productSlug)} and ${isContentPage(pageSlug)}),
    network as (
      insert into ${analyticsNetworks} as n (day, network_key, rows)
      select ${day}::date, ${network}::bytea, ${acts.length}::int from page
      on conflict (day, network_key) do update set rows = n.rows + excluded.rows
      returning rows),
    stored as (
      insert into ${analyticsPageViews} (day, created_at, visitor_key, page_path, event_slug, kind, place, source, utm_source,
        utm_medium, utm_campaign, utm_content, utm_term, country, device, browser)
      select ${day}::date, ${createdAt.toISOString()}::timestamptz, ${visitorKey}::bytea, ${pagePath}, ${eventSlug}, act.kind,
        act.place, ${source}, ${utmSource}, ${utmMedium}, ${utmCampaign}, ${utmContent}, ${utmTerm}, ${country}, ${device},
        ${browser}
      from network, unnest(${sql.param(kinds)}::text[], ${sql.param(places)}::text[]) as act(kind, place)
      where network.rows <= ${MOST_ROWS}
      returning id)
    insert into ${analyticsLeftOut} as l (day, reason, count)
    select ${day}::date, case when exists(select from page) then 'flood' else 'unknown_page' end, 1
    where not exists(select from stored)
    on conflict (day, reason) do update set count = l.count + 1`)
}

/** True for the slug of a published event, of now or before; also where there is none to look for. */
function isEvent(slug: string | null) {
  if (slug === null) return sql`true`
  return sql`exists(
    select from event_config e where e.is_published and (e.event_slug = ${slug}
      or e.id = (select r.event_id from event_slug_redirects r where r.old_slug = ${slug})))`
}

/** The same for an active product of the shop. */
function isProduct(slug: string | null) {
  if (slug === null) return sql`true`
  return sql`exists(
    select from shop_products p where p.is_active and (p.slug = ${slug}
      or p.id = (select r.product_id from shop_slug_redirects r where r.old_slug = ${slug})))`
}

/** The same for a published page of blocks. */
function isContentPage(slug: string | null) {
  if (slug === null) return sql`true`
  return sql`exists(
    select from content_pages p where p.is_published and (p.slug = ${slug}
      or p.id = (select r.page_id from content_page_redirects r where r.old_slug = ${slug})))`
}

/** Counts a beacon that is not stored. */
export async function leaveOut(db: Db, day: PlainDay, reason: LeftOut): Promise<void> {
  const { count } = analyticsLeftOut
  await db
    .insert(analyticsLeftOut)
    .values({ day, reason, count: 1 })
    .onConflictDoUpdate({ target: [analyticsLeftOut.day, analyticsLeftOut.reason], set: { count: sql`${count} + 1` } })
}
