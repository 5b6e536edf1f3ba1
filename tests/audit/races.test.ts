import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, type OpenDb, openDb } from '#db/client.ts'
import { applyMigrations } from '#db/migrate.ts'
import { userRoles, users } from '#db/schema/accounts.ts'
import { auditLog, auditPending } from '#db/schema/site.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { createDatabase } from '#tests/support/postgres.ts'

const entry = (subjectId: string) => ({ action: 'thing.change', subjectType: 'thing', subjectId })
/** Written in the morning of the chain: the migration before it. */
const BEFORE_THE_CHAIN = 'audit_chain'

describe('many at once', () => {
  let opened: OpenDb
  let db: Db
  beforeAll(async () => {
    opened = openDb(await createDatabase(), { max: 50 })
    db = opened.db
  })
  afterAll(() => opened.close())

  test('form one chain in the order of its ids, whichever commits first and whichever rolls back', async () => {
    const work = (n: number) =>
      db.transaction(async (tx) => {
        await recordAudit(tx, { id: `${n}` }, entry('first'))
        await tx.execute(sql`select pg_sleep(${Math.random() / 20})`)
        await recordAudit(tx, { id: `${n}` }, entry('second'))
        if (n % 5 === 0) throw new Error('given up')
      })
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => work(n)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(160)
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 320 })
    expect(await db.$count(auditPending)).toBe(0)
    const rows = await db.select().from(auditLog).orderBy(auditLog.id)
    const instants = rows.map(({ at }) => at.getTime())
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    const pairs = rows
      .filter((_, index) => index % 2 === 0)
      .map(({ actor }, index) => actor === rows[2 * index + 1]?.actor)
    expect(pairs.every(Boolean), 'what one transaction wrote down stands together').toBe(true)
  })

  test('never wait for each other in a circle, in whatever order they write down and change', async () => {
    const [row] = await db.insert(users).values({ email: 'a@b.example', emailKey: 'a@b.example' }).returning()
    const id = row?.id ?? ''
    const change = (tx: Db) => tx.update(users).set({ failedSignIns: sql`failed_sign_ins + 1` }).where(eq(users.id, id))
    const orders: ((tx: Db) => Promise<void>)[] = [
      async (tx) => {
        await change(tx)
        await recordAudit(tx, { id: 'x' }, entry('after'))
      },
      async (tx) => {
        await recordAudit(tx, { id: 'x' }, entry('before'))
        await change(tx)
      },
    ]
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => db.transaction((tx) => orders[n % 2]?.(tx) ?? Promise.resolve())),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 380 })
  })

  test('cannot fork the chain by hand: a row has one successor', async () => {
    const rows = await db.select().from(auditLog).orderBy(auditLog.id).limit(2)
    const forged = { actor: 'x', action: 'x', subjectType: 'x', subjectId: 'x', hash: 'a'.repeat(64) }
    const insert = db.insert(auditLog).values({ ...forged, previousHash: rows[0]?.hash ?? null })
    await expect(insert).rejects.toMatchObject({ cause: { code: '23505' } })
  })
})

describe('a database from before the chain', () => {
  test('has its rows chained by the migration, and goes on from there', async () => {
    const { db, close } = openDb(await createDatabase({ template: 'template0' }), { max: 2, answerWithin: 0 })
    await applyMigrations(db, { upTo: await instantBefore(BEFORE_THE_CHAIN) })
    await db.execute(sql`insert into audit_log (actor, action, subject_type, subject_id, after)
      select 'cli', 'x', 'x', n::text, '{"a": 1}' from generate_series(1, 5) n`)
    await applyMigrations(db)
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 5 })
    await recordAudit(db, { id: 'ada' }, entry('6'))
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 6 })
    await close()
  })
})

/** The role of the audit log, made by the very statements of its record. (decision 0017) */
describe('a role that does not own the tables', () => {
  let owner: OpenDb
  let app: OpenDb
  const role = `app_${crypto.randomUUID().replaceAll('-', '')}`
  beforeAll(async () => {
    const url = await createDatabase()
    owner = openDb(url)
    await owner.db.execute(sql.raw(`create role ${role} login password 'app'`))
    for (const statement of await grantsOf(role)) await owner.db.execute(sql.raw(statement))
    app = openDb(Object.assign(new URL(url), { username: role, password: 'app' }).href)
  })
  afterAll(async () => {
    await app.close()
    await owner.db.execute(sql.raw(`drop owned by ${role}`))
    await owner.db.execute(sql.raw(`drop role ${role}`))
    await owner.close()
  })

  test('may read the log and nothing else, even if someone takes it over', async () => {
    const privileges = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
    const may = async (table: string) => {
      const asked = privileges.map((name) => sql`has_table_privilege(${role}, ${table}, ${name})`)
      const [row] = await owner.db
        .select({ all: sql<boolean[]>`array[${sql.join(asked, sql`, `)}]` })
        .from(sql`(values (1)) one`)
      return privileges.filter((_, index) => row?.all[index])
    }
    expect(await may('audit_log')).toEqual(['select'])
    expect(await may('audit_pending')).toEqual(['insert'])
    expect(await may('users')).toEqual(['select', 'insert', 'update', 'delete'])
    const attempts = [
      sql`update audit_log set actor = 'x'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`insert into audit_log (actor, action, subject_type, subject_id) values ('x', 'x', 'x', 'x')`,
      sql`delete from audit_pending`,
      sql`alter table audit_log disable trigger all`,
      sql`drop trigger audit_log_append_only on audit_log`,
      sql`create or replace function audit_refuse() returns trigger language plpgsql as 'begin return null; end'`,
      sql`set session_replication_role = replica`,
    ]
    for (const attempt of attempts) {
      await expect(app.db.execute(attempt)).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })

  test('writes down what it does, in one chain with what the owner does', async () => {
    const { db } = app
    const [user] = await db.insert(users).values({ email: 'c@d.example', emailKey: 'c@d.example' }).returning()
    await db.transaction(async (tx) => {
      await tx.insert(userRoles).values({ userId: user?.id ?? '', role: 'moderator', grantedBy: 'test' })
      await recordAudit(tx, { id: 'ada' }, entry('by the app'))
    })
    await recordAudit(owner.db, { id: 'cli' }, entry('by the owner'))
    await recordAudit(db, { id: 'ada' }, entry('by the app'))
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: 3 })
  })
})

async function grantsOf(role: string): Promise<string[]> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(new URL('../../docs/decisions/0017-audit-chain.md', import.meta.url), 'utf8')
  const [, block = ''] = /```sql\n([\s\S]*?)```/.exec(text) ?? []
  const statements = block
    .replaceAll('app', role)
    .split(';')
    .map((statement) => statement.trim())
  expect(statements.length).toBeGreaterThan(3)
  return statements.filter((statement) => statement !== '')
}

/** The moment before a migration was written. */
async function instantBefore(name: string): Promise<number> {
  const { default: journal } = await import('#db/migrations/meta/_journal.json', { with: { type: 'json' } })
  const found = journal.entries.find(({ tag }) => tag.endsWith(name))
  return (found?.when ?? 0) - 1
}
