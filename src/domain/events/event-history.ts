import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import type { EventHistoryLine, FieldChange } from '#src/contract/event-history.ts'
import { updateEventInput } from '#src/contract/event-record.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { type Page, type PageQuery, toPage } from '#src/contract/page.ts'
import { actorName, readUsernames } from '../audit/actor-names.ts'
import type { Actor } from '../audit/audit.ts'
import { type ChangedEvent, lockEvent } from './change-event.ts'
import { findRow } from './create-event.ts'
import { type EventSnapshot, eventSnapshot } from './event-snapshot.ts'
import { lockReferences } from './lock-references.ts'
import { saveFields } from './update-event.ts'

type AuditRow = Pick<typeof auditLog.$inferSelect, 'id' | 'at' | 'action' | 'actor' | 'before' | 'after'>

/** What every write changes, and what says nothing to a person. */
const BOOKKEEPING = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'createdBy',
  'publishedAt',
  'unpublishedRevision',
  'changeSet',
])

/**
 * What was done to an event and its lists, newest first, also of one that is deleted: who, when, and each field before and
 * after. Throws `not_found` for an event that never was.
 */
export async function readHistory(db: Db, eventId: string, ask: PageQuery<[number]>): Promise<Page<EventHistoryLine>> {
  const rows = await historyPage(db, eventId, ask)
  if (rows.length === 0 && ask.after === undefined && !(await findRow(db, eventId)))
    throw new Failure('not_found', NOT_FOUND.event)
  const names = await readUsernames(
    db,
    rows.map((row) => row.actor),
  )
  const toItem = (row: AuditRow) => toLine(row, actorName(names, row.actor))
  return toPage(rows, { limit: ask.limit, toItem, getPlace: (row) => [row.id] })
}

/** The entries of one page and one more. */
export function historyPage(db: Db, eventId: string, { limit, after: place }: PageQuery<[number]>) {
  const { id, at, action, actor, before, after, subjectType, subjectId } = auditLog
  return db
    .select({ id, at, action, actor, before, after })
    .from(auditLog)
    .where(and(eq(subjectType, 'event'), eq(subjectId, eventId), place && lt(id, place[0])))
    .orderBy(desc(id))
    .limit(limit + 1)
}

function toLine({ id, at, action, before, after }: AuditRow, by: string): EventHistoryLine {
  return {
    auditId: id,
    at: at.getTime(),
    action,
    by,
    changes: getChanges(getFields(before), getFields(after)),
    isVersion: eventSnapshot.safeParse(after).success,
  }
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

type RestoreRequest = { auditId: number; version: number; registrationOrigin: string }

/**
 * Restores an event's fields to what they were after an entry of its history, through the rules of a save. Its lists,
 * and whether it is published, stay as they are. Throws `not_found` for the event or the entry, `conflict` for a stale
 * version or a slug that another event has by now, and `invalid` with a sentence if the old values are no longer valid.
 */
export async function restoreVersion(db: Db, id: string, ask: RestoreRequest, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const then = await readVersion(tx, id, ask.auditId)
    const references = await lockReferences(tx, then)
    const row = await lockEvent(tx, { id })
    const wanted = { ...then, ...references, isPublished: row.isPublished, version: ask.version }
    const parsed = updateEventInput(ask.registrationOrigin).safeParse(wanted)
    if (!parsed.success) throw new Failure('invalid', sentenceFor(parsed.error.issues))
    const { version, ...fields } = parsed.data
    return saveFields(tx, row, { version, fields, action: 'event.restore_version' }, actor)
  })
}

async function readVersion(db: Db, eventId: string, auditId: number): Promise<EventSnapshot> {
  const [entry] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.id, auditId), eq(auditLog.subjectType, 'event'), eq(auditLog.subjectId, eventId)))
  const then = eventSnapshot.safeParse(entry?.after)
  if (!then.success) throw new Failure('not_found', NOT_FOUND.version)
  return then.data
}

function sentenceFor(issues: readonly { message: string; path: PropertyKey[] }[]): string {
  const faults = issues.map(({ message, path }) => `${String(path[0] ?? 'event')}: ${message}`)
  return `This version can no longer be saved. ${[...new Set(faults)].join('. ')}.`
}
