import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { outbox } from '#db/schema/security.ts'
import { auditLog } from '#db/schema/site.ts'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import type { Role } from '#src/contract/viewer.ts'
import { NOON, problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { storedViewer } from './calls/caller.ts'
import { siteAdminApi } from './site-admin-api.ts'

/** Words of a reporter's own that no mail may carry. */
const CANARY = { title: 'cnry-title-41 <b>win</b>', description: 'cnry-text-41 https://evil.example/prize now' }

type ReportRow = typeof eventReports.$inferSelect
export type ReportApi = Awaited<ReturnType<typeof reportApi>>

let stored = 0

/** The admin API as somebody with a role uses it, who is there in the database, with reports at hand. */
export async function reportApi(db: Db, role: Role = 'moderator') {
  const viewer = await storedViewer(db, role)
  const api = await siteAdminApi(db, viewer)

  /** A verified, open report; each is a minute younger than the one before. */
  const store = async (is: Partial<typeof eventReports.$inferInsert> = {}): Promise<string> => {
    stored += 1
    const id = is.id ?? randomUUID()
    const reporterEmail = is.reporterEmail ?? `r${stored}-${id.slice(0, 8)}@plant.example`
    const at = new Date(NOON - 86_400_000 + stored * 60_000)
    const seen = { status: 'open', verifiedAt: at, createdAt: at } as const
    const row = { id, reportType: 'problem', ...CANARY, reporterEmail, emailKey: reporterEmail, ...seen } as const
    await db.insert(eventReports).values({ ...row, ...is })
    return id
  }
  const read = (id: string) => api.ask<ReportRecord>('GET', `reports/${id}`)
  const change = (id: string, body: object) => api.ask<ReportRecord>('PATCH', `reports/${id}`, body)
  const merge = (id: string, into: string, version = 1) =>
    api.ask<ReportRecord>('POST', `reports/${id}/merge`, { version, into })
  const note = (id: string, body: string, noteId = randomUUID()) =>
    api.send('POST', `reports/${id}/notes`, { id: noteId, body })
  /** The problem a call is answered with. */
  const refused = async (method: string, path: string, body?: object) =>
    problemOf(await api.send(method, `reports/${path}`, body))
  const getRow = async (id: string): Promise<ReportRow> => {
    const [row] = await db.select().from(eventReports).where(eq(eventReports.id, id))
    if (!row) throw new Error('There is no such report')
    return row
  }
  return { ...api, viewer, store, read, change, merge, note, refused, getRow }
}

/**
 * Lays down for a suite: a database that is its own, and before each test no wish, no report and no mail in it, and the API
 * as a new moderator uses it.
 */
export function withReports(give: (given: { db: Db; api: ReportApi }) => void): void {
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await testDb()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    if (!opened) throw new Error('The database was not opened')
    const { db } = opened
    for (const table of [adminWishes, eventReports, outbox]) await db.delete(table)
    give({ db, api: await reportApi(db) })
  })
}

/** The mails to the reporter of a report, oldest first; none of them carries what a reporter wrote. */
export async function mailsTo(db: Db, { reporterEmail }: { reporterEmail: string }) {
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, reporterEmail))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
  expect(JSON.stringify(rows)).not.toMatch(/cnry-|evil\.example/)
  return rows
}

/** What was done to a report, oldest first. */
export async function doneTo(db: Db, id: string) {
  return db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.id))
}
