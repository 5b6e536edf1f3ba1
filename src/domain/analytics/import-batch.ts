import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsImportRows, analyticsImports, analyticsPeriods } from '#db/schema/analytics-imports.ts'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { IMPORT_BATCH, IMPORT_SENTENCE, type ImportLine, type ImportRow } from '#src/contract/analytics-import.ts'
import type { ImportBatch } from '#src/contract/analytics-import-input.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { deriveDays, lockImports } from './import-days.ts'
import { type ImportRecord, readImportLine } from './import-list.ts'

/** The import, locked until the transaction ends. Throws `not_found`. */
export async function lockImport(tx: Db, id: string): Promise<ImportRecord> {
  await lockImports(tx)
  const [row] = await tx.select().from(analyticsImports).where(eq(analyticsImports.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.import)
  return row
}

/**
 * Stores the next batch of an import, and makes the figures of its days again, in one transaction. A batch that was stored before is
 * answered as it was then and changes nothing; the last one ends the import. Throws `not_found`, `conflict` for a batch that is not the
 * next one or an import that is not running, and `invalid` for rows that were not announced.
 */
export async function storeBatch(db: Db, id: string, batch: ImportBatch, context: CommandContext): Promise<ImportLine> {
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, id)
    if (batch.number < found.cursor) return
    if (found.state !== 'running') throw new Failure('conflict', IMPORT_SENTENCE.notRunning)
    if (batch.number > found.cursor) throw new Failure('conflict', IMPORT_SENTENCE.notNext)
    const rows = found.rows + batch.rows.length
    requireAnnounced(found, batch, rows)
    await (found.isPeriod ? storeTotals : storeDays)(tx, found, batch.rows, dayIn(STATISTICS_ZONE, context.now))
    const isLast = rows === found.totalRows
    const end = isLast ? { state: 'done' as const, endedAt: new Date(context.now) } : {}
    const cursor = found.cursor + 1
    await tx
      .update(analyticsImports)
      .set({ cursor, rows, ...end })
      .where(eq(analyticsImports.id, id))
    if (isLast) await recordAudit(tx, context.actor, endEntry(found))
  })
  return readImportLine(db, id)
}

const endEntry = ({ id, fileName, kind, totalRows }: ImportRecord) => ({
  action: 'analytics_import.finish',
  subjectType: 'analytics_import',
  subjectId: id,
  after: { fileName, kind, rows: totalRows },
})

function requireAnnounced(found: ImportRecord, batch: ImportBatch, rows: number): void {
  if (rows > found.totalRows) throw new Failure('invalid', IMPORT_SENTENCE.tooManyRows)
  if (rows < found.totalRows && batch.rows.length !== IMPORT_BATCH)
    throw new Failure('invalid', IMPORT_SENTENCE.wrongSize)
  const isAnnounced = ({ day }: ImportRow) =>
    found.isPeriod ? day === null : day !== null && day >= (found.fromDay ?? '') && day <= (found.toDay ?? '')
  if (!batch.rows.every(isAnnounced)) throw new Failure('invalid', IMPORT_SENTENCE.badDay)
}

/** Today is left out: its figures of our own are still to come, and they alone count then. */
async function storeDays(
  tx: Db,
  { id, kind }: ImportRecord,
  rows: readonly ImportRow[],
  today: PlainDay,
): Promise<void> {
  const stored = rows.flatMap((row) => (row.day !== null && row.day < today ? withEvent({ ...row, day: row.day }) : []))
  if (stored.length === 0) return
  const values = stored.map(({ table, about, ...row }) => ({
    ...row,
    importId: id,
    tableName: table,
    key: keyOf([kind, table, row.day, row.eventSlug, row.dimension, row.value, about]),
  }))
  await tx.insert(analyticsImportRows).values(values).onConflictDoNothing()
  await deriveDays(tx, [...new Set(stored.map(({ day }) => day))])
}

/** The first sixteen bytes of a hash of everything that a row is about. */
const keyOf = (parts: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)

const EVENT_PATH = /^\/event\/([a-z0-9-]{1,100})\/?$/

type DayRow = Omit<ImportRow, 'day'> & { day: PlainDay }

/** The row as it is stored, and for the page of an event once more as a figure of that event. */
function withEvent(row: DayRow): (DayRow & { eventSlug: string })[] {
  const plain = { ...row, value: withoutQuery(row), eventSlug: '' }
  const slug = row.dimension === 'page' && EVENT_PATH.exec(plain.value)?.[1]
  return slug
    ? [plain, { ...plain, dimension: 'total', value: '', about: `${slug} ${row.about}`, eventSlug: slug }]
    : [plain]
}

const PATHS = ['page', 'entry', 'exit']
/** No query of an address is stored: it may contain what nobody but the visitor should see. */
const withoutQuery = ({ dimension, value }: Pick<ImportRow, 'dimension' | 'value'>) =>
  PATHS.includes(dimension) ? (value.split(/[?#]/)[0] ?? '') : value

async function storeTotals(tx: Db, found: ImportRecord, rows: readonly ImportRow[]): Promise<void> {
  const period = { importId: found.id, fromDay: found.fromDay ?? '', toDay: found.toDay ?? '' }
  const values = rows.map(({ day: _day, table: _table, about: _about, ...row }) => ({
    ...row,
    ...period,
    value: withoutQuery(row),
  }))
  await tx.insert(analyticsPeriods).values(values).onConflictDoNothing()
}
