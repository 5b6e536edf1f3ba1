import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, updatedAt } from './columns.ts'
import { currency } from './shop.ts'
import { orderId } from './shop-orders.ts'

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
    /** Where the provider sends the buyer; a session that is asked for again must say the same. */
    returnUrls: jsonb().$type<{ successUrl: string; cancelUrl: string }>(),
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
    index('shop_refunds_failed').on(t.createdAt).where(sql`${t.state} in ('failed', 'canceled')`),
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
