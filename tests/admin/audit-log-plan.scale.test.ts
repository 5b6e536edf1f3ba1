import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles, users } from '#db/schema/accounts.ts'
import { firstRowsOnly, MOST_CSV } from '#src/contract/csv.ts'
import { type AuditWhere, auditCsv, auditRows, distinctActions } from '#src/domain/audit/read-audit-log.ts'
import { verifyAuditChain } from '#src/domain/audit/verify-audit-chain.ts'
import { storeAuditRows } from '#tests/support/audit-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'

const ROWS = 100_000
const UNTIL = new Date('2026-11-20T18:00:00Z')
const MINUTE = 60_000
const PEOPLE = Array.from({ length: 40 }, (_, n) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`)
const ago = (minutes: number) => UNTIL.getTime() - minutes * MINUTE

/** The plan as it was carried out, with its nodes in a row. */
async function carryOut(db: Db, query: SQLWrapper) {
  const result: unknown = await db.execute(sql`explain (analyze, format json) ${query.getSQL()}`)
  const text = JSON.stringify(result)
  const numbers = [...text.matchAll(/\\?"Rows Removed by Filter\\?":\s*(\d+)/g)].map((match) => Number(match[1]))
  return { text, passedOver: numbers.reduce((sum, number) => sum + number, 0) }
}

describe(`the audit log with ${ROWS} rows`, () => {
  let opened: TestDb
  let db: Db
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
    await db
      .insert(users)
      .values(PEOPLE.map((id, n) => ({ id, email: `p${n}@x.example`, emailKey: `p${n}@x.example` })))
    await db.insert(profiles).values(PEOPLE.map((id, n) => ({ id, username: `person${n}`, usernameKey: `person${n}` })))
    await storeAuditRows(db, { rows: ROWS, actors: PEOPLE, until: UNTIL })
  }, 120_000)
  afterAll(() => opened.close())

  const filters: [string, AuditWhere][] = [
    ['no filter', {}],
    ['an actor', { actor: PEOPLE[7] }],
    ['somebody who did nothing', { actor: 'nobody' }],
    ['a frequent action', { actions: ['session.open'] }],
    ['a rare action', { actions: ['ban.create'] }],
    ['several actions', { actions: ['ban.create', 'account.decide'] }],
    ['a kind of subject', { subjectType: 'vendor' }],
    ['one subject', { subjectType: 'vendor', subjectId: 'subject-17' }],
    ['the last hour', { from: ago(60) }],
    ['long ago', { until: ago(ROWS - 100) }],
    ['a day in the middle', { from: ago(50_000), until: ago(48_560) }],
    ['an actor on that day', { actor: PEOPLE[7], from: ago(50_000), until: ago(48_560) }],
  ]

  test.each(filters)(
    '%s: answered by an index, with at most 100 rows passed over for each one shown',
    async (_name, where) => {
      for (const before of [undefined, ROWS / 2]) {
        const { text, passedOver } = await carryOut(db, auditRows(db, where, { limit: 26, before }))
        expect(text).not.toContain('Seq Scan')
        expect(text).toContain('Index')
        expect(passedOver).toBeLessThan(2_600)
      }
    },
  )

  test('several filters together: one of them is answered by an index, and the table is never read through', async () => {
    const where = { actor: PEOPLE[1], actions: ['vendor.update'], subjectType: 'vendor', from: ago(90_000) }
    const { text } = await carryOut(db, auditRows(db, where, { limit: 26 }))
    expect(text).not.toContain('Seq Scan')
    expect(text).toContain('Index')
  })

  test('the list of actions asks the index once for each of them', async () => {
    const { text, passedOver } = await carryOut(db, distinctActions())
    expect(text).not.toContain('Seq Scan')
    expect(passedOver).toBeLessThan(2)
  })

  test('rows come as CSV, a piece at a time, and the file ends before the host would cut it off, and says so', async () => {
    let lines = 0
    let bytes = 0
    let last = ''
    for await (const piece of auditCsv(db, {})) {
      lines += piece.split('\r\n').length - 1
      bytes += Buffer.byteLength(piece)
      expect(piece.length).toBeLessThan(1_000_000)
      last = piece
    }
    expect(bytes).toBeGreaterThan(MOST_CSV.bytes - 1_000_000)
    expect(bytes).toBeLessThan(20_000_000)
    expect(lines).toBeLessThan(ROWS)
    // The names of the columns and the note are lines too.
    expect(last).toContain(firstRowsOnly(lines - 2))
  })

  test('the chain of these rows holds', async () => {
    expect(await verifyAuditChain(db)).toMatchObject({ ok: true, rows: ROWS })
  })
})
