import type { Cents } from '#src/contract/money.ts'

/** What the payment provider is told of an order. */
export type PayableOrder = {
  id: string
  number: string
  email: string
  totalCents: Cents
  currency: 'usd'
  lines: { title: string; label: string; unitCents: Cents; quantity: number }[]
  shippingCents: Cents
  taxCents: Cents
}

/**
 * Begins the payment of an order by card and resolves with the page on which it is paid. The order is stored: it waits for its
 * payment with pieces on hold, or is invoiced and keeps its pieces. Called again for the same order, it goes on with the payment that
 * was begun, or begins another.
 */
export type StartPayment = (order: PayableOrder, urls: { success: string; cancel: string }) => Promise<{ url: string }>
