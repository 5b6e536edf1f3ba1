import { describe, expect, test } from 'vitest'
import { FULFILLMENTS, ORDER_STATES } from './order-state.ts'
import { sayOrder } from './order-words.ts'
import type { OrderView } from './shop-order-view.ts'

const dates = { sayDay: (day: string) => `<${day}>`, sayMoment: (at: number) => `at ${at}` }

const order: OrderView = {
  ...{ as: 'buyer', number: '4-711', state: 'paid', fulfillment: 'open', payBy: 'invoice', buyerName: 'Maria Ortiz' },
  ...{ email: 'maria@mill.example', company: 'Mill Co', poNumber: null, delivery: 'ship', pickup: null, shipTo: null },
  ...{ buyerNote: null, taxBasisPoints: 0, lines: [], placedAt: 1, poDueAt: null, invoicedAt: null, dueOn: null },
  ...{
    paidAt: null,
    backOrderedAt: null,
    readyAt: null,
    fulfilledAt: null,
    carrier: null,
    tracking: null,
    endedAt: null,
    endReason: null,
  },
  ...{ refundedCents: 0, isPaying: false, whyNotCancel: null, canPayByCard: false, noteToPurchasing: null },
  ...{ subtotalCents: 9_000, shippingCents: 0, taxCents: 0, totalCents: 9_000 },
  seller: { name: '', address: '', payment: '', taxId: null },
}
const say = (changes: Partial<OrderView>) => sayOrder({ ...order, ...changes }, dates)
const pickup = {
  ...{ eventId: 'e', eventName: 'Houston', eventSlug: 'houston', day: '2027-01-21', times: '', zone: '' },
  ...{ startsAt: 0, endsAt: 0, venue: null, address: null, status: 'scheduled' as const },
}

test('every state of the money and of the goods is said in whole sentences', () => {
  for (const state of Object.keys(ORDER_STATES) as (keyof typeof ORDER_STATES)[])
    for (const fulfillment of Object.keys(FULFILLMENTS) as (keyof typeof FULFILLMENTS)[])
      for (const delivery of ['pickup', 'ship', 'email'] as const) {
        const { title, next } = say({ state, fulfillment, delivery })
        expect(title).toMatch(/^[A-Z].+[^.]$/)
        expect(next).toMatch(/^([A-Z$].+\.|Reason: .+)$/)
      }
})

describe('the state of an order', () => {
  test('names until when pieces are held, and whom the page speaks to', () => {
    expect(say({ state: 'awaiting_po', poDueAt: 7 }).next).toBe(
      'Enter it here, or send the order to your purchasing department. We hold what is ordered until at 7.',
    )
    expect(say({ state: 'awaiting_po', as: 'purchasing' }).next).toBe('Enter it here to finish this order for $90.00.')
  })

  test('names the amount and the day of an invoice while it is not paid', () => {
    expect(say({ state: 'invoiced', dueOn: '2027-02-01' }).next).toContain('Please pay $90.00 by <2027-02-01>')
    expect(say({ state: 'paid', dueOn: '2027-02-01' }).next).not.toContain('Please pay')
  })

  test('follows the workshop where it is picked up', () => {
    expect(say({ delivery: 'pickup', fulfillment: 'ready', pickup }).next).toContain('at Houston on <2027-01-21>')
    expect(say({ delivery: 'pickup', pickup: null }).next).toContain('no longer planned')
  })

  test('is that a payment is being confirmed, whatever it was before', () => {
    expect(say({ state: 'awaiting_payment', isPaying: true }).title).toBe('Your payment is being confirmed')
  })

  test('gives the reason of a cancelled order and the tracking number of a shipped one', () => {
    expect(say({ state: 'cancelled', endReason: 'Ordered twice' }).next).toBe('Reason: Ordered twice')
    expect(say({ fulfillment: 'shipped', carrier: 'UPS', tracking: '1Z' }).next).toBe(
      'We sent it with UPS, tracking number 1Z.',
    )
    const tracking = 'https://van.example/4711'
    expect(say({ fulfillment: 'shipped', carrier: 'Our van', tracking }).next).toBe('We sent it with Our van.')
  })

  test('names a back order', () => {
    expect(say({ state: 'short' }).title).toBe('Paid, but not everything is in stock')
    expect(say({ state: 'short', backOrderedAt: 7 }).title).toBe('Your order is back-ordered')
  })
})
