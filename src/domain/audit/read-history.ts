import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { FieldChange, HistoryLine } from '#src/contract/event-history.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { actorName, readUsernames } from './actor-names.ts'

/** What the history is about, as the audit log names it. */
type Subject = { type: string; id: string }
type AuditRow = Pick<typeof auditLog.$inferSelect, 'id' | 'at' | 'action' | 'actor' | 'before' | 'after'>

/** What every write changes, and what says nothing to a person. */
const BOOKKEEPING = new Set([
  ...[
    'id',
    'version',
    'createdAt',
    'updatedAt',
    'createdBy',
    'publishedAt',
    'unpublishedRevision',
    'html',
    'changeSet',
  ],
])

/** The entries of one page and one more, newest first. */
export function historyPage(db: Db, { type, id: subject }: Subject, { limit, after: place }: PageQuery<[number]>) {
  const { id, at, action, actor, before, after, subjectType, subjectId } = auditLog
  return db
    .select({ id, at, action, actor, before, after })
    .from(auditLog)
    .where(and(eq(subjectType, type), eq(subjectId, subject), place && lt(id, place[0])))
    .orderBy(desc(id))
    .limit(limit + 1)
}

/**
 * What was done to a row, newest first: who, when, and each field before and after. `isVersion` says whether the row can be put back
 * to what an entry left it as.
 */
export async function readSubjectHistory(
  db: Db,
  subject: Subject,
  { isVersion, ...ask }: PageQuery<[number]> & { isVersion: (after: unknown) => boolean },
): Promise<Page<HistoryLine>> {
  const rows = await historyPage(db, subject, ask)
  const names = await readUsernames(
    db,
    rows.map((row) => row.actor),
  )
  const toItem = (row: AuditRow): HistoryLine => ({
    auditId: row.id,
    at: row.at.getTime(),
    action: row.action,
    by: actorName(names, row.actor),
    changes: getChanges(getFields(row.before), getFields(row.after)),
    isVersion: isVersion(row.after),
  })
  return toPage(rows, { limit: ask.limit, toItem, getPlace: (row) => [row.id] })
}

/** What a row was after an entry of its history. Throws `not_found` for an entry of another row. */
export async function readVersionAt(db: Db, { type, id }: Subject, auditId: number): Promise<unknown> {
  const [entry] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.id, auditId), eq(auditLog.subjectType, type), eq(auditLog.subjectId, id)))
  if (!entry) throw new Failure('not_found', NOT_FOUND.version)
  return entry.after
}

function getChanges(before: Map<string, unknown>, after: Map<string, unknown>): FieldChange[] {
  const fields = [...new Set([...before.keys(), ...after.keys()])].filter((field) => !BOOKKEEPING.has(field))
  return fields
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}

function getFields(row: unknown): Map<string, unknown> {
  return new Map(typeof row === 'object' && row !== null ? Object.entries(row) : [])
}
