import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { CreateEventInput } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate } from '#src/contract/plural.ts'
import { missingForPublishing } from '#src/contract/readiness.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireSame } from '../library/versioned.ts'
import { touchContent } from '../site/touch-content.ts'
import type { ChangedEvent } from './change-event.ts'
import { presentEvent, toEventRecord } from './event-record.ts'
import { requireReferences } from './lock-references.ts'
import type { EventRow } from './read-event-parts.ts'
import { lockContentRow, takeSlug } from './take-slug.ts'
import { withSeconds } from './update-event.ts'

export type NewEvent = typeof eventConfig.$inferInsert & { id: string }

/**
 * Creates an event. A repeated call returns the existing event, so that a double click creates one. Throws `conflict` for an id
 * that belongs to an event with other fields and for a slug that another event uses or once used, and `invalid` for a library row that
 * no longer exists.
 */
export async function createEvent(db: Db, input: CreateEventInput, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    await requireReferences(tx, input)
    await lockContentRow(tx)
    const present = await findRow(tx, input.id)
    if (present) return answerAgain(tx, present, withSeconds(input))
    const missing = input.isPublished ? missingForPublishing(input) : []
    if (missing.length > 0)
      throw new Failure('invalid', `This cannot be published yet. It needs ${enumerate(missing)}.`)
    const revision = input.isPublished ? await touchContent(tx, `published ${input.eventSlug}`, actor) : null
    const row = await insertEvent(tx, { ...input, createdBy: getAccount(actor) })
    const audit = { action: 'event.create', subjectType: 'event', subjectId: row.id, after: row }
    await recordAudit(tx, actor, audit)
    return { item: toEventRecord(row, null), revision }
  })
}

/** Answers a creation that is repeated. Throws `conflict` if the event is stored with other fields. */
export async function answerAgain(tx: Db, present: EventRow, fields: Partial<EventRow>): Promise<ChangedEvent> {
  requireSame(present, fields)
  return { item: await presentEvent(tx, present), revision: null }
}

/** Stores a new event with a free slug. Needs `lockContentRow`. Throws `conflict`. */
export async function insertEvent(tx: Db, values: NewEvent): Promise<EventRow> {
  await takeSlug(tx, values.eventSlug, values.id)
  const [row] = await tx.insert(eventConfig).values(values).returning()
  if (!row) throw new Error('No event was stored')
  return row
}

/** The event of this id, if there is one. */
export async function findRow(db: Db, id: string): Promise<EventRow | undefined> {
  const [row] = await db.select().from(eventConfig).where(eq(eventConfig.id, id))
  return row
}

/** The account behind an actor; null for a command line. */
export function getAccount(actor: Actor): string | null {
  return isUuid(actor.id) ? actor.id : null
}
