import type { Db } from '#db/client.ts'
import type { Actor } from '../audit/audit.ts'
import { type ChangedEvent, commitChange, type EventKey, lockEvent } from './change-event.ts'
import { presentEvent } from './event-record.ts'

/**
 * Publishes an event; an event that is already published stays as it is.
 * Throws `not_found`, and `invalid` with a sentence that names what the event still needs.
 */
export async function publishEvent(db: Db, key: EventKey, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, key)
    if (row.isPublished) return { item: await presentEvent(tx, row), revision: null }
    const change = { action: 'event.publish', reason: `published ${row.eventSlug}`, set: { isPublished: true } }
    return commitChange(tx, row, change, actor)
  })
}

/** Unpublishes an event; an event that is not published stays as it is. Throws `not_found`. */
export async function unpublishEvent(db: Db, key: EventKey, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, key)
    if (!row.isPublished) return { item: await presentEvent(tx, row), revision: null }
    const change = { action: 'event.unpublish', reason: `unpublished ${row.eventSlug}`, set: { isPublished: false } }
    return commitChange(tx, row, change, actor)
  })
}
