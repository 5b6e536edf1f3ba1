import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/site.ts'
import {
  ACTOR_NAMES,
  type AuditCheck,
  type AuditEntry,
  type AuditLine,
  BAD_HASH,
  CONTENT_CHANGED,
  DELETED_ACCOUNT,
  SUBJECT_INCOMPLETE,
} from '#src/contract/audit-log.ts'
import { firstRowsOnly, MOST_CSV } from '#src/contract/csv.ts'
import { NOT_FOUND, UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { type Page, toCursor } from '#src/contract/page.ts'
import { usernameKey } from '#src/contract/username.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { auditCsv } from '#src/domain/audit/read-audit-log.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADA, expectAdminsOnly, siteAdminApi } from './site-admin-api.ts'

const BOB = '00000000-0000-4000-8000-00000000000b'
const GONE = '00000000-0000-4000-8000-00000000000c'
const START = '0'.repeat(64)

async function storePerson(db: Db, id: string, username: string): Promise<void> {
  const email = `${username}@plant.example`
  await db.insert(users).values({ id, email, emailKey: email })
  await db.insert(profiles).values({ id, username, usernameKey: usernameKey(username) })
}

const entry = (action: string, subjectType: string, subjectId: string) => ({ action, subjectType, subjectId })

/** Seven entries, of which the sixth holds what a spreadsheet would run. */
async function fill(db: Db): Promise<void> {
  const ada = { id: ADA, address: '203.0.113.7', requestId: 'request-1' }
  await recordAudit(db, ada, { ...entry('event.create', 'event', 'e1'), after: { eventName: 'Tulsa' } })
  await recordAudit(db, ada, {
    ...entry('event.publish', 'event', 'e1'),
    before: { isPublished: false },
    after: { isPublished: true },
  })
  await recordAudit(db, { id: BOB }, { ...entry('event.publish', 'event', 'e2'), after: {} })
  await recordAudit(db, { id: 'cli' }, { ...entry('role.grant', 'account', BOB), after: { role: 'admin' } })
  await recordAudit(
    db,
    { id: GONE },
    { ...entry('vendor.delete', 'vendor', 'v1'), before: { vendorName: 'Gauge, "Bolt" & Co' } },
  )
  await recordAudit(db, { id: '=cmd|calc' }, entry('events.odd', 'site', '@SUM(1)'))
  await recordAudit(db, ada, entry('event.unpublish', 'event', 'e1'))
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe('the audit log for admins', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    await storePerson(db, ADA, 'ada')
    await storePerson(db, BOB, 'Bob')
    await fill(db)
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    api = await siteAdminApi(db)
  })

  const list = (query = '') => api.ask<Page<AuditLine>>('GET', `audit-log${query}`)
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id)

  test('is for admins alone', async () => {
    const paths = ['', '/actions', '/export.csv', '/verify', `/contains?hash=${START}`, '/1']
    const before = await db.$count(auditLog)
    await expectAdminsOnly(
      db,
      paths.map((path) => ['GET', `audit-log${path}`]),
    )
    expect(await db.$count(auditLog)).toBe(before)
  })

  test('is sorted newest first, each entry with its actor’s name, and before and after', async () => {
    const answer = await api.send('GET', 'audit-log')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { items, nextCursor }: Page<AuditLine> = await answer.json()
    expect(nextCursor).toBeNull()
    expect(items.map(({ action, actorName }) => `${actorName}: ${action}`)).toEqual([
      'ada: event.unpublish',
      '=cmd|calc: events.odd',
      `${DELETED_ACCOUNT}: vendor.delete`,
      `${ACTOR_NAMES.cli}: role.grant`,
      'Bob: event.publish',
      'ada: event.publish',
      'ada: event.create',
    ])
    expect(items[5]).toEqual({
      id: 2,
      at: expect.any(Number),
      actor: ADA,
      actorName: 'ada',
      ...entry('event.publish', 'event', 'e1'),
      subjectName: null,
      before: { isPublished: false },
      after: { isPublished: true },
    })
    expect(items[3]).toMatchObject({ subjectId: BOB, subjectName: 'Bob', before: null })
  })

  test('comes page by page without a gap or a repetition', async () => {
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<AuditLine> = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test.each([
    ['?actor=ada', [7, 2, 1]],
    ['?actor=BOB', [3]],
    [`?actor=${ADA}`, [7, 2, 1]],
    ['?actor=cli', [4]],
    ['?actor=nobody-here', []],
    ['?action=event.publish', [3, 2]],
    ['?action=event.', [7, 3, 2, 1]],
    ['?action=event', []],
    ['?action=nothing.', []],
    ['?subjectType=event', [7, 3, 2, 1]],
    ['?subjectType=event&subjectId=e1', [7, 2, 1]],
    ['?actor=ada&action=event.publish&subjectType=event&subjectId=e1', [2]],
    ['?from=2020-01-01T00:00:00Z', [7, 6, 5, 4, 3, 2, 1]],
    ['?from=2100-01-01T00:00:00Z', []],
    ['?until=2100-01-01T00:00:00%2B02:00', [7, 6, 5, 4, 3, 2, 1]],
    ['?until=2020-01-01T00:00:00Z', []],
  ])('%s leaves %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test('is cut to a time: from its first moment, until its last one and not with it', async () => {
    const { items } = await list()
    const at = (id: number) => new Date(items.find((item) => item.id === id)?.at ?? 0)
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_log disable trigger user`)
      await tx.execute(sql`update audit_log set at = date_trunc('hour', at) + id * interval '2 hours'`)
      await tx.execute(sql`alter table audit_log enable trigger user`)
    })
    const hour = at(1).setUTCMinutes(0, 0, 0)
    const iso = (id: number) => new Date(hour + id * 7_200_000).toISOString()
    expect(await ids(`?from=${iso(3)}&until=${iso(5)}`)).toEqual([4, 3])
    expect(await ids(`?action=event.publish&from=${iso(3)}`)).toEqual([3])
    expect(await ids(`?from=${iso(5)}&until=${iso(3)}`)).toEqual([])
  })

  test.each([
    ['?subjectId=e1', SUBJECT_INCOMPLETE],
    ['?from=yesterday', 'Enter a time such as 2026-11-20T18:00:00Z'],
    ['?from=2026-02-30T00:00:00Z', 'Enter a time such as 2026-11-20T18:00:00Z'],
    ['?until=0000-01-01T00:00:00Z', 'Enter a time such as 2026-11-20T18:00:00Z'],
    ['?actor=', 'Enter a username'],
    ['?actor=a&actor=b', 'Enter a username'],
    ['?action=%00', 'Enter an action such as event.publish'],
    ['?limit=0', 'limit must be a whole number from 1 to 100'],
    ['?cursor=nonsense', 'cursor must be one this list gave'],
    ['?colour=red', UNKNOWN_FIELD],
    ['/verify?cursor=nonsense', 'cursor must be one this list gave'],
    ['/contains?hash=abc', BAD_HASH],
    ['/export.csv?limit=5', UNKNOWN_FIELD],
  ])('%s is refused', async (query, detail) => {
    expect(await problemOf(await api.send('GET', `audit-log${query}`))).toMatchObject({ status: 400, detail })
  })

  test('shows the address and the hash of one entry', async () => {
    const found = await api.ask<AuditEntry>('GET', 'audit-log/2')
    expect(found).toMatchObject({ id: 2, address: '203.0.113.7', requestId: 'request-1', action: 'event.publish' })
    expect(found.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(['99', '0', '-1', 'x', '1e99'])('knows no entry %s', async (id) => {
    const problem = await problemOf(await api.send('GET', `audit-log/${id}`))
    expect(problem).toMatchObject({ status: 404, detail: NOT_FOUND.auditEntry })
  })

  test('names each action once', async () => {
    expect(await api.ask('GET', 'audit-log/actions')).toEqual({
      items: ['event.create', 'event.publish', 'event.unpublish', 'events.odd', 'role.grant', 'vendor.delete'],
    })
  })

  describe('as CSV', () => {
    test('is a file to keep, with the same filters, in which nothing runs as a formula (XS2)', async () => {
      const answer = await api.send('GET', 'audit-log/export.csv')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="audit-log-2026-11-20.csv"')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      const lines = (await answer.text()).split('\r\n')
      expect(lines).toHaveLength(9)
      expect(lines[0]).toBe(
        '"id","at","actor","actor_name","action","subject_type","subject_id","before","after","address","request_id","hash"',
      )
      expect(lines[2]).toContain(`,"'=cmd|calc","'=cmd|calc","events.odd","site","'@SUM(1)",`)
      expect(lines[3]).toContain('"{""vendorName"":""Gauge, \\""Bolt\\"" & Co""}"')
      expect(lines.at(-1)).toBe('')
      const publishes = await (await api.send('GET', 'audit-log/export.csv?action=event.publish')).text()
      expect(publishes.split('\r\n').map((line) => line.split(',')[0])).toEqual(['"id"', '"3"', '"2"', ''])
    })

    test('says in its last line that it was cut off', async () => {
      const text = await whole(auditCsv(db, {}, { ...MOST_CSV, rows: 3 }))
      const lines = text.split('\r\n')
      expect(lines.map((line) => line.split(',')[0])).toEqual([
        '"id"',
        '"7"',
        '"6"',
        '"5"',
        expect.stringMatching(new RegExp(`^"${firstRowsOnly(3)} Export the entries up to \\d{4}-.*Z separately\\."$`)),
        '',
      ])
      expect(await whole(auditCsv(db, {}, { ...MOST_CSV, rows: 7 }))).not.toContain(firstRowsOnly(7))
    })
  })
})

describe('checking the chain for admins', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    api = await siteAdminApi(db)
  })
  afterAll(() => opened.close())

  const check = (cursor?: string | null) =>
    api.ask<AuditCheck>('GET', `audit-log/verify${cursor ? `?cursor=${cursor}` : ''}`)
  const contains = async (hash: string) =>
    (await api.ask<{ isThere: boolean }>('GET', `audit-log/contains?hash=${hash}`)).isThere

  test('an empty log is whole', async () => {
    expect(await check()).toEqual({ isWhole: true, rows: 0, head: START, reached: 0, last: 0, nextCursor: null })
    expect(await contains(START)).toBe(true)
    expect(await contains('a'.repeat(64))).toBe(false)
  })

  test('goes 5,000 rows at a time to the end, and its last hash can be asked for later', async () => {
    await db.execute(sql`insert into audit_pending (actor, action, subject_type, subject_id)
      select 'cli', 'thing.change', 'thing', n::text from generate_series(1, 5003) n`)
    const first = await check()
    expect(first).toMatchObject({ isWhole: true, rows: 5000, reached: 5000, last: 5003 })
    const second = await check(first.isWhole ? first.nextCursor : '')
    expect(second).toMatchObject({ isWhole: true, rows: 5003, reached: 5003, nextCursor: null })
    const whole = await verifyAuditChain(db)
    expect(second.isWhole && second.head).toBe(whole.ok && whole.head)

    expect(await contains(second.isWhole ? second.head : '')).toBe(true)
    expect(await contains(first.isWhole ? first.head : '')).toBe(true)
    await recordAudit(db, { id: 'cli' }, entry('thing.change', 'thing', 'later'))
    expect(await contains(second.isWhole ? second.head : '')).toBe(true)
  })

  test('a row that was changed is named', async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_log disable trigger user`)
      await tx.execute(sql`update audit_log set actor = 'nobody' where id = 5002`)
      await tx.execute(sql`alter table audit_log enable trigger user`)
    })
    const first = await check()
    expect(await check(first.isWhole ? first.nextCursor : '')).toEqual({
      isWhole: false,
      rows: 5001,
      brokenAt: 5002,
      reason: CONTENT_CHANGED,
    })
  })

  test('a place that was never reached fits nothing', async () => {
    expect(await check(toCursor([10, 'a'.repeat(64), 10]))).toMatchObject({ isWhole: false, brokenAt: 11 })
  })
})
