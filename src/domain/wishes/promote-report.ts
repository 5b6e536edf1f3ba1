import type { Db } from '#db/client.ts'
import { Failure } from '#src/contract/failure.ts'
import { PROMOTE_OTHER, type PromoteInput } from '#src/contract/report-admin.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { WISH_ID_TAKEN, type Wish } from '#src/contract/wish.ts'
import type { CommandContext } from '../command-context.ts'
import { lockReport } from '../reports/lock-report.ts'
import { storeChange } from '../reports/store-change.ts'
import { lockBoard, readWish } from './list-wishes.ts'
import { addWish } from './save-wish.ts'

/**
 * Makes a report a wish: one transaction creates the wish, resolves the report and its duplicates, and notifies
 * verified reporters. Repeated and simultaneous calls return the same wish. Throws `not_found`, and `conflict` for a
 * report that is merged into another one, or for an id that another wish has. (product 4, 7)
 */
export async function promoteReport(
  db: Db,
  reportId: string,
  wish: PromoteInput,
  context: CommandContext,
): Promise<Changed<Wish>> {
  return db.transaction(async (tx) => {
    await lockBoard(tx)
    const locked = await lockReport(tx, reportId)
    const { promotedToWishId, mergedIntoId } = locked.report
    if (promotedToWishId !== null) return { item: await readWish(tx, promotedToWishId), revision: null }
    if (mergedIntoId !== null) {
      throw new Failure('conflict', PROMOTE_OTHER)
    }
    const origin = { createdFromReportId: reportId, status: 'idea', shippedAt: null } as const
    if (!(await addWish(tx, { ...wish, ...origin }, context.actor))) {
      throw new Failure('conflict', WISH_ID_TAKEN)
    }
    const set = { status: 'resolved', promotedToWishId: wish.id, promotedAt: new Date(context.now) } as const
    await storeChange(tx, locked, { action: 'report.promote', set }, context)
    return { item: await readWish(tx, wish.id), revision: null }
  })
}
