import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { NewWish, RemovedWish, Wish, WishChange } from '#src/contract/wish.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { differs, requireSame, requireVersion } from '../library/versioned.ts'
import { notifyOfShipping } from '../reports/notify-reporters.ts'
import { getEnd, lockBoard, lockWish, readWish, touchFeedback, type WishRow } from './list-wishes.ts'

/** The fields of a wish that depend on its status. */
export function inStatus(status: WishStatus, now: Instant): Pick<WishRow, 'status' | 'shippedAt'> {
  return { status, shippedAt: status === 'shipped' ? new Date(now) : null }
}

/**
 * Stores a change of a locked wish, with its consequences: its reporters are notified once when it is shipped, and the
 * site is rebuilt if the feedback page changes.
 */
export async function saveWish(
  tx: Db,
  before: WishRow,
  change: Partial<WishRow>,
  context: CommandContext & { action: string },
): Promise<Changed<Wish>> {
  const { actor, action } = context
  const next = { ...before, ...change }
  const revision = await touchFeedback(tx, { before, after: next }, `changed the wish ${next.title}`, actor)
  const notifiedAt = await notifyOnce(tx, before, next, context)
  const [after] = await tx
    .update(adminWishes)
    .set({ ...change, notifiedAt, version: sql`${adminWishes.version} + 1` })
    .where(eq(adminWishes.id, before.id))
    .returning()
  await recordAudit(tx, actor, { action, subjectType: 'wish', subjectId: before.id, before, ...(after && { after }) })
  return { item: await readWish(tx, before.id), revision }
}

/** When the reporters were notified: now, if it is shipped just now and they have not been notified yet. */
async function notifyOnce(tx: Db, before: WishRow, next: WishRow, { site, now }: CommandContext): Promise<Date | null> {
  const isNew = next.status === 'shipped' && before.status !== 'shipped'
  if (!isNew || before.notifiedAt !== null) return before.notifiedAt
  return (await notifyOfShipping(tx, before.id, { site, now })) > 0 ? new Date(now) : null
}

/**
 * Adds a wish at the end of its column. A repeated call returns the existing one. Throws
 * `conflict` for an id that belongs to a wish with other fields.
 */
export async function createWish(db: Db, wish: NewWish, { actor, now }: CommandContext): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    if (!(await addWish(tx, { ...wish, ...inStatus(wish.status, now) }, actor))) {
      const [there] = await tx.select().from(adminWishes).where(eq(adminWishes.id, wish.id))
      if (!there) throw new Failure('conflict', 'This wish was already added and then deleted.')
      requireSame<Partial<WishRow>>(there, wish)
    }
    return { item: await readWish(tx, wish.id), revision: null }
  })
}

type Added = Omit<NewWish, 'status'> & Pick<WishRow, 'status' | 'shippedAt'> & { createdFromReportId?: string }

/** Stores a wish behind the others of its column, and writes it down; false if one with this id is there. Takes `lockBoard`. */
export async function addWish(tx: Db, wish: Added, actor: CommandContext['actor']): Promise<boolean> {
  const displayOrder = await getEnd(tx, wish.status)
  const [after] = await tx
    .insert(adminWishes)
    .values({ ...wish, displayOrder, createdBy: actor.id })
    .onConflictDoNothing({ target: adminWishes.id })
    .returning()
  if (!after) return false
  await recordAudit(tx, actor, { action: 'wish.create', subjectType: 'wish', subjectId: wish.id, after })
  return true
}

/**
 * Saves the whole form of a wish; with another status it goes to the end of that column. A save that changes nothing
 * does nothing. Throws `not_found`, and `conflict` for a stale version.
 */
export async function changeWish(
  db: Db,
  id: string,
  { version, ...fields }: WishChange,
  context: CommandContext,
): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    const before = await lockWish(tx, id)
    requireVersion(before, version)
    if (!differs(before, fields)) return { item: await readWish(tx, id), revision: null }
    const { status } = fields
    const place =
      status === before.status ? {} : { ...inStatus(status, context.now), displayOrder: await getEnd(tx, status) }
    return saveWish(tx, before, { ...fields, ...place }, { ...context, action: 'wish.update' })
  })
}

/**
 * Deletes a wish; the audit log keeps all of it, with the reports it came from, which keep their status and lose the
 * link. Throws `not_found`, and `conflict` for a stale version. (architecture 10)
 */
export async function deleteWish(db: Db, id: string, version: number, actor: Actor): Promise<Changed<RemovedWish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    // Reports before the wish, in the order in which a deletion of a report locks them.
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
