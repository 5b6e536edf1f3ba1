import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { libraryQuery } from '#src/contract/library.ts'
import { pageOfAgendaTemplates } from '#src/domain/agenda-templates/read-agenda-templates.ts'
import { pageOfLocations } from '#src/domain/locations/read-locations.ts'
import { pageOfTeam } from '#src/domain/team/read-team.ts'
import { pageOfVendors } from '#src/domain/vendors/read-vendors.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const LISTS = [
  { name: 'vendors', getPage: pageOfVendors, index: 'vendor_library', uses: 'event_vendors_vendor' },
  { name: 'team', getPage: pageOfTeam, index: 'team_library', uses: 'event_team_member' },
  { name: 'locations', getPage: pageOfLocations, index: 'location_library', uses: 'event_config_location' },
  {
    name: 'agenda templates',
    getPage: pageOfAgendaTemplates,
    index: 'agenda_template_groups',
    uses: 'event_config_agenda_template',
  },
]

/** 2,000 entries of each library and 10,000 events that use two of them each. */
async function store(db: Db): Promise<void> {
  const numbers = sql`from generate_series(1, 2000) n`
  await db.execute(sql`insert into vendor_library (vendor_name, tags) select 'Gauge ' || n, 'Tag' || n ${numbers}`)
  await db.execute(
    sql`insert into team_library (full_name, title, bio) select 'Ada ' || n, 'Title ' || n, 'Bio' ${numbers}`,
  )
  await db.execute(sql`insert into location_library (venue_name, city) select 'Dock ' || n, 'Tulsa' ${numbers}`)
  await db.execute(sql`insert into agenda_template_groups (group_name) select 'Day ' || n ${numbers}`)
  await db.execute(sql`insert into agenda_template_items (group_id, time_slot, title, display_order)
    select id, '8:30am', 'Asset walk', n from agenda_template_groups, generate_series(1, 9) n`)
  await db.execute(sql`insert into event_config (event_slug, event_name, event_date, location_id, agenda_template_group_id)
    select 'event-' || n, 'Workshop ' || n, date '2020-01-01' + n / 4,
      (array(select id from location_library))[1 + n % 2000], (array(select id from agenda_template_groups))[1 + n % 2000]
    from generate_series(1, 10000) n`)
  await db.execute(sql`with v as (select id, row_number() over () n from vendor_library), e as (select id, row_number() over () n from event_config)
    insert into event_vendors (event_id, vendor_library_id, display_order) select e.id, v.id, 1 from e join v on v.n = 1 + e.n % 2000`)
  await db.execute(sql`with t as (select id, row_number() over () n from team_library), e as (select id, row_number() over () n from event_config)
    insert into event_team (event_id, team_library_id, display_order) select e.id, t.id, 1 from e join t on t.n = 1 + e.n % 2000`)
  await db.execute(sql`analyze`)
}

async function planOf(db: Db, query: SQLWrapper): Promise<string> {
  return JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))
}

describe.each(LISTS)('the list of $name among 2,000', ({ getPage, index, uses }) => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    await store(opened.db)
  })
  afterAll(() => opened.close())

  test('is read in the order of an index, from its place on, and counts uses by an index', async () => {
    const { db } = opened
    const place = ['gauge 1000', '00000000-0000-4000-8000-000000000000']
    const cursor = btoa(JSON.stringify(place)).replaceAll('=', '')
    for (const ask of [libraryQuery.parse({}), libraryQuery.parse({ cursor })]) {
      const plan = await planOf(db, getPage(db, ask))
      expect(plan).toContain(`${index}_name`)
      expect(plan).toContain(uses)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  test('finds words by an index', async () => {
    const plan = await planOf(opened.db, getPage(opened.db, libraryQuery.parse({ q: '1234' })))
    expect(plan).toContain(`${index}_search`)
    expect(plan).not.toContain('Seq Scan')
  })
})
