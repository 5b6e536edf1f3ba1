import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import type { CreateEventInput } from '#src/contract/event-record.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate, missingForPublishing } from '#src/contract/publishable.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/site.ts'
import type { ChangedEvent } from './change-event.ts'
import { presentEvent, toEventRecord } from './event-record.ts'
import type { EventRow } from './event-row.ts'
import { requireReferences } from './hold-references.ts'
import { holdSlugs, takeSlug } from './take-slug.ts'

export type NewEvent = typeof eventConfig.$inferInsert & { id: string }

/**
 * Makes an event; an id that is there already answers with its event, so that a double click makes one.
 * Throws `conflict` for a slug that another event uses or once used, and `invalid` for a library row that is gone.
 */
export async function createEvent(db: Db, input: CreateEventInput, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    await requireReferences(tx, input)
    await holdSlugs(tx)
    const present = await findRow(tx, input.id)
    if (present) return { item: await presentEvent(tx, present), revision: null }
    const missing = input.isPublished ? missingForPublishing(input) : []
    if (missing.length > 0)
      throw new Failure('invalid', `This cannot be published yet: it needs ${enumerate(missing)}.`)
    const revision = input.isPublished ? await touchContent(tx, `published ${input.eventSlug}`, actor) : null
    const row = await insertEvent(tx, { ...input, createdBy: accountOf(actor) })
    const audit = { action: 'event.create', subjectType: 'event', subjectId: row.id, after: row }
    await recordAudit(tx, actor, audit)
    return { item: toEventRecord(row, null), revision }
  })
}

/** Stores a new event under a slug that is free. Needs `holdSlugs`. Throws `conflict`. */
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
export function accountOf(actor: Actor): string | null {
  return z.uuid().safeParse(actor.id).data ?? null
}
