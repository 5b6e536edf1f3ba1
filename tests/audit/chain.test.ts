import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { auditLog, auditPending } from '#db/schema/site.ts'
import { CONTENT_CHANGED } from '#src/contract/audit-log.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const actor = { id: 'ada', address: '203.0.113.7', requestId: 'request-1' }
const entry = (n: number) => ({ action: 'thing.change', subjectType: 'thing', subjectId: `${n}`, after: { n } })

/** Changes the log behind its trigger, as somebody who owns the table could. */
async function tamper(db: Db, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger user`)
    for (const statement of statements) await tx.execute(statement)
    await tx.execute(sql`alter table audit_log enable trigger user`)
  })
}

describe('the audit log', () => {
  let opened: TestDb
  let db: Db
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  beforeEach(() => tamper(db, sql`truncate audit_log restart identity`))

  test('holds each entry, chained to the one before, once its transaction is committed', async () => {
    await recordAudit(db, actor, { ...entry(1), before: { name: 'old', passwordHash: 'x' } })
    await db.transaction(async (tx) => {
      await recordAudit(tx, actor, entry(2))
      await recordAudit(tx, { id: 'cli' }, entry(3))
    })
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    expect(rows.map((row) => row.subjectId)).toEqual(['1', '2', '3'])
    expect(rows[0]).toMatchObject({ actor: 'ada', address: '203.0.113.7', requestId: 'request-1', after: { n: 1 } })
    expect(rows[0]?.before).toEqual({ name: 'old', passwordHash: '[masked]' })
    expect(rows[0]?.previousHash).toBe('0'.repeat(64))
    expect(rows.slice(1).map((row) => row.previousHash)).toEqual(rows.slice(0, 2).map((row) => row.hash))
    expect(await verifyAuditChain(db)).toEqual({ ok: true, rows: 3, head: rows[2]?.hash })
    expect(await db.$count(auditPending)).toBe(0)
  })

  test('holds nothing of a transaction that was rolled back', async () => {
    const undone = db.transaction(async (tx) => {
      await recordAudit(tx, actor, entry(1))
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 0 })
    expect(await db.$count(auditPending)).toBe(0)
  })

  test('refuses to change, delete or empty what it holds', async () => {
    await recordAudit(db, actor, entry(1))
    const attempts = [
      sql`update audit_log set actor = 'nobody'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`truncate audit_log cascade`,
      sql`insert into audit_log (id, actor, action, subject_type, subject_id) overriding system value
        values (1, 'x', 'x', 'x', 'x') on conflict (id) do update set actor = 'x'`,
    ]
    for (const attempt of attempts)
      await expect(db.execute(attempt)).rejects.toMatchObject({ cause: { code: '42501' } })
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 1 })
  })

  test('keeps texts, numbers and instants of every kind in a chain that holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async (after) => {
        await recordAudit(db, actor, { ...entry(1), before: { at: new Date(0), none: undefined }, after })
      }),
      { numRuns: 40 },
    )
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 40 })
  })

  test('a row that is changed, missing, put in or moved is found', async () => {
    for (let n = 1; n <= 12; n += 1) await recordAudit(db, actor, entry(n))
    await db.execute(sql`create table intact as select * from audit_log`)
    const restore = () =>
      tamper(
        db,
        sql`delete from audit_log`,
        sql`insert into audit_log overriding system value select * from intact order by id`,
      )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 11 }), fc.constantFrom(...forgeries), async (id, [, forge]) => {
        await tamper(db, ...forge(id))
        const verdict = await verifyAuditChain(db)
        expect(verdict).toMatchObject({ ok: false })
        expect(!verdict.ok && verdict.brokenAt).toBeOneOf([id, id + 1, 100])
        await restore()
        expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 12 })
      }),
      { numRuns: 60 },
    )
  })

  test('rows missing at the end are found by who kept the head', async () => {
    for (let n = 1; n <= 3; n += 1) await recordAudit(db, actor, entry(n))
    const before = await verifyAuditChain(db)
    await tamper(db, sql`delete from audit_log where subject_id = '3'`)
    const after = await verifyAuditChain(db)
    expect(after.ok && before.ok && after.head !== before.head).toBe(true)
  })

  test('goes on behind a row that was put in, without a second chain', async () => {
    await recordAudit(db, actor, entry(1))
    const forged = sql`insert into audit_log (actor, action, subject_type, subject_id) values ('x', 'x', 'x', 'forged')`
    await tamper(db, forged)
    await recordAudit(db, actor, entry(2))
    expect(await verifyAuditChain(db)).toMatchObject({ ok: false, brokenAt: 2 })
    await tamper(db, sql`delete from audit_log where subject_id = 'forged'`)
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 2 })
  })

  test('is walked page by page', async () => {
    await db.execute(sql`insert into audit_pending (actor, action, subject_type, subject_id)
      select 'a', 'b', 'c', n::text from generate_series(1, 2001) n`)
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 2001 })
    await tamper(db, sql`update audit_log set after = 'null' where subject_id = '1500'`)
    expect(await verifyAuditChain(db)).toEqual({
      ok: false,
      brokenAt: 1500,
      reason: CONTENT_CHANGED,
    })
  })
})

type Forgery = (id: number) => ReturnType<typeof sql>[]
const set = (column: string, value: ReturnType<typeof sql>): [string, Forgery] => [
  column,
  (id) => [sql`update audit_log set ${sql.identifier(column)} = ${value} where id = ${id}`],
]
const forgeries: [string, Forgery][] = [
  set('actor', sql`actor || 'x'`),
  set('action', sql`''`),
  set('subject_type', sql`subject_type || subject_id`),
  set('subject_id', sql`'elsewhere'`),
  set('before', sql`'null'`),
  set('after', sql`after || '{"n": 99}'`),
  set('after', sql`null`),
  set('address', sql`null`),
  set('request_id', sql`'other'`),
  set('at', sql`at + interval '1 microsecond'`),
  set('hash', sql`null`),
  set('hash', sql`repeat('a', 64)`),
  set('previous_hash', sql`null`),
  set('previous_hash', sql`repeat('b', 64)`),
  ['missing', (id) => [sql`delete from audit_log where id = ${id}`]],
  [
    'changed, with a hash to fit',
    (id) => [
      sql`update audit_log set actor = 'x' where id = ${id}`,
      sql`update audit_log set hash = audit_hash(previous_hash, audit_log) where id = ${id}`,
    ],
  ],
  [
    'moved',
    (id) => [
      sql`delete from audit_log where id in (${id}, ${id + 1})`,
      sql`update intact set id = ${2 * id + 1} - id where id in (${id}, ${id + 1})`,
      sql`insert into audit_log overriding system value select * from intact where id in (${id}, ${id + 1})`,
      sql`update intact set id = ${2 * id + 1} - id where id in (${id}, ${id + 1})`,
    ],
  ],
  [
    'put in',
    () => [
      sql`insert into audit_log (id, actor, action, subject_type, subject_id, previous_hash, hash)
      overriding system value values (100, 'x', 'x', 'x', 'x', repeat('c', 64), repeat('d', 64))`,
    ],
  ],
]
