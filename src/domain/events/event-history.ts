import type { Db } from '#db/client.ts'
import type { HistoryLine } from '#src/contract/event-history.ts'
import { updateEventInput } from '#src/contract/event-record.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Page, PageQuery } from '#src/contract/page.ts'
import type { Actor } from '../audit/audit.ts'
import { readSubjectHistory, readVersionAt } from '../audit/read-history.ts'
import { type ChangedEvent, lockEvent } from './change-event.ts'
import { findRow } from './create-event.ts'
import { type EventSnapshot, eventSnapshot } from './event-snapshot.ts'
import { lockReferences } from './lock-references.ts'
import { saveFields } from './update-event.ts'

/**
 * What was done to an event and its lists, newest first, also of one that is deleted: who, when, and each field before and
 * after. Throws `not_found` for an event that never was.
 */
export async function readHistory(db: Db, id: string, ask: PageQuery<[number]>): Promise<Page<HistoryLine>> {
  const isVersion = (after: unknown) => eventSnapshot.safeParse(after).success
  const page = await readSubjectHistory(db, { type: 'event', id }, { ...ask, isVersion })
  if (page.items.length === 0 && ask.after === undefined && !(await findRow(db, id)))
    throw new Failure('not_found', NOT_FOUND.event)
  return page
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

async function readVersion(db: Db, id: string, auditId: number): Promise<EventSnapshot> {
  const then = eventSnapshot.safeParse(await readVersionAt(db, { type: 'event', id }, auditId))
  if (!then.success) throw new Failure('not_found', NOT_FOUND.version)
  return then.data
}

function sentenceFor(issues: readonly { message: string; path: PropertyKey[] }[]): string {
  const faults = issues.map(({ message, path }) => `${String(path[0] ?? 'event')}: ${message}`)
  return `This version can no longer be saved. ${[...new Set(faults)].join('. ')}.`
}
