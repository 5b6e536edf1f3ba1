import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { changeItems, changeSets } from '#db/schema/change-sets.ts'
import { appSettings } from '#db/schema/site.ts'
import { canEdit, ROLLBACK_FIXED, SET_LOCKED, SET_OVER } from '#src/contract/change-set.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { readSetting, SETTINGS } from '#src/contract/setting.ts'
import { requireVersion } from '../library/versioned.ts'

export type SetRow = typeof changeSets.$inferSelect
export type ItemRow = typeof changeItems.$inferSelect

/** The set, held until the transaction ends. Throws `not_found`, and `conflict` for a stale version. */
export async function lockSet(tx: Db, id: string, version?: number): Promise<SetRow> {
  const [row] = await tx.select().from(changeSets).where(eq(changeSets.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.changeSet)
  if (version !== undefined) requireVersion(row, version)
  return row
}

/** The same for a change of the set. Throws `conflict` for one that is scheduled or published. */
export async function lockEditableSet(tx: Db, id: string, version?: number): Promise<SetRow> {
  const row = await lockSet(tx, id, version)
  if (!canEdit(row.state)) throw new Failure('conflict', row.state === 'scheduled' ? SET_LOCKED : SET_OVER)
  return row
}

/** Whether a set takes another back. It goes live without an approval and without checks. */
export const isRollback = ({ revertsId }: Pick<SetRow, 'revertsId'>): boolean => revertsId !== null

/** Throws `conflict` for a rollback: all that it says was live before, so nobody may write something else into it. */
export function refuseRollback(set: SetRow): void {
  if (isRollback(set)) throw new Failure('conflict', ROLLBACK_FIXED)
}

/**
 * What an edit of a set leaves: no approval and nothing that was checked. A set that failed or missed its time is open again, and a rollback
 * waits again.
 */
export async function touchSet(tx: Db, row: SetRow, also: Partial<SetRow> = {}): Promise<SetRow> {
  const isStopped = row.state === 'failed' || row.state === 'missed'
  const [after] = await tx
    .update(changeSets)
    .set({
      approvedBy: null,
      approvedAt: null,
      findings: [],
      checkedAt: null,
      warningsReadBy: null,
      ...(isStopped && {
        state: isRollback(row) ? ('prepared' as const) : ('open' as const),
        fault: null,
        publishAt: null,
        publishZone: null,
      }),
      ...also,
      version: sql`${changeSets.version} + 1`,
    })
    .where(eq(changeSets.id, row.id))
    .returning()
  if (!after) throw new Failure('not_found', NOT_FOUND.changeSet)
  return after
}

/** The items of a set in a fixed order. */
export async function readItems(db: Db, setId: string): Promise<ItemRow[]> {
  return db
    .select()
    .from(changeItems)
    .where(eq(changeItems.setId, setId))
    .orderBy(asc(changeItems.subjectType), asc(changeItems.label), asc(changeItems.id))
}

/** One item of a set. Throws `not_found`, and `conflict` for a stale version. */
export async function requireItem(tx: Db, setId: string, itemId: string, version: number): Promise<ItemRow> {
  const [item] = await tx
    .select()
    .from(changeItems)
    .where(and(eq(changeItems.id, itemId), eq(changeItems.setId, setId)))
  if (!item) throw new Failure('not_found', NOT_FOUND.changeItem)
  requireVersion(item, version)
  return item
}

/** Whether sets must be approved by somebody else before they go live. */
export async function needsReview(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ value: appSettings.settingValue })
    .from(appSettings)
    .where(eq(appSettings.settingKey, 'content_review'))
  return readSetting(SETTINGS.content_review, row?.value).is_required
}
