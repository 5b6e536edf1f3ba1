import { eq, sql } from 'drizzle-orm'
import { tableNames } from '#db/catalog.ts'
import { type Db, openDb } from '#db/client.ts'
import { restoreDatabase } from '#db/restore.ts'
import { auditLog } from '#db/schema/site.ts'
import { withScratchDatabase } from '#db/scratch-database.ts'
import { verifyAuditChain } from '../audit/verify-audit-chain.ts'

/** What a drill found: rows in all tables, and the last hash of the audit log. */
type Drill = { rows: number; tables: number; auditHead: string }

/**
 * Restores the backup at `path` into a database of its own on the server of `url`, counts its rows and checks that its audit
 * log is whole and the beginning of the present one. That database is dropped again; the one at `url` is not touched. Throws
 * an Error with a sentence when the backup cannot be restored or something is missing. (security DL4)
 */
export function drillRestore(url: string, path: string): Promise<Drill> {
  return withScratchDatabase(url, async (scratch) => {
    const expected = await restoreDatabase(scratch, path)
    await inDatabase(scratch, (db) => requireRows(db, expected))
    const chain = await inDatabase(scratch, verifyAuditChain)
    if (!chain.ok) throw new Error(`The restored audit log is broken at entry ${chain.brokenAt}. ${chain.reason}`)
    const isOurs =
      chain.rows === 0 || (await inDatabase(url, (db) => db.$count(auditLog, eq(auditLog.hash, chain.head)))) > 0
    if (!isOurs)
      throw new Error(
        'The last entry of the restored audit log is not in the present one. The backup is of another site.',
      )
    const rows = Object.values(expected).reduce((sum, count) => sum + count, 0)
    return { rows, tables: Object.keys(expected).length, auditHead: chain.head }
  })
}

async function inDatabase<T>(url: string, read: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDb(url, { max: 1, answerWithin: 0 })
  try {
    return await read(db)
  } finally {
    await close()
  }
}

/** Throws when a table has not as many rows as the backup says. */
async function requireRows(db: Db, expected: Readonly<Record<string, number>>): Promise<void> {
  const names = await tableNames(db)
  for (const [name, count] of Object.entries(expected)) {
    const rows = names.includes(name) ? await db.$count(sql`public.${sql.identifier(name)}`) : 0
    if (rows !== count) throw new Error(`The backup holds ${count} rows of ${name}, and ${rows} of them were restored.`)
  }
}
