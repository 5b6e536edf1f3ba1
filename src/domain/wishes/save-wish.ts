import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes } from '#db/schema/feedback.ts'
import type { Changed } from '#src/contract/changed.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { notifyOfShipping } from '../reports/notify-reporters.ts'
import { readWish } from './list-wishes.ts'
import { touchFeedback, type WishRow } from './wish-row.ts'

/** What a wish has beside its status because of it. */
export function inStatus(status: WishStatus, now: Instant): Pick<WishRow, 'status' | 'shippedAt'> {
  return { status, shippedAt: status === 'shipped' ? new Date(now) : null }
}

/**
 * Stores a change of a wish that is locked, with all that follows from it: those who asked for it are told when it is shipped,
 * once and for all, and the site is built again where the feedback page tells something else then.
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
  const toldAt = await notifyOnce(tx, before, next, context)
  const [after] = await tx
    .update(adminWishes)
    .set({ ...change, toldAt, version: sql`${adminWishes.version} + 1` })
    .where(eq(adminWishes.id, before.id))
    .returning()
  await recordAudit(tx, actor, { action, subjectType: 'wish', subjectId: before.id, before, ...(after && { after }) })
  return { item: await readWish(tx, before.id), revision }
}

/** When the reporters were told: now, if it is shipped just now and somebody there has not heard of it. */
async function notifyOnce(tx: Db, before: WishRow, next: WishRow, { site, now }: CommandContext): Promise<Date | null> {
  const isNew = next.status === 'shipped' && before.status !== 'shipped'
  if (!isNew || before.toldAt !== null) return before.toldAt
  return (await notifyOfShipping(tx, before.id, { site, now })) > 0 ? new Date(now) : null
}
