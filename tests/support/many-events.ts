import { type SQL, sql } from 'drizzle-orm'
import type { Amounts } from './many-amounts.ts'
import { CITIES, FIRST_NAMES, LAST_NAMES, MAKERS, moment, rowId, wordOf } from './many-words.ts'

const n = sql`n`
const from = (rows: number) => sql`from generate_series(1, ${rows}::int) n`
/** Events lie six hours apart, the last one a year ahead. */
const AHEAD = sql`interval '365 days'`
const APART = sql`interval '6 hours'`
/** Templates of tasks; each vendor of an event has the tasks of four. */
const TEMPLATES = 200

/** Libraries, events that use them, and the lists of the latest events, for `storeManyRows`. */
export function manyEvents(amounts: Amounts, now: number): SQL[] {
  const { vendors, team, locations, templates } = amounts
  return [
    sql`insert into vendor_library (id, vendor_name, website_url, contact_name, contact_email, tags)
      select ${rowId('vendor', n)}, ${wordOf(MAKERS, n)} || ' Works ' || n, 'https://works' || n || '.example',
        ${wordOf(FIRST_NAMES, n)} || ' ' || ${wordOf(LAST_NAMES, sql`n / 12`)}, 'sales@works' || n || '.example', 'maintenance'
      ${from(vendors)}`,
    ...contacts(vendors, now),
    sql`insert into team_library (id, full_name, title, bio, email, specialties)
      select ${rowId('person', n)}, ${wordOf(FIRST_NAMES, n)} || ' ' || ${wordOf(LAST_NAMES, sql`n / 12`)} || ' ' || n, 'Trainer',
        'Ran a mill for ' || n || ' days.', 'trainer' || n || '@gauge.example', 'Vibration' ${from(team)}`,
    sql`insert into location_library (id, venue_name, venue_address, city, state)
      select ${rowId('location', n)}, ${wordOf(MAKERS, n)} || ' Hall ' || n, n || ' Dock Road', ${wordOf(CITIES, n)}, 'Oklahoma'
      ${from(locations)}`,
    sql`insert into agenda_template_groups (id, group_name)
      select ${rowId('template', n)}, ${wordOf(MAKERS, n)} || ' day ' || n ${from(templates)}`,
    sql`insert into agenda_template_items (group_id, time_slot, title, display_order)
      select ${rowId('template', n)}, slot || ':00am', 'Walk ' || slot, slot ${from(templates)}, generate_series(8, 11) slot`,
    sql`insert into task_templates (id, title, kind, assignee_type, due_days)
      select ${rowId('task-template', n)}, 'Task ' || n, 'text', 'vendor', -(n % 90) ${from(TEMPLATES)}`,
    ...products(),
    ...content(),
    events(amounts, now),
    ...parts(amounts),
  ]
}

/** Blocks and pages; every tenth block is on a page. */
const BLOCKS = 5_000

function content(): SQL[] {
  return [
    sql`insert into content_blocks (id, kind, title, body, tags)
      select ${rowId('content-block', n)}, case when n % 50 = 0 then 'quote' else 'text' end, ${wordOf(MAKERS, n)} || ' block ' || n,
        '{"schemaVersion": 1, "heading": "", "markdown": "Text", "text": "It holds.", "name": "Ada", "plant": "", "result": ""}'::jsonb
          - case when n % 50 = 0 then array['heading', 'markdown'] else array['text', 'name', 'plant', 'result'] end,
        case when n % 500 = 0 then array['rare'] else array['faq'] end ${from(BLOCKS)}`,
    sql`insert into content_pages (id, slug, title) select ${rowId('content-page', n)}, 'page-' || n, ${wordOf(MAKERS, n)} || ' page ' || n
      ${from(1_000)}`,
    sql`insert into content_slots (place, page_id, block_id, position)
      select 'page', ${rowId('content-page', n)}, ${rowId('content-block', sql`(n * 5)`)}, 1 ${from(1_000)}`,
  ]
}

/** Products of two variants each, and a change of the stock of every variant. */
const PRODUCTS = 1_000

function products(): SQL[] {
  return [
    sql`insert into shop_products (id, slug, title, kind, summary, description, description_html, is_active, display_order)
      select ${rowId('product', n)}, 'kit-' || n, ${wordOf(MAKERS, n)} || ' kit ' || n, 'kit', 'A kit.', 'Kit', '<p>Kit</p>',
        n % 10 > 0, n ${from(PRODUCTS)}`,
    sql`insert into shop_variants (id, product_id, sku, label, price_cents, on_hand, display_order)
      select ${rowId('variant', sql`(n * 2 + size)`)}, ${rowId('product', n)}, 'KIT-' || n || '-' || size, 'Size ' || size, 950, n % 50, size
      ${from(PRODUCTS)}, generate_series(0, 1) size`,
    sql`insert into shop_stock_changes (id, variant_id, pieces, reason, changed_by)
      select ${rowId('stock-change', n)}, ${rowId('variant', n)}, 5, 'Delivery', 'cli' from generate_series(2, ${PRODUCTS * 2}::int) n`,
  ]
}

/** Three people of each vendor: every other one has access, the others were invited and most of these invitations have expired. */
function contacts(vendors: number, now: number): SQL[] {
  const people = sql`from generate_series(1, ${vendors * 3}::int) n`
  const address = sql`lower(${wordOf(FIRST_NAMES, n)}) || n || '@works' || n / 3 || '.example'`
  const at = sql`${moment(now)} - n * interval '1 hour'`
  return [
    sql`insert into vendor_contacts (id, vendor_id, name, email, email_key, state, invited_by, created_at)
      select ${rowId('contact', n)}, ${rowId('vendor', sql`n % ${vendors}::int + 1`)}, ${wordOf(FIRST_NAMES, n)} || ' ' || ${wordOf(LAST_NAMES, n)},
        ${address}, ${address}, case n % 2 when 0 then 'active' else 'invited' end, 'cli', ${at} ${people}`,
    sql`insert into vendor_invites (contact_id, sent_by, created_at, expires_at)
      select ${rowId('contact', n)}, 'cli', ${at}, ${at} + interval '14 days' ${people}`,
    sql`insert into vendor_proposals (id, vendor_id, contact_id, base_version, base, fields, state, decided_at, created_at)
      select ${rowId('proposal', n)}, ${rowId('vendor', sql`n % ${vendors}::int + 1`)}, ${rowId('contact', n)}, 1, '{"tags": null}',
        '{"tags": "gauges"}', case when n <= ${vendors}::int then 'open' else 'decided' end,
        case when n > ${vendors}::int then ${at} end, ${at} ${people}`,
  ]
}

/** Of a hundred events five are drafts, two cancelled, one is postponed and one was moved. */
function events({ events: rows, locations, templates }: Amounts, now: number): SQL {
  const status = sql`case n % 100 when 7 then 'cancelled' when 27 then 'cancelled' when 47 then 'postponed' when 67 then 'moved'
    else 'scheduled' end`
  return sql`insert into event_config (id, event_slug, event_name, event_date, event_time_start, event_time_end, is_published,
      status, city, state, venue_name, location_id, agenda_template_group_id, registration_url, early_bird_price, hero_title)
    select ${rowId('event', n)}, 'workshop-' || n, ${wordOf(CITIES, n)} || ' Reliability Workshop ' || n,
      (${moment(now)} + ${AHEAD} - n * ${APART})::date, '08:30', '15:45', n % 20 > 0, ${status}, ${wordOf(CITIES, n)}, 'Oklahoma',
      ${wordOf(MAKERS, n)} || ' Hall', ${rowId('location', sql`n % ${locations}::int + 1`)},
      ${rowId('template', sql`n % ${templates}::int + 1`)}, 'https://register.uptime-workshops.example/' || n, 395,
      'Fewer stops ' || n
    ${from(rows)}`
}

function parts({ withParts, vendors, team }: Amounts): SQL[] {
  const event = rowId('event', n)
  return [
    sql`insert into event_agenda (event_id, time_slot, title, display_order)
      select ${event}, slot || ':00am', 'Walk ' || slot, slot ${from(withParts)}, generate_series(8, 15) slot`,
    sql`insert into event_team (event_id, team_library_id, display_order)
      select ${event}, ${rowId('person', sql`(n + place) % ${team}::int + 1`)}, place ${from(withParts)}, generate_series(1, 4) place`,
    sql`insert into event_vendors (event_id, vendor_library_id, display_order)
      select ${event}, ${rowId('vendor', sql`(n + place) % ${vendors}::int + 1`)}, place ${from(withParts)}, generate_series(1, 6) place`,
    sql`insert into event_tasks (event_id, template_id, title, kind, assignee_type, assignee_id, due_days, state, done_at)
      select v.event_id, ${rowId('task-template', n)}, 'Task ' || n, 'text', 'vendor', v.vendor_library_id, -(n % 90),
        case n when 1 then 'open' when 2 then 'returned' when 3 then 'submitted' else 'done' end,
        case when n = 4 then now() end
      from event_vendors v, generate_series(1, 4) n`,
  ]
}
