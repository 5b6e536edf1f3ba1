import type { Db } from '#db/client.ts'
import type { CommandContext } from '../command-context.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { type OrderNews, orderNews } from '../outbox/templates/order-letters.ts'
import { mailedPath } from './order-links.ts'
import { type OrderRow, readLines, readRefunded } from './order-row.ts'
import { readPickup } from './pickup-places.ts'

/** Mails the buyer what happened to their order, in the transaction in which it happened. `reason` is an administrator's. */
export async function mailAboutOrder(
  tx: Db,
  order: OrderRow,
  news: OrderNews,
  { site, now, reason = null }: Pick<CommandContext, 'site' | 'now'> & { reason?: string | null },
): Promise<void> {
  const { number, state, totalCents, delivery, dueOn, carrier, tracking } = order
  const letter = orderNews(site, news, {
    ...{ number, state, totalCents, delivery, dueOn, carrier, tracking, reason },
    path: await mailedPath(tx, order, now),
    lines: await readLines(tx, order.id),
    pickup: await readPickup(tx, order.eventId),
    poDueAt: order.poDueAt?.getTime() ?? null,
    refundedCents: await readRefunded(tx, order.id),
  })
  await enqueueMail(tx, { to: order.email, ...letter })
}

/** The same for what a visitor did, who may have typed anybody's address: nothing beyond what public forms may send. (security SH6, OB6) */
export async function mailFromForm(
  tx: Db,
  order: OrderRow,
  news: OrderNews,
  context: Pick<CommandContext, 'site' | 'now'>,
): Promise<void> {
  if (await mayMail(tx, order.email, context.now)) await mailAboutOrder(tx, order, news, context)
}
