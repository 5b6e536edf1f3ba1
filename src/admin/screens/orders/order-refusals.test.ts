import { expect, test } from 'vitest'
import type { OrderRow } from '#src/contract/shop-order-admin.ts'
import { ACT_REFUSALS, refundableCents } from './order-refusals.ts'

type Judged = Pick<OrderRow, 'state' | 'fulfillment' | 'delivery' | 'payBy'>

const order = (changes: Partial<Judged>): Judged => ({
  ...{ state: 'paid', fulfillment: 'open', delivery: 'pickup', payBy: 'invoice' },
  ...changes,
})

/** The acts that are possible. */
const possible = (changes: Partial<Judged>) =>
  Object.entries(ACT_REFUSALS).flatMap(([act, refuse]) => (refuse(order(changes)) === null ? [act] : []))

test.each<[Partial<Judged>, string[]]>([
  [{ state: 'awaiting_po' }, ['po', 'cancel']],
  [{ state: 'awaiting_payment', payBy: 'card' }, ['po', 'paid', 'cancel']],
  [{ state: 'invoiced' }, ['ready', 'handed_over', 'po', 'paid', 'cancel', 'codes']],
  [{ state: 'invoiced', fulfillment: 'ready' }, ['unready', 'handed_over', 'po', 'paid', 'cancel', 'codes']],
  [{ state: 'invoiced', fulfillment: 'handed_over' }, ['po', 'paid', 'codes']],
  [{ state: 'paid', delivery: 'ship' }, ['ready', 'shipped', 'codes']],
  [{ state: 'paid', delivery: 'ship', fulfillment: 'shipped' }, ['codes']],
  [{ state: 'short' }, ['back_order']],
  [{ state: 'cancelled' }, []],
  [{ state: 'refunded' }, []],
])('with an order that is %o, %o is possible', (changes, acts) => {
  expect(possible(changes)).toEqual(acts)
})

test.each<[Partial<Judged>, keyof typeof ACT_REFUSALS, string]>([
  [{ state: 'cancelled' }, 'cancel', 'This order has ended.'],
  [{ state: 'refunded' }, 'ready', 'This order has ended.'],
  [{ state: 'paid', fulfillment: 'handed_over' }, 'ready', 'The goods have left.'],
  [{ state: 'paid' }, 'paid', 'It is paid already.'],
  [{ state: 'awaiting_po' }, 'paid', 'Only once the order is invoiced.'],
  [{ state: 'short' }, 'handed_over', 'Only once there are enough pieces.'],
])('with an order that is %o, %s is refused: %s', (changes, act, reason) => {
  expect(ACT_REFUSALS[act](order(changes))).toBe(reason)
})

test('what can be paid back is what was paid less what went back, or is on its way', () => {
  const about = { id: '', note: null, createdAt: 0, paidAt: 0, refundedCents: 0, provider: 'manual' as const }
  const refund = { id: '', paymentId: '', reason: '', askedBy: '', createdAt: 0 }
  const payments = [
    { ...about, state: 'paid' as const, amountCents: 10_000 },
    { ...about, state: 'failed' as const, amountCents: 10_000 },
  ]
  const refunds = [
    { ...refund, state: 'succeeded' as const, amountCents: 2_000 },
    { ...refund, state: 'pending' as const, amountCents: 1_000 },
    { ...refund, state: 'failed' as const, amountCents: 5_000 },
  ]
  expect(refundableCents({ payments, refunds })).toBe(7_000)
})
