import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import {
  listUsers,
  matchUsers,
  type UsersQuery,
  userMatchQueries,
  usersQuery,
} from '#src/domain/accounts/list-users.ts'
import { attemptsQuery, changesQuery, readTimeline } from '#src/domain/accounts/read-timeline.ts'
import { selectAddressBans } from '#src/domain/security/list-bans.ts'
import { NOON } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const PEOPLE = 100_000
const START = [Number.MAX_SAFE_INTEGER, 8_000_000_000_000_000, Number.MAX_SAFE_INTEGER] as const
const ONE = '00000000-0000-4000-8000-000000000007'

/** As many as one statement stores in good time, on a machine that has other things to do as well. */
const CHUNK = 5_000

/** 100,000 people: one in a hundred waits, is unconfirmed or deleted; few have roles or bans. */
async function store(db: Db): Promise<void> {
  const at = sql`${new Date(NOON).toISOString()}::timestamptz - n * interval '1 minute'`
  const id = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const numbered = async (count: number, insert: SQL) => {
    for (let from = 1; from <= count; from += CHUNK)
      await db.execute(sql`${insert} from generate_series(${from}::int, ${Math.min(count, from + CHUNK - 1)}::int) n`)
  }
  await numbered(
    PEOPLE,
    sql`insert into users (id, email, email_key, email_confirmed_at, deleted_at, created_at)
      select ${id}, 'n' || n || '@plant' || n % 50 || '.example', 'n' || n || '@plant' || n % 50 || '.example',
        case when n % 100 <> 1 then ${at} end, case when n % 100 = 2 then ${at} end, ${at}`,
  )
  await numbered(
    PEOPLE,
    sql`insert into profiles (id, username, username_key, full_name, approval, created_at)
      select ${id}, 'user' || n, 'user' || n, 'Given' || n % 1000 || ' Family' || n,
        case when n % 100 = 3 then 'pending' else 'approved' end, ${at}`,
  )
  await db.execute(sql`insert into user_roles (user_id, role, granted_by)
    select ${id}, 'moderator', 'test' from generate_series(1, ${PEOPLE}, 10000) n`)
  await numbered(
    20_000,
    sql`insert into bans (subject_type, subject, reason, actor, created_at)
      select case when n % 50 = 0 then 'user' else 'address' end,
        case when n % 50 = 0 then ${id}::text else '192.0.2.' || n % 250 end, 'Spam', 'limits', ${at}`,
  )
  const attempts = sql`insert into auth_attempts (at, address, attempt_type, user_id, is_success, reason)`
  await numbered(50_000, sql`${attempts} select ${at}, 'x', 'signin', ${id}::text, n % 3 = 0, null`)
  await numbered(300, sql`${attempts} select ${at}, 'x', 'signin', ${ONE}, false, 'wrong password'`)
  // Chained before, so that nothing is chained row by row.
  await numbered(
    60_000,
    sql`insert into audit_log (at, actor, action, subject_type, subject_id, previous_hash, hash)
      select ${at}, case when n % 40 = 0 then ${ONE} else ${id}::text end, 'session.open', 'account',
        case when n % 50 = 0 then ${ONE} else ${id}::text end, 'p' || n, 'h' || n`,
  )
  for (const table of ['users', 'profiles', 'user_roles', 'bans', 'auth_attempts', 'audit_log'])
    await db.execute(sql.raw(`analyze ${table}`))
}

describe('100,000 users', () => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await testDb()
    await store(opened.db)
  }, 120_000)
  afterAll(() => opened?.close())

  const planOf = async (query: SQLWrapper): Promise<string> =>
    JSON.stringify(await opened.db.execute(sql`explain ${query.getSQL()}`))
  const micros = (minutes: number) => (NOON - minutes * 60_000) * 1000
  const placeAt = (n: number): [number, string] => [micros(n), `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`]

  test.each<[string, Omit<UsersQuery, 'limit'>, string]>([
    ['all of them', {}, 'users_created'],
    ['all of them, far down', { after: placeAt(90_000) }, 'users_created'],
    ['the queue', { approval: 'pending' }, 'profiles_approval'],
    ['the queue, far down', { approval: 'pending', after: placeAt(503) }, 'profiles_approval'],
    ['the approved', { approval: 'approved' }, 'profiles_approval'],
    ['the unconfirmed', { state: 'unconfirmed' }, 'users_unconfirmed'],
    ['the deleted', { state: 'deleted' }, 'users_deleted'],
    ['the banned', { state: 'banned' }, 'users_pkey'],
    ['moderators', { role: 'moderator' }, 'users_pkey'],
  ])('%s are found by an index', async (_what, ask, index) => {
    const plan = await planOf(usersQuery(opened.db, { ...ask, limit: 25 }, NOON))
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on (users|profiles|auth_attempts|sessions|auth_factors)/)
    expect((await listUsers(opened.db, { ...ask, limit: 25 }, NOON)).items.length).toBeGreaterThan(0)
  })

  test.each<[string, Omit<UsersQuery, 'limit'>]>([
    ['a name', { q: 'family77123' }],
    ['many names, down the list', { q: 'given7', after: placeAt(500) }],
    ['an address', { q: 'n777@plant27.example' }],
    ['nobody', { q: 'nobodysuch' }],
    ['everybody', { q: 'user' }],
  ])('%s is looked up in the indexes of words; then nobody else is read', async (what, ask) => {
    const asked = userMatchQueries(opened.db, ask.q ?? '')
    if (!asked) throw new Error('There are words')
    // Where most have the words, reading from the front finds them sooner than an index.
    if (what !== 'everybody') expect(await planOf(asked.named)).toContain('profiles_search')
    expect(await planOf(asked.addressed)).toContain('users_search')
    const query = usersQuery(opened.db, { ...ask, limit: 25 }, NOON, await matchUsers(opened.db, ask.q ?? ''))
    expect(await planOf(query)).not.toMatch(/Seq Scan on (users|profiles)/)
    const { items } = await listUsers(opened.db, { ...ask, limit: 25 }, NOON)
    expect(items.length > 0).toBe(what !== 'nobody')
  })

  test('what happened to one of them is found by an index', async () => {
    const changes = await planOf(changesQuery(opened.db, ONE, START, 25))
    expect(changes).toContain('audit_log_subject')
    expect(changes).toContain('audit_log_actor')
    expect(changes).not.toContain('Seq Scan')
    const attempts = await planOf(attemptsQuery(opened.db, ONE, START, 25))
    expect(attempts).toContain('auth_attempts_user')
    expect(attempts).not.toContain('Seq Scan')
    expect((await readTimeline(opened.db, ONE, { limit: 25 })).items).toHaveLength(25)
  })

  test('banned addresses are found by an index', async () => {
    const all = await planOf(selectAddressBans(opened.db, { limit: 25, isOver: false }, NOON))
    expect(all).toContain('bans_recent')
    expect(all).not.toContain('Seq Scan')
    const one = await planOf(selectAddressBans(opened.db, { limit: 25, isOver: false, address: '192.0.2.7' }, NOON))
    expect(one).toMatch(/bans_(subject|recent)/)
    expect(one).not.toContain('Seq Scan')
  })
})
