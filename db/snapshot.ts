import type { Db } from './client.ts'

/**
 * Runs `read` in one read-only transaction that sees the database as it was at its first statement, whatever is written
 * meanwhile. A write inside fails. Use the given `tx` alone. (security BR2)
 */
export function inSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
