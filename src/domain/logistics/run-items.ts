import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { runItems } from '#db/schema/logistics.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { NewRunItem, RunItem, RunItemChange } from '#src/contract/run-sheet.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { Actor } from '../audit/audit.ts'
import { createVersioned, deleteVersioned, updateVersioned } from '../library/versioned.ts'
import { lockEventRow } from './meals.ts'

const MOST_ITEMS = 200

const rows = { table: runItems, subjectType: 'run_item', missing: NOT_FOUND.runItem, read: readItem }
type ItemOf = { eventId: string; itemId: string }

/** The lines of a run sheet that were typed in, in the order of the clock. */
export async function listItems(db: Db, eventId: string): Promise<RunItem[]> {
  const { days, startsAt, id } = runItems
  const found = await db
    .select()
    .from(runItems)
    .where(eq(runItems.eventId, eventId))
    .orderBy(asc(days), asc(startsAt), asc(id))
    .limit(MOST_ITEMS)
  return found.map(toItem)
}

function toItem(row: typeof runItems.$inferSelect): RunItem {
  const { createdAt: _created, updatedAt: _updated, startsAt, ...item } = row
  return { ...item, startsAt: startsAt.slice(0, 5) }
}

/** Throws `not_found`. */
async function readItem(db: Db, id: string): Promise<RunItem> {
  const [row] = await db.select().from(runItems).where(eq(runItems.id, id))
  if (!row) throw new Failure('not_found', NOT_FOUND.runItem)
  return toItem(row)
}

/** Adds a line, once for each id. Throws `not_found` for the event, `invalid` for too many, and `conflict` for an id with other fields. */
export async function addRunItem(db: Db, eventId: string, item: NewRunItem, actor: Actor): Promise<Changed<RunItem>> {
  return db.transaction(async (tx) => {
    await lockEventRow(tx, eventId)
    const isNew = (await tx.$count(runItems, eq(runItems.id, item.id))) === 0
    if (isNew && (await tx.$count(runItems, eq(runItems.eventId, eventId))) >= MOST_ITEMS)
      throw new Failure('invalid', `A run sheet has at most ${MOST_ITEMS} lines of its own.`)
    return createVersioned(tx, rows, { ...item, eventId }, actor)
  })
}

/** Saves the whole form of a line. Throws `not_found`, and `conflict` for a stale version. */
export async function changeRunItem(
  db: Db,
  at: ItemOf,
  { version, ...fields }: RunItemChange,
  actor: Actor,
): Promise<Changed<RunItem>> {
  await requireItem(db, at)
  return updateVersioned(db, rows, { id: at.itemId, version, fields, actor })
}

/** Deletes a line; the audit log keeps it whole. Throws `not_found`, and `conflict` for a stale version. */
export async function deleteRunItem(db: Db, at: ItemOf, version: number, actor: Actor): Promise<{ id: string }> {
  await requireItem(db, at)
  const inspect = async (_tx: Db, { title: name }: { title: string }) => ({ name, uses: { count: 0, events: [] } })
  await deleteVersioned(db, rows, { id: at.itemId, version, actor, inspect })
  return { id: at.itemId }
}

async function requireItem(db: Db, { eventId, itemId }: ItemOf): Promise<void> {
  const isTheirs = and(eq(runItems.id, itemId), eq(runItems.eventId, eventId))
  if ((await db.$count(runItems, isTheirs)) === 0) throw new Failure('not_found', NOT_FOUND.runItem)
}
