import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsImportRows, analyticsImports, analyticsPeriods } from '#db/schema/analytics-imports.ts'
import { IMPORT_SENTENCE, type ImportAct, type ImportLine, type ImportState } from '#src/contract/analytics-import.ts'
import type { ImportStart } from '#src/contract/analytics-import-input.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { lockImport } from './import-batch.ts'
import { deriveDays, lockImports } from './import-days.ts'
import { type ImportRecord, LIVE_STATES, readImportLine } from './import-list.ts'

/**
 * Begins the import of a file, whose rows then come in batches. A file whose import is not finished goes on where it stopped. Throws
 * `conflict` for a file that was imported, or that was begun with another zone or other rows.
 */
export async function startImport(db: Db, start: ImportStart, { actor, now }: CommandContext): Promise<ImportLine> {
  const id = await db.transaction(async (tx) => {
    await lockImports(tx)
    const { id: known, sha256, state } = analyticsImports
    const [found] = await tx
      .select()
      .from(analyticsImports)
      .where(and(eq(sha256, start.sha256), inArray(state, [...LIVE_STATES])))
    if (found) requireSame(found, start)
    const [row] = found
      ? await tx.update(analyticsImports).set({ state: 'running' }).where(eq(known, found.id)).returning()
      : await tx
          .insert(analyticsImports)
          .values({ ...start, startedBy: actor.id, createdAt: new Date(now) })
          .returning()
    if (!row) throw new Error('An import was not stored')
    await recordAudit(
      tx,
      actor,
      entryOf(found ? 'resume' : 'start', row, { ...(found && { before: found }), after: row }),
    )
    return row.id
  })
  return readImportLine(db, id)
}

function requireSame(found: ImportRecord, start: ImportStart): void {
  if (found.state === 'done') throw new Failure('conflict', IMPORT_SENTENCE.known)
  const isSame = found.zone === start.zone && found.totalRows === start.totalRows && found.isPeriod === start.isPeriod
  if (!isSame) throw new Failure('conflict', IMPORT_SENTENCE.otherZone)
}

const OPEN: readonly ImportState[] = ['running', 'paused']
const ACTS: Record<ImportAct, { to: ImportState; from: readonly ImportState[] }> = {
  pause: { to: 'paused', from: OPEN },
  resume: { to: 'running', from: OPEN },
  cancel: { to: 'cancelled', from: OPEN },
  undo: { to: 'undone', from: ['done'] },
}

/**
 * Pauses, continues, cancels or undoes an import. Cancelling and undoing delete its rows, and make the figures of its days again from
 * those of the other imports. Throws `not_found`, and `conflict` where the state of the import does not allow it.
 */
export async function changeImport(db: Db, id: string, act: ImportAct, context: CommandContext): Promise<ImportLine> {
  const { to, from } = ACTS[act]
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, id)
    // Pressed twice.
    if (found.state === to && (act === 'pause' || act === 'resume')) return
    if (!from.includes(found.state))
      throw new Failure('conflict', act === 'undo' ? IMPORT_SENTENCE.notDone : IMPORT_SENTENCE.notOpen)
    const isEnd = act === 'undo' || act === 'cancel'
    if (isEnd) await deleteRows(tx, id)
    const endedAt = isEnd ? { endedAt: new Date(context.now) } : {}
    const [after] = await tx
      .update(analyticsImports)
      .set({ state: to, ...endedAt })
      .where(eq(analyticsImports.id, id))
      .returning()
    await recordAudit(tx, context.actor, entryOf(act, found, { before: found, after: after ?? found }))
  })
  return readImportLine(db, id)
}

async function deleteRows(tx: Db, importId: string): Promise<void> {
  const days = await tx
    .selectDistinct({ day: analyticsImportRows.day })
    .from(analyticsImportRows)
    .where(eq(analyticsImportRows.importId, importId))
  await tx.delete(analyticsImportRows).where(eq(analyticsImportRows.importId, importId))
  await tx.delete(analyticsPeriods).where(eq(analyticsPeriods.importId, importId))
  await deriveDays(
    tx,
    days.map(({ day }) => day),
  )
}

type Rows = { before?: ImportRecord; after?: ImportRecord }

function entryOf(verb: string, { id }: ImportRecord, rows: Rows) {
  return { action: `analytics_import.${verb}`, subjectType: 'analytics_import', subjectId: id, ...rows }
}
