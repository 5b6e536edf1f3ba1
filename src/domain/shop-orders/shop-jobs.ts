import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import type { Instant } from '#src/contract/instant.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays } from '#src/contract/wall-clock.ts'
import { quietUntil } from '../mail-plan/due-time.ts'
import { readMailPolicy } from '../mail-rules/mail-policy.ts'
import type { LetterSite } from '../outbox/letter.ts'
import { fillBackOrder } from './act-on-order.ts'
import { endOrder } from './finish-order.ts'
import { mailAboutOrder } from './order-mail.ts'
import type { OrderRow } from './order-row.ts'
import { sellerDay } from './order-terms.ts'

const DAY = 86_400_000
/** How long before the end of its time an order without a PO number is reminded, and after how much of it at the soonest. */
const PO_REMINDER = { before: 3 * DAY, age: DAY }
/** Days after an invoice was due on which its buyer is reminded, one after the other. (decision 0060) */
const OVERDUE_AFTER = [1, 14] as const
const ACTOR = { id: 'schedule' }

type Run = { site: LetterSite; now: Instant; timeLeft: () => number }
type Step = {
  /** Which orders are due. */
  due: SQL | undefined
  order: SQL
  /** Does it for one locked order; false if it cannot be done yet. */
  take: (tx: Db, row: OrderRow, run: Run) => Promise<boolean>
}

/**
 * What orders need as time passes: those without a PO number are reminded and expire, overdue invoices are reminded, and those that wait
 * for new pieces take them. Each order is one transaction that locks it, so that nothing happens twice, however many processes run. After an
 * outage only the latest reminder of an invoice is sent. Reminders wait for the end of the quiet hours on the clock of the seller.
 */
export async function runShopJobs(db: Db, run: Run) {
  const { poDueAt, dueOn, state } = shopOrders
  const moment = new Date(run.now)
  const isWaiting = eq(state, 'awaiting_po')
  const isSoon = and(gt(poDueAt, moment), lte(poDueAt, new Date(run.now + PO_REMINDER.before)))
  const isOldEnough = lte(shopOrders.placedAt, new Date(run.now - PO_REMINDER.age))
  const overdue = OVERDUE_AFTER.map((days, at) =>
    and(lte(dueOn, addDays(sellerDay(run.now), -days)), lt(shopOrders.overdueSteps, at + 1)),
  )
  const { policy } = await readMailPolicy(db)
  const isQuiet = quietUntil(0, DEFAULT_TIME_ZONE, policy, run.now) !== undefined
  const remind = async (step: Step) => (isQuiet ? 0 : each(db, step, run))
  return {
    expired: await each(db, { due: and(isWaiting, lte(poDueAt, moment)), order: asc(poDueAt), take: expire }, run),
    poReminders: await remind({
      due: and(isWaiting, isSoon, isOldEnough, isNull(shopOrders.poRemindedAt)),
      order: asc(poDueAt),
      take: remindOfPo,
    }),
    overdueReminders: await remind({
      due: and(eq(state, 'invoiced'), or(...overdue)),
      order: asc(dueOn),
      take: remindOfInvoice,
    }),
    filled: await fillBackOrders(db, run),
  }
}

/** Does a step for one order after the other, each in a transaction of its own, while there is time. */
async function each(db: Db, { due, order, take }: Step, run: Run): Promise<number> {
  let count = 0
  while (run.timeLeft() > 0) {
    const isTaken = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(shopOrders)
        .where(due)
        .orderBy(order)
        .limit(1)
        .for('update', { skipLocked: true })
      return row !== undefined && (await take(tx, row, run))
    })
    if (!isTaken) return count
    count += 1
  }
  return count
}

async function expire(tx: Db, row: OrderRow, { site, now }: Run): Promise<boolean> {
  const reason = 'The number of a purchase order did not come in time'
  const expired = await endOrder(tx, row, { to: 'expired', reason, actor: ACTOR, now })
  await mailAboutOrder(tx, expired, 'expired', { site, now })
  return true
}

async function remindOfPo(tx: Db, row: OrderRow, { site, now }: Run): Promise<boolean> {
  await tx
    .update(shopOrders)
    .set({ poRemindedAt: new Date(now) })
    .where(eq(shopOrders.id, row.id))
  await mailAboutOrder(tx, row, 'po_reminder', { site, now })
  return true
}

async function remindOfInvoice(tx: Db, row: OrderRow, { site, now }: Run): Promise<boolean> {
  const today = sellerDay(now)
  const overdueSteps = OVERDUE_AFTER.filter((days) => (row.dueOn ?? today) <= addDays(today, -days)).length
  await tx.update(shopOrders).set({ overdueSteps }).where(eq(shopOrders.id, row.id))
  await mailAboutOrder(tx, row, 'overdue', { site, now })
  return true
}

/** Of one run, so that an order for which there are never enough pieces holds up none. */
const MOST_FILLED = 50

async function fillBackOrders(db: Db, { site, now, timeLeft }: Run): Promise<number> {
  const isWaiting = and(eq(shopOrders.state, 'short'), isNotNull(shopOrders.backOrderedAt))
  const waiting = await db
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(isWaiting)
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
