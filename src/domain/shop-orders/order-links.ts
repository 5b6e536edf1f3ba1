import { randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { linkTokens } from '#db/schema/accounts.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { emailKey } from '#src/contract/email.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { LINK_JUST_SENT } from '#src/contract/logistics-board.ts'
import { ORDER_LINK_DAYS } from '#src/contract/shop-order.ts'
import type { OrderLink } from '#src/contract/shop-order-admin.ts'
import { orderPath } from '#src/contract/shop-order-view.ts'
import { isUuid } from '#src/contract/uuid.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { endSharedLink, issueSharedLink, listSharedLinks, openSharedLink } from '../links/shared-link.ts'
import { enqueueMail, mayMail } from '../outbox/enqueue.ts'
import { orderLinks } from '../outbox/templates/order-letters.ts'
import { lockOrder, type OrderRow, requireOrder } from './order-row.ts'

/** Whose links there are, and their purposes. Purchasing finishes an order, and can do nothing else. (security SH4) */
const PURPOSES = { buyer: 'shop-order', purchasing: 'shop-purchasing' } as const
type LinkHolder = keyof typeof PURPOSES
const HOLDERS = Object.keys(PURPOSES) as LinkHolder[]

const DAY = 86_400_000
/** Milliseconds in which a second press of an administrator sends no second link. */
const SHORTEST_PAUSE = 60_000
/** The most orders that one mail leads to. */
const MOST_ORDERS = 5

type Made = { as: LinkHolder; to: string; note?: string; by: string }
type Dated = Pick<OrderRow, 'id' | 'placedAt'>

/** The token of a new link to an order. `to` is the address that gets it, `note` what the buyer wrote to purchasing. */
export function issueOrderLink(
  tx: Db,
  { id, placedAt }: Dated,
  { as, to, note = '', by }: Made,
  now: Instant,
): Promise<string> {
  const expiresAt = placedAt.getTime() + ORDER_LINK_DAYS * DAY
  const link = { purpose: PURPOSES[as], subjectId: id, id: randomUUID(), note: `${to}\n${note}`, by }
  return issueSharedLink(tx, { ...link, expiresAt }, now)
}

/** An address has no line break, so what follows the first one was written by the buyer. */
function readNote(note: string): { to: string; note: string | null } {
  const at = note.indexOf('\n')
  return { to: note.slice(0, at), note: note.slice(at + 1) || null }
}

/**
 * The path of a new link to an order, for a mail to its buyer. Null once an administrator ended all links of the buyer: a mail gives back no
 * access that was taken. (security SH4)
 */
export async function mailedPath(tx: Db, order: OrderRow, now: Instant): Promise<string | null> {
  const alive = await listSharedLinks(tx, { purpose: PURPOSES.buyer, subjectId: order.id }, now)
  if (alive.length === 0) return null
  return orderPath(await issueOrderLink(tx, order, { as: 'buyer', to: order.email, by: 'mail' }, now))
}

export type OpenedOrder = { orderId: string; as: LinkHolder; noteToPurchasing: string | null }

/** Which order a link opens, and for whom. Throws `not_found` with one sentence for every link that opens none. (security SH4, TL5) */
export async function openOrder(db: Db, token: string, now: Instant): Promise<OpenedOrder> {
  for (const as of HOLDERS) {
    const link = await openSharedLink(db, { purpose: PURPOSES[as], token }, now)
    if (!link) continue
    const noteToPurchasing = as === 'purchasing' ? readNote(link.note).note : null
    return { orderId: link.subjectId, as, noteToPurchasing }
  }
  throw new Failure('not_found', LINK_DEAD)
}

/** The links to an order that work, newest first. */
export async function listOrderLinks(db: Db, orderId: string, now: Instant): Promise<OrderLink[]> {
  await requireOrder(db, orderId)
  const found = []
  for (const as of HOLDERS)
    for (const link of await listSharedLinks(db, { purpose: PURPOSES[as], subjectId: orderId }, now)) {
      const { id, createdAt, expiresAt } = link
      found.push({ id, as, to: readNote(link.note).to, createdAt, expiresAt })
    }
  return found.toSorted((one, other) => other.createdAt - one.createdAt)
}

type LinkOf = { orderId: string; linkId: string }

/** Ends one link. What its holder did stays. Throws `not_found`. */
export async function endOrderLink(
  db: Db,
  { orderId, linkId }: LinkOf,
  { actor, now }: Omit<CommandContext, 'site'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const as of HOLDERS) {
      const ended = await endSharedLink(tx, { purpose: PURPOSES[as], subjectId: orderId }, linkId, now)
      if (!ended) continue
      const subject = { subjectType: 'order', subjectId: orderId }
      return recordAudit(tx, actor, { action: 'order.end_link', ...subject, before: { as, id: linkId } })
    }
    throw new Failure('not_found', NOT_FOUND.link)
  })
}

/** Mails the buyer a new link to their order. Those they have go on working. Throws `not_found`, and `conflict` within a minute of the last one. */
export async function mailOrderLink(db: Db, orderId: string, { actor, site, now }: CommandContext): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const links = await listSharedLinks(tx, { purpose: PURPOSES.buyer, subjectId: orderId }, now)
    const isJustSent = links.some(({ by, createdAt }) => isUuid(by) && createdAt > now - SHORTEST_PAUSE)
    if (isJustSent) throw new Failure('conflict', LINK_JUST_SENT)
    const token = await issueOrderLink(tx, order, { as: 'buyer', to: order.email, by: actor.id }, now)
    await enqueueMail(tx, {
      to: order.email,
      ...orderLinks(site, [{ number: order.number, path: orderPath(token), placedAt: order.placedAt.getTime() }]),
    })
    await recordAudit(tx, actor, { action: 'order.new_link', subjectType: 'order', subjectId: orderId })
  })
}

/**
 * Mails new links to the orders of an address, for somebody who lost theirs. Only to orders of which a link of the buyer works; does
 * nothing for any other address. (security SH4, OB6)
 */
export async function mailNewLinks(
  db: Db,
  email: string,
  { site, now }: Pick<CommandContext, 'site' | 'now'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const orders = await findLinkedOrders(tx, email, now)
    const [first] = orders
    if (!first || !(await mayMail(tx, first.email, now))) return
    const links = []
    for (const order of orders) {
      const token = await issueOrderLink(tx, order, { as: 'buyer', to: order.email, by: 'mail' }, now)
      links.push({ number: order.number, path: orderPath(token), placedAt: order.placedAt.getTime() })
    }
    await enqueueMail(tx, { to: first.email, ...orderLinks(site, links) })
  })
}

function findLinkedOrders(tx: Db, email: string, now: Instant): Promise<OrderRow[]> {
  const isAlive = and(
    eq(linkTokens.purpose, PURPOSES.buyer),
    eq(linkTokens.subjectId, sql`${shopOrders.id}::text`),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, new Date(now)),
  )
  return tx
    .select()
    .from(shopOrders)
    .where(
      and(
        eq(shopOrders.emailKey, emailKey(email)),
        gt(shopOrders.placedAt, new Date(now - ORDER_LINK_DAYS * DAY)),
        exists(tx.select({ one: sql`1` }).from(linkTokens).where(isAlive)),
      ),
    )
    .orderBy(desc(shopOrders.placedAt))
    .limit(MOST_ORDERS)
}
