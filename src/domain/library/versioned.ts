import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

/** Throws `conflict` unless the row still has the version that the change was made from. (architecture 10) */
export function requireVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new Failure('conflict', STALE)
}

/** Throws `conflict` for a creation whose id is already stored with other fields, so that nothing looks saved that is not. */
export function requireSame<Fields extends object>(row: Fields, fields: Partial<Fields>): void {
  if (differs(row, fields)) throw new Failure('conflict', STALE)
}

/** True if any of these fields of the row would change. */
export function differs<Fields extends object>(row: Fields, fields: Partial<Fields>): boolean {
  const names = Object.keys(fields).filter((name): name is Extract<keyof Fields, string> => name in row)
  return names.some((name) => !isDeepStrictEqual(row[name], fields[name]))
}

type VersionedTable = PgTable & { id: PgColumn; version: PgColumn; $inferSelect: { id: string; version: number } }

/** A table whose rows are the entries of a library. */
type Versioned<Table extends VersionedTable, Item extends object> = {
  table: Table
  /** 'vendor': the name of an entry in the audit log. */
  subjectType: string
  /** 'Vendor not found.' */
  missing: string
  /** Throws `not_found`. */
  read: (db: Db, id: string) => Promise<Item>
}

/**
 * Stores a new entry. A repeated call is answered with what is stored: nothing is created twice. Throws `conflict` for an id
 * that is stored with other fields.
 */
export async function createVersioned<Table extends VersionedTable, Fields extends { id: string }, Item extends Fields>(
  db: Db,
  { table, subjectType, read }: Versioned<Table, Item>,
  fields: Fields & PgInsertValue<Table>,
  actor: Actor,
): Promise<Changed<Item>> {
  return db.transaction(async (tx) => {
    const { id } = fields
    const [after] = await tx.insert(table).values(fields).onConflictDoNothing().returning()
    if (after) await recordAudit(tx, actor, { action: `${subjectType}.create`, subjectType, subjectId: id, after })
    const item = await read(tx, id)
    if (!after) requireSame<Fields>(item, fields)
    return { item, revision: null }
  })
}

/** One change of an entry: the whole form, and the version it was filled from. */
type VersionedChange<Row, Fields> = {
  id: string
  version: number
  fields: Fields
  actor: Actor
  /** Queues a build if a page shows the change, and returns the new revision. Absent if no page shows an entry. */
  touch?: (tx: Db, before: Row) => Promise<number | null>
  /** What was done, in the audit log: `update` by default. */
  verb?: string
}

/**
 * Saves the whole form of an entry; what is stored already changes nothing. Throws `not_found`, and `conflict` for a form that
 * was filled from another version.
 */
export async function updateVersioned<Table extends VersionedTable, Fields extends object, Item extends object>(
  db: Db,
  rows: Versioned<Table, Item>,
  {
    id,
    version,
    fields,
    actor,
    touch,
    verb = 'update',
  }: VersionedChange<Table['$inferSelect'], Fields & Partial<Table['$inferSelect']>>,
): Promise<Changed<Item>> {
  const { table, subjectType, read } = rows
  return db.transaction(async (tx) => {
    // It lets an event take the entry in at the same time: that transaction waits for nothing that waits for this one.
    const before = await lock(tx, rows, id, 'no key update')
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await read(tx, id), revision: null }
    const revision = (await touch?.(tx, before)) ?? null
    const set = { ...fields, version: sql`${table.version} + 1` }
    const [after] = await tx
      .update(table as PgTable)
      .set(set)
      .where(eq(table.id, id))
      .returning()
    const subject = { action: `${subjectType}.${verb}`, subjectType, subjectId: id }
    await recordAudit(tx, actor, { ...subject, before, ...(after && { after }) })
    return { item: await read(tx, id), revision }
  })
}

/** One deletion of an entry. */
type VersionedDeletion<Row> = {
  id: string
  version: number
  actor: Actor
  /** What the answer contains, and what the audit log keeps beside the row. It may refuse. */
  inspect: (tx: Db, row: Row) => Promise<Omit<RemovedEntry, 'id'> & { kept?: object }>
}

/** Deletes an entry; the audit log keeps it whole. Throws `not_found`, and `conflict` for a stale version. */
export async function deleteVersioned<Table extends VersionedTable, Item extends object>(
  db: Db,
  rows: Versioned<Table, Item>,
  { id, version, actor, inspect }: VersionedDeletion<Table['$inferSelect']>,
): Promise<RemovedEntry> {
  const { table, subjectType } = rows
  return db.transaction(async (tx) => {
    const row = await lock(tx, rows, id, 'update')
    requireVersion(row, version)
    const { name, uses, kept } = await inspect(tx, row)
    await tx.delete(table).where(eq(table.id, id))
    const before = { ...row, ...kept }
    await recordAudit(tx, actor, { action: `${subjectType}.delete`, subjectType, subjectId: id, before })
    return { id, name, uses }
  })
}

async function lock<Table extends VersionedTable, Item extends object>(
  tx: Db,
  { table, missing }: Versioned<Table, Item>,
  id: string,
  strength: 'update' | 'no key update',
): Promise<Table['$inferSelect']> {
  const isIt: SQL = eq(table.id, id)
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(isIt)
    .for(strength)
  if (!row) throw new Failure('not_found', missing)
  return row as Table['$inferSelect']
}
