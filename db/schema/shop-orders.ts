import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'
import { currency, shopVariants } from './shop.ts'

/**
 * An order as it was placed: nothing of it follows the catalog. Its money is in `state`, its goods are in `fulfillment`.
 * The states and what leads from one to the next are in `contract/shop-order.ts`.
 */
export const shopOrders = pgTable(
  'shop_orders',
  {
    /** The browser chooses it, so that an order that is sent twice is one. */
    id: uuid().primaryKey(),
    /** What people call it. It is drawn at random, tells nothing and opens nothing. The invoice has the same number. */
    number: text().notNull().unique(),
    state: text({
      enum: ['awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short', 'expired', 'cancelled', 'refunded'],
    }).notNull(),
    fulfillment: text({ enum: ['open', 'ready', 'handed_over', 'shipped'] })
      .notNull()
      .default('open'),
    /** Whether its pieces are taken off the stock. Null as long as neither was done: then they are if it is invoiced or paid. */
    isStockTaken: boolean(),
    payBy: text({ enum: ['invoice', 'card'] }).notNull(),
    buyerName: text().notNull(),
    email: text().notNull(),
    /** The address in the one spelling we compare by. */
    emailKey: text().notNull(),
    phone: text(),
    company: text().notNull(),
    poNumber: text(),
    delivery: text({ enum: ['pickup', 'ship', 'email'] }).notNull(),
    /** Where it is picked up. No foreign key, so that an order outlives its event. */
    eventId: uuid(),
    /** `shippingAddress` of the contract; null unless it is shipped. */
    shipTo: jsonb(),
    buyerNote: text(),
    currency: currency(),
    subtotalCents: integer().notNull(),
    shippingCents: integer().notNull(),
    taxCents: integer().notNull(),
    totalCents: integer().notNull(),
    /** Hundredths of a percent: 825 is 8.25 %. */
    taxBasisPoints: integer().notNull(),
    placedAt: createdAt(),
    /** Until when the number of the purchase order is awaited; null unless it is. */
    poDueAt: instant(),
    invoicedAt: instant(),
    /** The day on which the invoice is due, in the zone of the seller; null before it is invoiced. */
    dueOn: date({ mode: 'string' }),
    paidAt: instant(),
    readyAt: instant(),
    /** When it was handed over or shipped. */
    fulfilledAt: instant(),
    carrier: text(),
    tracking: text(),
    /** When it was decided that a paid order waits for new pieces. */
    backOrderedAt: instant(),
    endedAt: instant(),
    /** Why it was cancelled or has expired, as the buyer reads it. */
    endReason: text(),
    /** SHA-256 of what the browser sent: the same id with something else is refused. Empty for an order that no browser sent. */
    inputHash: text().notNull().default(''),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shop_orders_recent').on(t.placedAt.desc(), t.id.desc()),
    index('shop_orders_state').on(t.state, t.placedAt.desc(), t.id.desc()),
    index('shop_orders_fulfillment').on(t.fulfillment, t.state, t.placedAt.desc(), t.id.desc()),
    index('shop_orders_to_make_ready')
      .on(t.placedAt.desc(), t.id.desc())
      .where(sql`${t.fulfillment} = 'open' and ${t.state} in ('invoiced', 'paid')`),
    index('shop_orders_pay_by').on(t.payBy, t.placedAt.desc(), t.id.desc()),
    index('shop_orders_event').on(t.eventId, t.placedAt.desc(), t.id.desc()).where(sql`${t.eventId} is not null`),
    index('shop_orders_buyer').on(t.emailKey, t.placedAt.desc()),
    index('shop_orders_po_due').on(t.poDueAt).where(sql`${t.state} = 'awaiting_po'`),
    index('shop_orders_back_ordered').on(t.backOrderedAt).where(sql`${t.state} = 'short'`),
    index('shop_orders_due').on(t.dueOn).where(sql`${t.state} = 'invoiced'`),
    searchIndex('shop_orders_search', [t.number, t.buyerName, t.email, t.company, t.poNumber]),
    check(
      'shop_order_state_known',
      sql`${t.state} in ('awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short', 'expired', 'cancelled', 'refunded')`,
    ),
    check('shop_order_fulfillment_known', sql`${t.fulfillment} in ('open', 'ready', 'handed_over', 'shipped')`),
    check('shop_order_currency_known', sql`${t.currency} = 'usd'`),
    check('shop_order_pay_by_known', sql`${t.payBy} in ('invoice', 'card')`),
    check('shop_order_delivery_known', sql`${t.delivery} in ('pickup', 'ship', 'email')`),
    check('shop_order_pickup_event', sql`(${t.delivery} = 'pickup') = (${t.eventId} is not null)`),
    check('shop_order_ship_to', sql`(${t.delivery} = 'ship') = (${t.shipTo} is not null)`),
    check('shop_order_po_due', sql`(${t.state} = 'awaiting_po') = (${t.poDueAt} is not null)`),
    check('shop_order_total', sql`${t.totalCents} = ${t.subtotalCents} + ${t.shippingCents} + ${t.taxCents}`),
    check('shop_order_amounts', sql`least(${t.subtotalCents}, ${t.shippingCents}, ${t.taxCents}) >= 0`),
  ],
)

export const orderId = () =>
  uuid()
    .notNull()
    .references(() => shopOrders.id, { onDelete: 'cascade' })

/** What was ordered, copied from the catalog. */
export const shopOrderLines = pgTable(
  'shop_order_lines',
  {
    id: id(),
    orderId: orderId(),
    /** Null once the variant was deleted. */
    variantId: uuid().references(() => shopVariants.id, { onDelete: 'set null' }),
    sku: text().notNull(),
    title: text().notNull(),
    label: text().notNull(),
    kind: text({ enum: ['aid', 'kit', 'book', 'voucher'] }).notNull(),
    isTaxed: boolean().notNull(),
    unitCents: integer().notNull(),
    quantity: integer().notNull(),
    /** The codes of vouchers, which the buyer's page shows once an administrator has typed them in. */
    codes: jsonb().$type<string[]>().notNull().default([]),
    displayOrder: integer().notNull(),
  },
  (t) => [
    index('shop_order_lines_order').on(t.orderId, t.displayOrder),
    index('shop_order_lines_variant').on(t.variantId),
    check('shop_order_line_quantity', sql`${t.quantity} between 1 and 999`),
    check('shop_order_line_price', sql`${t.unitCents} > 0`),
  ],
)

/**
 * Pieces that are kept for an order that is not final. A hold counts until `expires_at`; while `awaits_provider` it counts
 * whatever the time, because a payment may still be under way. (security SH1)
 */
export const shopHolds = pgTable(
  'shop_holds',
  {
    orderId: orderId(),
    variantId: uuid()
      .notNull()
      .references(() => shopVariants.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    expiresAt: instant().notNull(),
    awaitsProvider: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.variantId] }),
    index('shop_holds_variant').on(t.variantId, t.expiresAt),
    index('shop_holds_expiry').on(t.expiresAt),
    check('shop_hold_quantity', sql`${t.quantity} > 0`),
  ],
)

/** What administrators note about an order. The buyer does not see it. */
export const shopOrderNotes = pgTable(
  'shop_order_notes',
  {
    id: uuid().primaryKey(),
    orderId: orderId(),
    text: text().notNull(),
    /** A person's id. */
    writtenBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_order_notes_order').on(t.orderId, t.createdAt),
    check('shop_order_note_length', sql`char_length(${t.text}) between 1 and 1000`),
  ],
)
