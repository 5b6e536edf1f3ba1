import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredRoutes } from '#src/api/routes.ts'
import { NOON, testApi } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { type ExplainingDb, explainingDb, type Step } from '#tests/support/explained.ts'
import { storeManyRows } from '#tests/support/many-rows.ts'
import { fill, type Sample, sampleOf } from '#tests/support/many-samples.ts'
import { adminArea } from './admin-area.ts'
import { someone } from './library-api.ts'
import { lists, patternOf } from './many-lists.ts'

/** Tables with so many rows are never read as a whole. */
const BIG = 500
/** Rows one step of a plan may look at: 100 for each one shown, and the one that says whether there are more. */
const MOST = 2_600

/** Answers out of the environment alone, or about one row of tables that hold few. */
const ASKS_LITTLE = [
  'change-sets/:id',
  'change-sets/:id/share-links',
  'site-copy',
  'event-setup',
  'events/:id/correction',
  'events/:id/tasks/:taskId',
  'mail-round-trips/:id',
  'task-files/:id',
]

/** With as many orders as there are of everything else here: tests/shop/plans.scale.test.ts. */
const ASKED_ELSEWHERE = ['orders', 'orders/export.csv', 'orders/:id', 'orders/:id/links', 'events/:id/pickups']

describe('with many years of everything', () => {
  let explaining: ExplainingDb
  let sample: Sample
  let big: Set<string>
  let stop: () => Promise<void>

  beforeAll(async () => {
    const { url, close } = await testDb()
    await storeManyRows(url, NOON)
    explaining = explainingDb(url)
    sample = await sampleOf(explaining.db)
    big = await bigTables()
    stop = () => explaining.close().then(close)
  }, 240_000)
  afterAll(() => stop())

  async function bigTables(): Promise<Set<string>> {
    const kinds = await explaining.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${BIG} and relnamespace = 'public'::regnamespace`,
    )
    return new Set(kinds.rows.map(({ name }) => name))
  }

  /** Every step of every question behind one answer. */
  async function getSteps(path: string): Promise<Step[]> {
    const explained = await explaining.explain(async () => {
      const { request } = await testApi({ db: explaining.db, area: adminArea, as: someone('owner') })
      const answer = await request(`/api/admin/${path}`)
      const text = await answer.text()
      expect(answer.status, `${path}: ${text}`).toBe(200)
    })
    expect(explained.length).toBeGreaterThan(0)
    return explained.flatMap(({ steps }) => steps)
  }

  /** What reads or sorts more than it should. */
  function getFaults(steps: readonly Step[], most: number, whole: readonly string[]): string[] {
    return steps
      .filter(({ table = '' }) => !whole.includes(table))
      .filter(({ kind, table = '', rows }) => rows > most || (kind === 'Seq Scan' && big.has(table)))
      .map(({ kind, table, index, rows }) => `${kind} ${table ?? ''} ${index ?? ''}: ${rows} rows`)
  }

  test('the tables are big', () => {
    const names = [
      'event_config',
      'vendor_library',
      'team_library',
      'audit_log',
      'users',
      'profiles',
      'outbox',
      'planned_mails',
    ]
    expect(names.filter((name) => !big.has(name))).toEqual([])
  })

  test('every question of the admin area is one of these', () => {
    const asked = new Set(
      [...lists.map(({ path }) => patternOf(path)), ...ASKS_LITTLE, ...ASKED_ELSEWHERE].map(
        (path) => `/api/admin/${path}`,
      ),
    )
    const gets = declaredRoutes(adminArea).filter(({ method }) => method === 'GET')
    expect(gets.map(({ path }) => path).filter((path) => !asked.has(path))).toEqual([])
  })

  test.each(lists)('$path reads no big table through and sorts none', async ({ path, most = MOST, whole = [] }) => {
    expect(getFaults(await getSteps(fill(path, sample)), most, whole)).toEqual([])
  })

  test.each([
    ['event_config_date', 'events'],
    ['event_config_search', 'events?q=nothing'],
    ['team_library_name', 'team?cursor={deep team}'],
    ['users_created', 'users'],
    ['profiles_search', 'users?q=adsa%20quillsa'],
    ['audit_log_actor', 'audit-log?actor=member_5'],
    ['site_builds_recent', 'builds'],
    ['planned_mails_due', 'mail-rules'],
  ])('without %s this would say so of %s', async (index, path) => {
    const { pool } = explaining
    const { rows } = await pool.query(`select pg_get_indexdef('${index}'::regclass) as made`)
    await pool.query(`drop index ${index}`)
    try {
      expect(getFaults(await getSteps(fill(path, sample)), MOST, [])).not.toEqual([])
    } finally {
      await pool.query(rows[0].made)
    }
  })
})
