import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'
import { updateEventInput } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Actor } from '../audit/audit.ts'
import { type ChangedEvent, lockEvent } from './change-event.ts'
import { type EventSnapshot, eventSnapshot } from './event-snapshot.ts'
import { lockReferences } from './lock-references.ts'
import { saveFields } from './update-event.ts'

type RestoreRequest = { auditId: number; version: number; registrationOrigin: string }

/**
 * Puts an event's fields back to what they were after an entry of its history, through the rules of a save. Whether it is
 * published stays as it is, and so do its lists. Throws `not_found` for the event or the entry, `conflict` for a stale
 * version or a slug that another event has meanwhile, and `invalid` with a sentence if the old values do not hold any more.
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
  if (!then.success) throw new Failure('not_found', 'Version not found.')
  return then.data
}

function sentenceFor(issues: readonly { message: string; path: PropertyKey[] }[]): string {
  const faults = issues.map(({ message, path }) => `${String(path[0] ?? 'event')}: ${message}`)
  return `This version can no longer be saved. ${[...new Set(faults)].join('. ')}.`
}
