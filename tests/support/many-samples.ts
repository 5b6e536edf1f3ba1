import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { toCursor } from '#src/contract/page.ts'
import { EDITED } from './many-rows.ts'
import { rowId } from './many-words.ts'

/** The value of each parameter in a path. */
export type Sample = Readonly<Record<string, string>>

/** The path with what was found in the place of names. */
export function fill(path: string, sample: Sample): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const found = sample[name]
    if (found === undefined) throw new Error(`There is no sample of ${name}`)
    return found
  })
}

const micros = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000000)::float8`)
const byName = (table: string, name: string) =>
  sql.raw(`select lower(${name}), id from ${table} order by lower(${name}), id offset 500`)

/** People of the event that all samples are of. */
const PEOPLE = sql`from logistics_people where event_id = ${rowId('event', EDITED)} order by role, lower(name), id offset 200`

/** Where a page in the middle of each list begins. */
const DEEP: Record<string, SQL> = {
  events: sql`select event_date::text, id from event_config order by event_date desc, id desc offset 5000`,
  deleted: sql`select max(id) - 100 from audit_log`,
  vendors: byName('vendor_library', 'vendor_name'),
  team: byName('team_library', 'full_name'),
  locations: byName('location_library', 'venue_name'),
  'agenda-templates': byName('agenda_template_groups', 'group_name'),
  'task-templates': sql`select lower(title), id from task_templates order by lower(title), id offset 100`,
  'content-blocks': byName('content_blocks', 'title'),
  'content-pages': byName('content_pages', 'title'),
  products: sql`select display_order, id from shop_products order by display_order, id offset 500`,
  'vendor-tasks': sql`select e.event_date::text, e.id as event_id, t.due_days, t.id from event_tasks t join event_config e on e.id = t.event_id
    order by e.event_date desc, e.id desc offset 500`,
  users: sql`select ${micros('created_at')}, id from users order by created_at desc, id desc offset 50000`,
  pending: sql`select ${micros('created_at')}, id from profiles where approval = 'pending' order by created_at, id offset 300`,
  audit: sql`select 50000`,
  mails: sql`select to_char(next_attempt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), id from outbox
    where state = 'sent' order by next_attempt_at desc, id desc offset 25000`,
  reports: sql`select ${micros('created_at')}, id from event_reports order by created_at desc, id desc offset 30000`,
  shipped: sql`select status, ${micros('shipped_at')}, id from admin_wishes where status = 'shipped'
    order by shipped_at desc, id desc offset 600`,
  wishes: sql`select status, display_order, id from admin_wishes where status = 'planned' order by display_order, id offset 600`,
  flagged: sql`select ${micros('created_at')}, id from forum_flags where handled_at is null order by created_at, id offset 20`,
  hidden: sql`select ${micros('updated_at')}, id from forum_posts where state = 'hidden' order by updated_at desc, id desc offset 20`,
  contacts: sql`select ${micros('created_at')}, id from vendor_contacts order by created_at desc, id desc offset 3000`,
  proposals: sql`select ${micros('created_at')}, id from vendor_proposals where state = 'open' order by created_at desc, id desc offset 500`,
  people: sql`select role, lower(name), id ${PEOPLE}`,
  bans: sql`select ${micros('created_at')}, id from bans where subject_type = 'address' order by created_at desc offset 4000`,
}

const rows = z.object({ rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))) })

/** Ids of rows that `storeManyRows` made, and cursors of pages far behind. */
export async function sampleOf(db: Db): Promise<Sample> {
  const first = async (query: SQL) => Object.values(rows.parse(await db.execute(query)).rows[0] ?? {})
  const people = { users: 'user', team: 'person', vendors: 'vendor' }
  const kinds = {
    events: 'event',
    locations: 'location',
    reports: 'report',
    wishes: 'wish',
    posts: 'post',
    'mail-rules': 'rule',
    'vendor-proposals': 'proposal',
    products: 'product',
    ...people,
  }
  const sample: Record<string, string> = {}
  for (const [name, kind] of Object.entries({
    ...kinds,
    'agenda-templates': 'template',
    'task-templates': 'task-template',
    'content-blocks': 'content-block',
    'content-pages': 'content-page',
  }))
    sample[name] = String(await first(sql`select ${rowId(kind, EDITED)}::text`))
  const [id, hash] = await first(sql`select id::text, hash from audit_log where id = 50000`)
  for (const [name, query] of Object.entries(DEEP))
    sample[`deep ${name}`] = toCursor(place(await first(sql`${query} limit 1`)))
  const [person] = await first(sql`select id::text ${PEOPLE} limit 1`)
  const [mail] = await first(sql`select id::text from outbox where state = 'sent' limit 1`)
  return {
    ...sample,
    people: String(person),
    mails: String(mail),
    key: 'state.jobs',
    audit: String(id),
    hash: String(hash),
  }
}

/** Numbers of the database that come as text are numbers again. */
function place(values: (string | number)[]): (string | number)[] {
  return values.map((value) => (/^-?\d+$/.test(String(value)) ? Number(value) : value))
}
