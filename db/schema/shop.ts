import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, searchIndex, updatedAt } from './columns.ts'

/** Money is in cents of US dollars everywhere; no other currency is taken. (decision 0060) */
const currency = () =>
  text({ enum: ['usd'] })
    .notNull()
    .default('usd')

/** Something that the shop sells, in one or more variants. (decision 0060) */
export const shopProducts = pgTable(
  'shop_products',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    kind: text({ enum: ['aid', 'kit', 'book', 'voucher'] }).notNull(),
    summary: text().notNull(),
    /** Markdown, and what it was rendered to when it was saved. */
    description: text().notNull(),
    descriptionHtml: text().notNull(),
    /** What is inside, a line each. */
    contents: jsonb().$type<string[]>().notNull().default([]),
    /** How it is used on the floor: Markdown, and what it was rendered to; both empty where nothing is said. */
    usage: text().notNull().default(''),
    usageHtml: text().notNull().default(''),
    pictures: jsonb().$type<{ url: string; alt: string }[]>().notNull().default([]),
    /** Visitors see active products alone. */
    isActive: boolean().notNull().default(false),
    /** False where no sales tax is due. */
    isTaxed: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shop_products_order').on(t.displayOrder, t.id),
    index('shop_products_shown').on(t.displayOrder, t.id).where(sql`${t.isActive}`),
    searchIndex('shop_products_search', [t.title, t.slug]),
    check('shop_product_slug_shape', sql`${t.slug} ~ '^[a-z0-9-]{3,100}$'`),
    check('shop_product_title_length', sql`char_length(${t.title}) between 1 and 120`),
    check('shop_product_kind_known', sql`${t.kind} in ('aid', 'kit', 'book', 'voucher')`),
    check('shop_product_summary_length', sql`char_length(${t.summary}) between 1 and 200`),
    check('shop_product_description_length', sql`char_length(${t.description}) <= 5000`),
    check('shop_product_usage_length', sql`char_length(${t.usage}) <= 5000`),
  ],
)

/** A slug that a product once had. Visitors who kept the old address are sent on. */
export const shopSlugRedirects = pgTable(
  'shop_slug_redirects',
  {
    oldSlug: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_slug_redirects_product').on(t.productId),
    check('shop_old_slug_shape', sql`${t.oldSlug} ~ '^[a-z0-9-]{3,100}$'`),
  ],
)

/** What is put in a cart: one size, edition or pack of a product. */
export const shopVariants = pgTable(
  'shop_variants',
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    sku: text().notNull(),
    /** Empty where the product has one variant alone. */
    label: text().notNull().default(''),
    priceCents: integer().notNull(),
    currency: currency(),
    /** False for what does not run out, such as seats that are registered elsewhere. */
    tracksStock: boolean().notNull().default(true),
    /** Pieces that are not sold. Of these, holds keep some for a while. */
    onHand: integer().notNull().default(0),
    /** From this many free pieces on, visitors read that few are left and administrators are warned. */
    lowStockAt: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('shop_variants_sku').on(sql`upper(${t.sku})`),
    index('shop_variants_product').on(t.productId, t.displayOrder),
    index('shop_variants_low').on(t.onHand, t.id).where(sql`${t.tracksStock} and ${t.isActive}`),
    check('shop_variant_sku_shape', sql`${t.sku} ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'`),
    check('shop_variant_label_length', sql`char_length(${t.label}) <= 80`),
    check('shop_variant_price_positive', sql`${t.priceCents} between 1 and 99999999`),
    check('shop_variant_currency_known', sql`${t.currency} = 'usd'`),
    check('shop_variant_on_hand', sql`${t.onHand} >= 0`),
    check('shop_variant_low_stock', sql`${t.lowStockAt} >= 0`),
  ],
)

/** Pieces that came in or went out, other than by an order. */
export const shopStockChanges = pgTable(
  'shop_stock_changes',
  {
    /** The form chooses it, so that a second click changes nothing twice. */
    id: uuid().primaryKey(),
    variantId: uuid()
      .notNull()
      .references(() => shopVariants.id, { onDelete: 'cascade' }),
    pieces: integer().notNull(),
    reason: text().notNull(),
    /** A person's id. */
    changedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_stock_changes_variant').on(t.variantId, t.createdAt.desc()),
    check('shop_stock_change_pieces', sql`${t.pieces} <> 0`),
    check('shop_stock_change_reason_length', sql`char_length(${t.reason}) between 1 and 200`),
  ],
)

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
    endedAt: instant(),
    /** Why it was cancelled or has expired, as the buyer reads it. */
    endReason: text(),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shop_orders_recent').on(t.placedAt.desc(), t.id.desc()),
    index('shop_orders_state').on(t.state, t.placedAt.desc(), t.id.desc()),
    index('shop_orders_fulfillment').on(t.fulfillment, t.state, t.placedAt.desc(), t.id.desc()),
    index('shop_orders_event').on(t.eventId, t.placedAt).where(sql`${t.eventId} is not null`),
    index('shop_orders_buyer').on(t.emailKey, t.placedAt.desc()),
    index('shop_orders_po_due').on(t.poDueAt).where(sql`${t.state} = 'awaiting_po'`),
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

const orderId = () =>
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

/** One way in which an order was or may be paid: a session of the payment provider, or what an administrator noted. */
export const shopPayments = pgTable(
  'shop_payments',
  {
    id: id(),
    orderId: orderId(),
    provider: text({ enum: ['stripe', 'manual'] }).notNull(),
    /** 1, 2, 3, … of the order. A new try has a new key of its own at the provider. */
    attempt: integer().notNull(),
    amountCents: integer().notNull(),
    currency: currency(),
    /** `starting`: the provider was perhaps not asked yet; `open`: it waits for the buyer; `processing`: the money is on its way. */
    state: text({ enum: ['starting', 'open', 'processing', 'paid', 'failed', 'expired'] }).notNull(),
    sessionId: text().unique(),
    sessionUrl: text(),
    intentId: text().unique(),
    /** When the provider ends the session. */
    expiresAt: instant(),
    paidAt: instant(),
    /** Refunds that have succeeded or may still do so. */
    refundedCents: integer().notNull().default(0),
    /** Of a payment that an administrator noted: the number of a check, for example. */
    note: text(),
    /** A person's id; null for a payment by card. */
    notedBy: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('shop_payments_attempt').on(t.orderId, t.attempt),
    index('shop_payments_waiting')
      .on(t.expiresAt, t.createdAt)
      .where(sql`${t.state} in ('starting', 'open', 'processing')`),
    check('shop_payment_amount', sql`${t.amountCents} > 0`),
    check('shop_payment_currency_known', sql`${t.currency} = 'usd'`),
    check(
      'shop_payment_state_known',
      sql`${t.state} in ('starting', 'open', 'processing', 'paid', 'failed', 'expired')`,
    ),
    check('shop_payment_refunds', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check('shop_payment_refunds_of_paid', sql`${t.refundedCents} = 0 or ${t.state} = 'paid'`),
    check('shop_payment_note_length', sql`char_length(${t.note}) <= 200`),
  ],
)

/** Money that goes back to the buyer. */
export const shopRefunds = pgTable(
  'shop_refunds',
  {
    /** The form chooses it, so that a double click makes one; it is the key at the provider too. */
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => shopPayments.id, { onDelete: 'cascade' }),
    amountCents: integer().notNull(),
    /** `requested`: the provider was perhaps not asked yet. A failed or canceled refund gives its amount back to the payment. */
    state: text({ enum: ['requested', 'pending', 'succeeded', 'failed', 'canceled'] }).notNull(),
    providerId: text().unique(),
    reason: text().notNull(),
    /** A person's id, or `system` for the refund of an order that could not be kept. */
    askedBy: text().notNull(),
    settledAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shop_refunds_payment').on(t.paymentId, t.createdAt),
    index('shop_refunds_waiting').on(t.createdAt).where(sql`${t.state} in ('requested', 'pending')`),
    check('shop_refund_amount', sql`${t.amountCents} > 0`),
    check('shop_refund_state_known', sql`${t.state} in ('requested', 'pending', 'succeeded', 'failed', 'canceled')`),
    check('shop_refund_reason_length', sql`char_length(${t.reason}) between 1 and 500`),
  ],
)

/** Events of the payment provider that were handled, each stored in the transaction of its work. Kept for 30 days. */
export const shopProviderEvents = pgTable(
  'shop_provider_events',
  {
    /** The provider's id: an event that comes again is the same. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The provider's time, in seconds since 1970. */
    created: bigint({ mode: 'number' }).notNull(),
    handledAt: createdAt(),
  },
  (t) => [index('shop_provider_events_handled').on(t.handledAt)],
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
