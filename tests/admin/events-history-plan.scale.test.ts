import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyPage } from '#src/domain/audit/read-history.ts'
import { deletedPage } from '#src/domain/events/delete-event.ts'
import { storeAuditRows } from '#tests/support/audit-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { eventsApi } from './event-api.ts'
import { ADMIN_ID } from './event-part-api.ts'

const ROWS = 50_000

describe(`history and deleted events among ${ROWS} audit rows`, () => {
  let opened: TestDb
  let known = ''
  beforeAll(async () => {
    opened = await testDb()
    await storeAuditRows(opened.db, { rows: ROWS, actors: [ADMIN_ID], until: new Date('2026-11-20T18:00:00Z') })
    const api = await eventsApi(opened.db)
    for (let made = 0; made < 12; made += 1) {
      known = (await api.create()).item.id
      await api.ask(200, 'DELETE', `${known}?version=1`)
    }
    await opened.db.execute(sql`analyze audit_log`)
  }, 120_000)
  afterAll(() => opened?.close())

  const planOf = async (query: SQLWrapper) => JSON.stringify(await opened.db.execute(sql`explain ${query.getSQL()}`))

  test('the history of one event is found by its index', async () => {
    expect(await historyPage(opened.db, { type: 'event', id: known }, { limit: 25 })).toHaveLength(2)
    const plan = await planOf(historyPage(opened.db, { type: 'event', id: known }, { limit: 25, after: [ROWS] }))
    expect(plan).toContain('audit_log_subject')
    expect(plan).not.toContain('Seq Scan on audit_log')
  })

  test('deleted events are found by their action, and whether they are back by their id', async () => {
    expect(await deletedPage(opened.db, { limit: 25 })).toHaveLength(12)
    const plan = await planOf(deletedPage(opened.db, { limit: 25 }))
    expect(plan).toContain('audit_log_action')
    expect(plan).not.toContain('Seq Scan on audit_log')
  })
})
