import { and, between, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesBefore, getPlace, type TimePlace, toMicros } from '#db/keyset.ts'
import { analyticsImportRows, analyticsImports } from '#db/schema/analytics-imports.ts'
import type { ImportCheck, ImportLine, ImportReport } from '#src/contract/analytics-import.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import { readOwnDays } from './import-days.ts'

export type ImportRecord = typeof analyticsImports.$inferSelect

/** The states of an import whose rows count, or soon will. */
export const LIVE_STATES = ['running', 'paused', 'done'] as const

/** All imports, the latest first. */
export async function listImports(db: Db, ask: PageQuery<TimePlace>): Promise<Page<ImportLine>> {
  const { id, createdAt } = analyticsImports
  const { limit, after } = ask
  const rows = await db
    .select({ row: analyticsImports, micros: toMicros(createdAt) })
    .from(analyticsImports)
    .where(after && comesBefore([createdAt, id], getPlace(after)))
    .orderBy(sql`${createdAt} desc`, sql`${id} desc`)
    .limit(limit + 1)
  const page = toPage(rows, { limit, toItem: ({ row }) => row, getPlace: ({ row, micros }) => [micros, row.id] })
  return { ...page, items: await toLines(db, page.items) }
}

/** One import. Throws `not_found`. */
export async function readImportLine(db: Db, id: string): Promise<ImportLine> {
  const [line] = await toLines(db, await db.select().from(analyticsImports).where(eq(analyticsImports.id, id)))
  if (!line) throw new Failure('not_found', NOT_FOUND.import)
  return line
}

/** Imports that the dry run names. */
const MOST_OTHERS = 50

export type FileDays = { sha256: string; fromDay: PlainDay; toDay: PlainDay }

/** What is known of a file and its days before it is imported: nothing is stored. */
export async function checkImport(db: Db, { sha256, fromDay, toDay }: FileDays): Promise<ImportCheck> {
  const live = inArray(analyticsImports.state, [...LIVE_STATES])
  const same = await db
    .select()
    .from(analyticsImports)
    .where(and(eq(analyticsImports.sha256, sha256), live))
  const days = sql`(select d::date from generate_series(${fromDay}::date, ${toDay}::date, '1 day') d)`
  const { id, kind, fileName, createdAt, sha256: sha } = analyticsImports
  const { day, importId } = analyticsImportRows
  const others = await db
    .select({ fileName, kind, days: sql<PlainDay[]>`array_agg(distinct ${day}::text order by ${day}::text)` })
    .from(analyticsImports)
    .innerJoin(analyticsImportRows, eq(importId, id))
    .where(and(ne(sha, sha256), live, between(day, fromDay, toDay)))
    .groupBy(id)
    .orderBy(createdAt, id)
    .limit(MOST_OTHERS)
  const [existing = null] = await toLines(db, same)
  return { existing, ownDays: await readOwnDays(db, days), imports: others }
}

async function toLines(db: Db, rows: readonly ImportRecord[]): Promise<ImportLine[]> {
  const names = await readUsernames(
    db,
    rows.map(({ startedBy }) => startedBy),
  )
  return rows.map(({ fromDay, toDay, report, createdAt, endedAt, ...row }) => ({
    ...row,
    fromDay: fromDay ?? '',
    toDay: toDay ?? '',
    // Written by `startImport` alone, from a body that was checked.
    report: report as ImportReport,
    startedBy: actorName(names, row.startedBy),
    createdAt: createdAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  }))
}
