import { formatDay } from '#src/contract/event-dates.ts'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { type Cents, formatCents } from '#src/contract/money.ts'
import { plural } from '#src/contract/plural.ts'
import type { Delivery, OrderState } from '#src/contract/shop-order.ts'
import type { PickupFacts } from '#src/contract/shop-order-view.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, type LetterPart, type LetterSite, letterDay } from '../letter.ts'
import type { Template } from '../templates.ts'

/**
 * What a mail may know of an order: nothing that its buyer typed, who could write to anybody with it. `path` is null once an
 * administrator ended the links. (security SH4, OB6)
 */
export type MailedOrder = {
  number: string
  path: string | null
  state: OrderState
  totalCents: Cents
  delivery: Delivery
  lines: readonly { title: string; label: string; quantity: number }[]
  pickup: PickupFacts | null
  poDueAt: Instant | null
  dueOn: PlainDay | null
  carrier: string | null
  tracking: string | null
  /** Why an administrator cancelled it. */
  reason: string | null
  refundedCents: Cents
}

/** Beside every link to an order. */
export const LINK_NOTE = 'The link shows the order as it is now. Anyone who has it can see and change the order.'

function itemParts({ lines, totalCents }: MailedOrder): LetterPart[] {
  const items = lines.map(({ title, label, quantity }): LetterPart[] => [
    `${quantity} × ${title}${label === '' ? '' : `, ${label}`}`,
  ])
  return [{ items, isNumbered: false }, `Total: ${formatCents(totalCents)}`]
}

function pickupParts({ delivery, pickup }: MailedOrder): LetterPart[] {
  if (delivery !== 'pickup') return []
  if (!pickup) return ['The workshop at which you wanted to pick it up no longer takes place. We will contact you.']
  const place = [pickup.venue, pickup.address].filter(Boolean).join(', ')
  const where = place === '' ? '' : `, ${place}`
  return [`Pick-up: ${pickup.eventName}, ${formatDay(pickup.day)}, ${pickup.times}${where}.`]
}

function stateParts({ state, poDueAt, dueOn }: MailedOrder): LetterPart[] {
  if (state === 'awaiting_po' && poDueAt !== null)
    return [
      `It waits for the number of your purchase order until ${formatSiteTime(poDueAt)}. We keep the pieces for you until then.`,
    ]
  if (state === 'awaiting_payment') return ['It waits for your payment by card.']
  if (state === 'invoiced' && dueOn !== null)
    return [`The invoice is on the page of the order, due ${formatDay(dueOn)}.`]
  return []
}

type Words = { template: Template; subject: string; parts: LetterPart[]; button: string }
const changed = (subject: string, parts: LetterPart[], button = 'See my order'): Words => ({
  template: 'order-changed',
  ...{ subject, parts, button },
})

function sentParts({ delivery, carrier, tracking }: MailedOrder): LetterPart[] {
  if (delivery === 'email') return ['The codes of your order are on its page.']
  return [`Carrier: ${carrier ?? 'not stated'}${tracking === null ? '' : `. Tracking number: ${tracking}`}`]
}

/** What each mail about an order says. */
const WORDS = {
  received: (order) => ({
    template: 'order-received',
    subject: `Your order ${order.number}`,
    parts: ['Thank you for your order.', ...itemParts(order), ...stateParts(order), ...pickupParts(order)],
    button: 'See my order',
  }),
  invoiced: (order) =>
    changed(
      `Invoice ${order.number}`,
      ['Your order is invoiced.', ...itemParts(order), ...stateParts(order)],
      'See the invoice',
    ),
  paid: (order) =>
    changed(`Order ${order.number} is paid`, [
      `We received ${formatCents(order.totalCents)}. Thank you.`,
      ...pickupParts(order),
    ]),
  short: (order) =>
    changed(`Order ${order.number} is paid, but out of stock`, [
      `We received ${formatCents(order.totalCents)}. While you were paying, the last pieces were sold to someone else. We are sorry.`,
      'We will write to you soon. Either we send your order when new pieces arrive, or you get all of your money back.',
    ]),
  back_ordered: (order) =>
    changed(`Order ${order.number} waits for new pieces`, [
      'We keep your order, and send you an email as soon as the missing pieces are there.',
      'If you do not want to wait, tell us: you get all of your money back.',
    ]),
  ready: (order) =>
    changed(`Order ${order.number} is ready for pick-up`, ['Your order is ready.', ...pickupParts(order)]),
  sent: (order) => changed(`Order ${order.number} is on its way`, ['We have sent your order.', ...sentParts(order)]),
  filled: (order) =>
    changed(`Order ${order.number} is complete`, [
      'The pieces that were out of stock are there, and we prepare your order now.',
      ...pickupParts(order),
    ]),
  cancelled: (order) =>
    changed(`Order ${order.number} is cancelled`, [
      'Your order is cancelled.',
      ...(order.reason === null ? [] : [{ quote: order.reason }]),
    ]),
  expired: (order) =>
    changed(`Order ${order.number} has expired`, [
      'We did not get a payment or the number of a purchase order in time, so we no longer keep the pieces for you. You owe nothing, and you can order again in the shop.',
    ]),
  refunded: (order) =>
    changed(`Refund for order ${order.number}`, [
      `In all, ${formatCents(order.refundedCents)} of this order went back to you.`,
      ...(order.reason === null ? [] : [{ quote: order.reason }]),
    ]),
} as const satisfies Record<string, (order: MailedOrder) => Words>
export type OrderNews = keyof typeof WORDS

/** To the buyer of an order, about what happened to it. */
export function orderNews(site: LetterSite, news: OrderNews, order: MailedOrder) {
  const { template, subject, parts, button }: Words = WORDS[news](order)
  const link: LetterPart[] = order.path === null ? [] : [{ button, path: order.path }, LINK_NOTE]
  return composeLetter(site, { template, subject, parts: [...parts, ...link] })
}

type LinkedOrder = { number: string; path: string; placedAt: Instant }

/** To somebody who asked for new links to their orders. */
export function orderLinks(site: LetterSite, orders: readonly LinkedOrder[]) {
  const buttons = orders.flatMap(({ number, path, placedAt }): LetterPart[] => [
    `Order ${number} from ${letterDay(placedAt)}`,
    { button: `See order ${number}`, path },
  ])
  return composeLetter(site, {
    template: 'order-links',
    subject: orders.length === 1 ? 'The link to your order' : 'The links to your orders',
    parts: [...buttons, LINK_NOTE],
  })
}

type ToFinish = { number: string; path: string; totalCents: Cents; pieces: number; until: Instant | null }

/** To whoever pays for an order that somebody else placed. What the buyer wrote is on the page, not in the mail. (security OB6) */
export function orderPurchasing(site: LetterSite, { number, path, totalCents, pieces, until }: ToFinish) {
  const limit = until === null ? [] : [`The pieces are kept until ${formatSiteTime(until)}.`]
  return composeLetter(site, {
    template: 'order-purchasing',
    subject: `Order ${number} of ${site.siteName} waits for you`,
    parts: [
      `Somebody ordered ${plural(pieces, 'piece')} for ${formatCents(totalCents)} and asks you to complete order ${number}. Its page says what is needed, such as the number of a purchase order.`,
      ...limit,
      { button: 'Complete the order', path },
      'If you do not know of this order, ignore this email.',
    ],
  })
}
