import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { IMPORT_BATCH, type ImportLine, type ImportRow } from '#src/contract/analytics-import.ts'
import type { ImportStart } from '#src/contract/analytics-import-input.ts'
import { storeBatch } from '#src/domain/analytics/import-batch.ts'
import { startImport } from '#src/domain/analytics/import-change.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { NOON } from '#tests/support/api.ts'

export const NO_FIGURES = { visitors: null, visits: null, views: null, seconds: null, bounces: null } as const

/** A row of a day; of `imported_pages` unless something else is said. */
export const importRow = (given: Partial<ImportRow> = {}): ImportRow => ({
  ...NO_FIGURES,
  table: 'imported_pages',
  day: '2026-03-01',
  dimension: 'page',
  value: '/',
  about: '',
  ...given,
})

export const startOf = (rows: readonly ImportRow[], given: Partial<ImportStart> = {}): ImportStart => {
  const days = rows.flatMap(({ day }) => day ?? []).toSorted()
  return {
    kind: 'plausible',
    fileName: 'imported_pages.csv',
    sha256: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
    zone: 'America/Chicago',
    fromDay: days[0] ?? '2026-03-01',
    toDay: days.at(-1) ?? '2026-03-31',
    isPeriod: days.length === 0,
    totalRows: rows.length,
    report: { tables: {}, unknownColumns: [], leftOut: {}, days: 1, ownDays: 0, importedDays: 0 },
    ...given,
  }
}

let minute = 0
/** Every import begins a minute after the one before. */
export const contextOf = (): CommandContext => {
  minute += 1
  return { actor: { id: 'cli' }, site: { siteUrl: '', siteName: '' }, now: NOON + minute * 60_000 }
}

export const batchesOf = (rows: readonly ImportRow[]) =>
  Array.from({ length: Math.ceil(rows.length / IMPORT_BATCH) }, (_, number) => ({
    number,
    rows: rows.slice(number * IMPORT_BATCH, (number + 1) * IMPORT_BATCH),
  }))

/** Imports rows whole. */
export async function importRows(db: Db, rows: readonly ImportRow[], given: Partial<ImportStart> = {}) {
  const context = contextOf()
  let line: ImportLine = await startImport(db, startOf(rows, given), context)
  for (const batch of batchesOf(rows)) line = await storeBatch(db, line.id, batch, context)
  return line
}

/** The imported figures, byte for byte but for the ids; without `origin` also of which imports they are. */
export async function figuresOf(db: Db, { origin = true } = {}): Promise<string[]> {
  const by = origin ? sql`import_id::text` : sql`''`
  const rows = await db
    .select({
      line: sql<string>`concat_ws('|', day, event_slug, dimension, value, ${by},
      coalesce(sum(visitors)::text, 'null'), coalesce(sum(visits)::text, 'null'), coalesce(sum(views)::text, 'null'),
      coalesce(sum(seconds)::text, 'null'), coalesce(sum(bounces)::text, 'null'))`,
    })
    .from(sql`analytics_days`)
    .where(sql`import_id is not null`)
    .groupBy(sql`day, event_slug, dimension, value${origin ? sql`, import_id` : sql``}`)
    .orderBy(sql`1`)
  return rows.map(({ line }) => line)
}
