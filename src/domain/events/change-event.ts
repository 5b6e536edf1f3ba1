import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate, missingForPublishing } from '#src/contract/publishable.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'
import { presentEvent } from './event-record.ts'
import type { EventRow } from './read-event-parts.ts'
import { endShareLinks } from './share-preview.ts'

/** The sentence for an event that is not there. (product 2) */
export const EVENT_NOT_FOUND = 'Event not found.'

/** An event after a command. `revision` is what a build must reach to show it; null when no page shows anything new. */
export type ChangedEvent = Changed<EventRecord>

/** What a command names an event by: the slug on a command line, the id in an address. */
export type EventKey = string | { id: string }

/** The event, locked until the transaction ends. Throws `invalid` and `not_found`. */
export async function lockEvent(tx: Db, key: EventKey): Promise<EventRow> {
  const is = typeof key === 'string' ? eq(eventConfig.eventSlug, requireSlug(key)) : eq(eventConfig.id, key.id)
  const [row] = await tx.select().from(eventConfig).where(is).for('update')
  if (!row) throw new Failure('not_found', EVENT_NOT_FOUND)
  return row
}

type EventChange = { action: string; reason: string; set: Partial<EventRow> }

/** Everything one change of an event leaves behind, in the caller's transaction: the row, the audit entry, the queued build. */
export async function applyChange(tx: Db, before: EventRow, change: EventChange, actor: Actor): Promise<ChangedEvent> {
  const revision = await touchContent(tx, change.reason, actor)
  return { item: await writeChange(tx, before, change, actor), revision }
}

/** The same, with the build only if visitors saw the event before or see it after. */
export async function applyIfShown(tx: Db, before: EventRow, change: EventChange, actor: Actor): Promise<ChangedEvent> {
  const isShown = before.isPublished || change.set.isPublished === true
  if (isShown) return applyChange(tx, before, change, actor)
  return { item: await writeChange(tx, before, change, actor), revision: null }
}

/** The same without the queued build, for a command that called `touchContent` before its checks. */
export async function writeChange(tx: Db, before: EventRow, change: EventChange, actor: Actor): Promise<EventRecord> {
  requirePublishable(before, { ...before, ...change.set })
  const [after] = await tx
    .update(eventConfig)
    .set({ ...change.set, version: sql`${eventConfig.version} + 1` })
    .where(eq(eventConfig.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found', EVENT_NOT_FOUND)
  if (before.isPublished && !after.isPublished) await endShareLinks(tx, before.id)
  await recordAudit(tx, actor, { action: change.action, subjectType: 'event', subjectId: before.id, before, after })
  return presentEvent(tx, after)
}

/**
 * The last line: nothing makes a published event one that could not be published, and none is published that cannot be.
 * What a published event lacked before, it may go on lacking. Throws `invalid` with a sentence that names what is missing.
 */
function requirePublishable(before: EventRow, next: EventRow): void {
  if (!next.isPublished) return
  const lacked = before.isPublished ? missingForPublishing(before) : []
  const missing = missingForPublishing(next).filter((noun) => !lacked.includes(noun))
  if (missing.length === 0) return
  const needs = enumerate(missing)
  const sentence = before.isPublished
    ? `${before.eventSlug} is published and needs ${needs}. Unpublish it first.`
    : `${before.eventSlug} cannot be published yet. It needs ${needs}.`
  throw new Failure('invalid', sentence)
}
