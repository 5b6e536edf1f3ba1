import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { hasNoneWaiting, readWaiting } from '../shop-payments/payment.ts'
import { fillBackOrder } from './act-on-order.ts'
import { endOrder } from './finish-order.ts'
import { mailAboutOrder } from './order-mail.ts'
import { hasAllPieces } from './stock.ts'

const ACTOR = { id: 'schedule' }

type Run = { site: LetterSite; now: Instant; timeLeft: () => number }

/**
 * What orders need as time passes: those without a PO number expire, and those that wait for new pieces take them. Each order is one
 * transaction that locks it, so that nothing happens twice, however many processes run. Reminders are mails of the planner. (decision 0060)
 */
export async function runShopJobs(db: Db, run: Run) {
  return { expired: await expireOrders(db, run), filled: await fillBackOrders(db, run) }
}

/** An order that its buyer is paying by card is left alone until the payment has ended. (security SH1) */
async function expireOrders(db: Db, { site, now, timeLeft }: Run): Promise<number> {
  const { state, poDueAt } = shopOrders
  const isOver = and(eq(state, 'awaiting_po'), lte(poDueAt, new Date(now)), hasNoneWaiting(db))
  const reason = 'The number of a purchase order did not come in time'
  let count = 0
  while (timeLeft() > 0) {
    const found = await db.transaction(async (tx) => {
      const first = tx.select().from(shopOrders).where(isOver).orderBy(asc(poDueAt)).limit(1)
      const [row] = await first.for('update', { skipLocked: true })
      if (!row) return 'none'
      // A payment that began between the reading of this row and its lock is seen by this statement.
      if ((await readWaiting(tx, row.id)).length > 0) return 'being paid'
      const expired = await endOrder(tx, row, { to: 'expired', reason, actor: ACTOR, now })
      await mailAboutOrder(tx, expired, 'expired', { site, now })
      return 'expired'
    })
    if (found === 'none') return count
    if (found === 'expired') count += 1
  }
  return count
}

/** Of one run. Orders whose pieces are not all there do not count, so that they hold up none of the others. */
const MOST_FILLED = 50

async function fillBackOrders(db: Db, { site, now, timeLeft }: Run): Promise<number> {
  const isWaiting = and(eq(shopOrders.state, 'short'), isNotNull(shopOrders.backOrderedAt))
  const waiting = await db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(isWaiting, hasAllPieces(db, now)))
    .orderBy(asc(shopOrders.backOrderedAt))
    .limit(MOST_FILLED)
  let count = 0
  for (const { id } of waiting) {
    if (timeLeft() <= 0) break
    const isFilled = await db.transaction(async (tx) => {
      const isThis = and(eq(shopOrders.id, id), isWaiting)
      const [row] = await tx.select().from(shopOrders).where(isThis).for('update', { skipLocked: true })
      if (!row || !(await fillBackOrder(tx, row, { actor: ACTOR, now }))) return false
      await mailAboutOrder(tx, { ...row, state: 'paid' }, 'filled', { site, now })
      return true
    })
    if (isFilled) count += 1
  }
  return count
}
