import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSetsOf } from '#src/domain/change-sets/open-sets.ts'
import { changeSetPage } from '#src/domain/change-sets/read-change-sets.ts'
import { duePage } from '#src/domain/change-sets/schedule-set.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
  // As many sets as an office makes in a century, nine of ten with a rollback that nobody asked for.
  await opened.db.execute(sql`insert into change_sets (name, state, created_by, published_at, updated_at)
    select 'Set ' || n, case when n % 10 = 0 then 'published' else 'prepared' end, 'cli',
      case when n % 10 = 0 then now() end, now() - n * interval '1 hour'
    from generate_series(1, 20000) n`)
  await opened.db.execute(sql`insert into change_items (set_id, subject_type, subject_id, label, before, after, updated_by)
    select id, 'vendor', gen_random_uuid()::text, 'Gauge', '{}', '{}', 'cli' from change_sets`)
  await opened.db.execute(sql`analyze change_sets, change_items`)
})
afterAll(() => opened.close())

const planOf = async (query: SQLWrapper) => JSON.stringify(await opened.db.execute(sql`explain ${query.getSQL()}`))
const place = [NOON * 1_000, '00000000-0000-4000-8000-000000000000'] as [number, string]

test.each([
  ['the list of sets', 'change_sets_recent', () => changeSetPage(opened.db, { limit: 25 })],
  ['a later page', 'change_sets_recent', () => changeSetPage(opened.db, { limit: 25, cursor: place })],
  ['one state', 'change_sets_by_state', () => changeSetPage(opened.db, { limit: 25, state: 'open' })],
  ['what is due', 'change_sets_due', () => duePage(opened.db, NOON)],
  ['the open sets of a record', 'change_items_subject', () => openSetsOf(opened.db, 'vendor', 'x')],
  ['the open sets of an event and its slots', 'change_sets_by_state', () => openSetsOf(opened.db, 'event', 'x')],
  [
    'the open sets that put a block somewhere',
    'change_sets_by_state',
    () => openSetsOf(opened.db, 'content_block', 'x'),
  ],
] as const)('%s is read through an index (DB5)', async (_name, index, query) => {
  const plan = await planOf(query())
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
