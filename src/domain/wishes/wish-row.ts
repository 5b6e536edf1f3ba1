import { isDeepStrictEqual } from 'node:util'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { adminWishes, eventReports } from '#db/schema/feedback.ts'
import { Failure } from '#src/contract/failure.ts'
import type { WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'
import type { Actor } from '../audit/audit.ts'
import { touchContent } from '../site/touch-content.ts'

/** The feedback page tells of so many at most. */
export const MOST_SHIPPED = 50

export type WishRow = typeof adminWishes.$inferSelect

const from = adminWishes.createdFromReportId
/** The report it came from and those merged into that one. */
const reportCount = sql<number>`case when ${from} is null then 0
  else 1 + (select count(*)::int from ${eventReports} where ${eventReports.mergedIntoId} = ${from}) end`

/** What is read of a wish, wherever one is shown. */
export const wishColumns = { ...getTableColumns(adminWishes), reportCount }

type Read = WishRow & { reportCount: number }

export function toWish({ displayOrder: _o, createdBy: _b, toldAt: _t, ...row }: Read): Wish {
  const { shippedAt, createdAt, updatedAt } = row
  return {
    ...row,
    shippedAt: shippedAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  }
}

/**
 * Lets one change of the board happen after the other, until the transaction ends: each sees the order the one before left.
 * It is taken before any row: who holds a wish never waits for the board.
 */
export async function lockBoard(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('admin_wishes', 0))`)
}

/** The wish, locked until the transaction ends. Throws `not_found`. */
export async function lockWish(tx: Db, id: string): Promise<WishRow> {
  const [row] = await tx.select().from(adminWishes).where(eq(adminWishes.id, id)).for('update')
  if (!row) throw new Failure('not_found', 'Wish not found.')
  return row
}

/** The number behind the last of a column. */
export async function endOf(tx: Db, status: WishStatus): Promise<number> {
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${adminWishes.displayOrder}), 0) + 1` })
    .from(adminWishes)
    .where(eq(adminWishes.status, status))
  return last?.place ?? 1
}

type WishStates = { before?: WishRow; after?: WishRow }

/** A new revision if the feedback page then tells something else of this wish; null if it tells the same, or nothing. */
export async function touchFeedback(
  tx: Db,
  { before, after }: WishStates,
  reason: string,
  actor: Actor,
): Promise<number | null> {
  return isDeepStrictEqual(wordsOf(before), wordsOf(after)) ? null : touchContent(tx, reason, actor)
}

/** What the feedback page tells of a wish. */
function wordsOf(wish: WishRow | undefined) {
  if (!wish?.isPublic || wish.status !== 'shipped') return null
  const { title, publicTitle, publicText, shippedAt } = wish
  return [publicTitle ?? title, publicText, shippedAt?.getTime()]
}
