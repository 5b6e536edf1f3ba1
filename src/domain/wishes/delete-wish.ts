import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { RemovedWish } from '#src/contract/wish.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import { requireVersion } from '../library/require-version.ts'
import { lockBoard, lockWish, touchFeedback } from './wish-row.ts'

/**
 * Deletes a wish; it stands whole in the audit log, with the reports it came from, which keep their status and lose the link.
 * Throws `not_found`, and `conflict` for another version than the one decided on. (architecture 10)
 */
export async function deleteWish(db: Db, id: string, version: number, actor: Actor): Promise<Changed<RemovedWish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    // Reports before the wish, as whoever deletes a report holds them.
    const reports = await tx
      .select({ id: eventReports.id })
      .from(eventReports)
      .where(eq(eventReports.promotedToWishId, id))
      .orderBy(asc(eventReports.id))
      .for('update')
    const wish = await lockWish(tx, id)
    requireVersion(wish, version)
    const revision = await touchFeedback(tx, { before: wish }, `deleted the wish ${wish.title}`, actor)
    await tx.delete(adminWishes).where(eq(adminWishes.id, id))
    const before = { ...wish, reports: reports.map((report) => report.id) }
    await recordAudit(tx, actor, { action: 'wish.delete', subjectType: 'wish', subjectId: id, before })
    return { item: { id, title: wish.title }, revision }
  })
}
