import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { analyticsPageViews } from '#db/schema/site.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { EventLosses } from '#src/contract/event-history.ts'
import { Failure } from '#src/contract/failure.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'
import { EVENT_NOT_FOUND, lockEvent, requireVersion } from './change-event.ts'
import { findRow } from './create-event.ts'
import { readDependents } from './event-dependents.ts'
import { endShareLinks } from './share-preview.ts'

/** What the entry of a deleted event is called in the audit log, from which it can be put back. */
export const DELETED = 'event.delete'

/** What is gone once an event is deleted. Throws `not_found`. */
export async function readLosses(db: Db, id: string): Promise<EventLosses> {
  const row = await findRow(db, id)
  if (!row) throw new Failure('not_found', EVENT_NOT_FOUND)
  const { agenda, team, vendors, redirects } = await readDependents(db, id)
  const pageViews = await db.$count(analyticsPageViews, eq(analyticsPageViews.eventSlug, row.eventSlug))
  return {
    isPublished: row.isPublished,
    agenda: agenda.length,
    team: team.length,
    vendors: vendors.length,
    redirects: redirects.length,
    pageViews,
  }
}

/**
 * Deletes an event and all that hangs on it. One audit entry keeps everything, so that `restoreEvent` can put it back.
 * Throws `not_found`, and `conflict` for a stale version. (architecture 10)
 */
export async function deleteEvent(db: Db, id: string, version: number, actor: Actor): Promise<Changed<{ id: string }>> {
  return db.transaction(async (tx) => {
    const row = await lockEvent(tx, { id })
    requireVersion(row, version)
    const revision = row.isPublished ? await touchContent(tx, `deleted ${row.eventSlug}`, actor) : null
    const before = { ...row, ...(await readDependents(tx, id)) }
    await tx.delete(eventConfig).where(eq(eventConfig.id, id))
    await endShareLinks(tx, id)
    await recordAudit(tx, actor, { action: DELETED, subjectType: 'event', subjectId: id, before })
    return { item: { id }, revision }
  })
}
