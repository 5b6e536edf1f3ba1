import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schema from '#db/schema/index.ts'
import { seedDemo } from '#db/seed/seed.ts'
import { readEventDigests } from '#src/domain/site/event-digests.ts'
import { readEventRows } from '#src/domain/site/read-site.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  await seedDemo(opened.db, Date.parse('2026-12-01T12:00:00Z'), { registrationOrigin: 'https://register.example' })
})
afterAll(() => opened.close())

const digests = async () => new Map((await readEventDigests(opened.db)).map((one) => [one.id, one.digest]))

test('they are those of the published events, in the order of the events', async () => {
  const rows = await readEventRows(opened.db)
  expect((await readEventDigests(opened.db)).map(({ id }) => id)).toEqual(rows.map(({ event }) => event.id))
  const some = rows.slice(1, 3).map(({ event }) => event.id)
  const all = await digests()
  expect(await readEventDigests(opened.db, some)).toEqual(
    some.map((id) => expect.objectContaining({ id, digest: all.get(id) })),
  )
  expect((await readEventRows(opened.db, some)).map(({ event }) => event.id)).toEqual(some)
})

/** Every table that the rows of an event are read from. */
const TABLES = [
  ...['event_config', 'event_agenda', 'event_team', 'event_vendors', 'team_library', 'vendor_library'],
  ...['site_copy', 'content_slots', 'content_blocks'],
]

test('no other table is read for the rows of an event', async () => {
  const asked: string[] = []
  const pool = new pg.Pool({ connectionString: opened.url, max: 1 })
  const logger = { logQuery: (query: string) => void asked.push(query) }
  await readEventRows(drizzle(pool, { schema, casing: 'snake_case', logger }))
  await pool.end()
  const tables = asked.flatMap((query) => [...query.matchAll(/(?:from|join) "(\w+)"/g)].map((match) => match[1] ?? ''))
  expect([...new Set(tables)].sort()).toEqual([...TABLES].sort())
})

/** A column of each of them that pages show. */
const SHOWN = {
  event_config: 'venue_name',
  event_agenda: 'title',
  event_team: 'display_order',
  event_vendors: 'display_order',
  team_library: 'bio',
  vendor_library: 'description',
}

test.each(Object.entries(SHOWN))(
  'a change of a row of %s changes the digests of the events that show it, and no other',
  async (table, column) => {
    const all = async () => new Map((await readEventRows(opened.db)).map((one) => [one.event.id, JSON.stringify(one)]))
    const [rows, before] = [await all(), await digests()]
    const [name, changed] = [sql.identifier(table), sql.identifier(column)]
    const value = column === 'display_order' ? sql`display_order + 100` : sql`'Another text'`
    await opened.db.execute(
      sql`update ${name} set ${changed} = ${value} where id = (select id from ${name} order by id limit 1)`,
    )
    const [rowsAfter, after] = [await all(), await digests()]
    const changedRows = [...rows.keys()].filter((id) => rows.get(id) !== rowsAfter.get(id))
    const changedDigests = [...before.keys()].filter((id) => before.get(id) !== after.get(id))
    expect(changedDigests).toEqual(expect.arrayContaining(changedRows))
    // Rows of the libraries may be on the pages of all events, any other is on one.
    expect(changedDigests.length).toBeLessThanOrEqual(table.startsWith('event_') ? 1 : before.size)
  },
)

test('titles that change their places on an agenda change the digest', async () => {
  const before = await digests()
  await opened.db.execute(sql`
    with two as (
      select id, title, lead(id) over day as next, lead(title) over day as other from event_agenda
      where is_active and event_id = (select id from event_config where is_published limit 1)
      window day as (order by display_order) limit 1
    )
    update event_agenda slot set title = case slot.id when two.id then two.other else two.title end
    from two where slot.id in (two.id, two.next)`)
  const after = await digests()
  expect([...before.keys()].filter((id) => before.get(id) !== after.get(id))).toHaveLength(1)
})

test('a change of what editors put on pages changes the digests of the events that show it', async () => {
  const [one, other] = await readEventRows(opened.db)
  if (!one || !other) throw new Error('The demo has more events than one')
  const changedBy = async (change: SQL) => {
    const before = await digests()
    await opened.db.execute(change)
    const after = await digests()
    return [...before.keys()].filter((id) => before.get(id) !== after.get(id))
  }
  const block = sql`(select id from content_blocks where is_active and title = 'Of one' limit 1)`
  await opened.db.execute(
    sql`insert into content_blocks (kind, title, body) values ('list', 'Of one', '{"schemaVersion":1,"heading":"","items":["One"]}')`,
  )
  const all = [...(await digests()).keys()]
  expect(
    await changedBy(
      sql`insert into content_slots (place, event_id, block_id, position) values ('bring', ${one.event.id}, ${block}, 1)`,
    ),
  ).toEqual([one.event.id])
  expect(await changedBy(sql`update content_blocks set tags = '{other}' where title = 'Of one'`)).toEqual([
    one.event.id,
  ])
  expect(
    await changedBy(sql`insert into content_slots (place, block_id, position) values ('terms', ${block}, 1)`),
  ).toEqual(all)
  expect(await changedBy(sql`insert into site_copy (key, text) values ('footer.text', 'Another text')`)).toEqual(all)
})
