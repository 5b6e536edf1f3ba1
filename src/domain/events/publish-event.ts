import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { enumerate, missingForPublishing } from '#src/contract/publishable.ts'
import type { Actor } from '../audit/audit.ts'
import { applyChange, type ChangedEvent, lockEvent } from './change-event.ts'
import { toEventConfig } from './event-row.ts'

/**
 * Publishes an event; one that is already published is left as it is.
 * Throws `not_found`, and `invalid` with a sentence that names what the event still needs.
 */
export async function publishEvent(db: Db, slug: string, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, slug)
    if (row.isPublished) return { event: toEventConfig(row), revision: null }
    const missing = missingForPublishing(row)
    if (missing.length > 0) {
      throw new Failure('invalid', `${row.eventSlug} cannot be published yet: it needs ${enumerate(missing)}.`)
    }
    const change = { action: 'event.publish', reason: `published ${row.eventSlug}`, set: { isPublished: true } }
    return applyChange(tx, row, change, actor)
  })
}

/** Takes an event off the site; one that is not published is left as it is. Throws `not_found`. */
export async function unpublishEvent(db: Db, slug: string, actor: Actor): Promise<ChangedEvent> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, slug)
    if (!row.isPublished) return { event: toEventConfig(row), revision: null }
    const change = { action: 'event.unpublish', reason: `unpublished ${row.eventSlug}`, set: { isPublished: false } }
    return applyChange(tx, row, change, actor)
  })
}
