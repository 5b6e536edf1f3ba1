import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { EventConfig } from '#src/contract/event.ts'
import { Failure } from '#src/contract/failure.ts'
import { requireSlug } from '#src/contract/slug.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/site.ts'
import { type EventRow, toEventConfig } from './event-row.ts'

/** An event after a command. `revision` is what a build must reach to show it; null when nothing had to change. */
export type ChangedEvent = { event: EventConfig; revision: number | null }

/** The event of this slug, locked until the transaction ends. Throws `invalid` and `not_found`. */
export async function lockEvent(tx: Db, slug: string): Promise<EventRow> {
  const [row] = await tx
    .select()
    .from(eventConfig)
    .where(eq(eventConfig.eventSlug, requireSlug(slug)))
    .for('update')
  if (!row) throw new Failure('not_found', 'Event not found.')
  return row
}

type Change = { action: string; reason: string; set: Partial<EventRow> }

/** Everything one change of an event leaves behind, in the caller's transaction: the row, the audit entry, the queued build. */
export async function applyChange(tx: Db, before: EventRow, change: Change, actor: Actor): Promise<ChangedEvent> {
  const revision = await touchContent(tx, change.reason, actor)
  return { event: await writeChange(tx, before, change, actor), revision }
}

/** The same without the queued build, for a command that called `touchContent` before its checks. */
export async function writeChange(tx: Db, before: EventRow, change: Change, actor: Actor): Promise<EventConfig> {
  const [after] = await tx
    .update(eventConfig)
    .set({ ...change.set, version: sql`${eventConfig.version} + 1` })
    .where(eq(eventConfig.id, before.id))
    .returning()
  if (!after) throw new Failure('not_found', 'Event not found.')
  await recordAudit(tx, actor, { action: change.action, subjectType: 'event', subjectId: before.id, before, after })
  return toEventConfig(after)
}
