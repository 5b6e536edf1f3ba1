import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { type Db, openDb } from '#db/client.ts'
import { auditLog, menuItems } from '#db/schema/site.ts'
import { recordAudit } from '#src/domain/audit/audit.ts'
import { drillRestore } from '#src/domain/health/restore-drill.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'

const folder = temporaryFolder()
const newFile = () => join(folder, `${crypto.randomUUID()}.gz`)
let opened: TestDb

beforeAll(async () => {
  opened = await testDb()
  await fill(opened.db)
})
afterAll(() => opened.close())

async function fill(db: Db): Promise<void> {
  await db.insert(menuItems).values({ label: 'Events', href: '/events' })
  for (const subjectId of ['1', '2', '3'])
    await recordAudit(db, { id: 'cli' }, { action: 'x', subjectType: 'x', subjectId })
}

/** Databases that a drill made and did not drop. Another file's drill may run, so only those of this server that nobody uses. */
async function leftBehind(): Promise<number> {
  const { db, close } = openDb(opened.url)
  const idle = sql`datname like 'scratch\_%' and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(sql`pg_database d`).where(idle)
  await close()
  return row?.count ?? 0
}

test('a backup is restored beside the database, compared and dropped, and the database itself is not touched', async () => {
  const file = newFile()
  await backupDatabase(opened.url, file)
  await recordAudit(opened.db, { id: 'cli' }, { action: 'x', subjectType: 'x', subjectId: 'later' })
  const drill = await drillRestore(opened.url, file)
  const [third] = await opened.db.select().from(auditLog).where(eq(auditLog.subjectId, '3'))
  expect(drill).toMatchObject({ auditHead: third?.hash, rows: expect.any(Number) })
  expect(await opened.db.$count(menuItems)).toBe(1)
  expect(await opened.db.$count(auditLog)).toBe(4)
  expect(await leftBehind()).toBe(0)
})

test('a damaged file, a broken audit log and a backup of another site fail the drill, and leave nothing behind', async () => {
  const file = newFile()
  await backupDatabase(opened.url, file)
  const cut = newFile()
  writeFileSync(cut, readFileSync(file).subarray(0, -200))
  await expect(drillRestore(opened.url, cut)).rejects.toThrow(Error)

  const other = await testDb()
  await fill(other.db)
  const foreign = newFile()
  await backupDatabase(other.url, foreign)
  await expect(drillRestore(opened.url, foreign)).rejects.toThrow('The backup is of another site.')
  await other.db.execute(sql`alter table audit_log disable trigger user`)
  await other.db.update(auditLog).set({ action: 'forged' }).where(eq(auditLog.subjectId, '2'))
  const broken = newFile()
  await backupDatabase(other.url, broken)
  await expect(drillRestore(other.url, broken)).rejects.toThrow(/audit log is broken at entry/)
  await other.close()
  expect(await leftBehind()).toBe(0)
})
