import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderSheet } from './OrderSheet.tsx'

const order = {
  ...{ state: 'paid', delivery: 'pickup', shipTo: null, carrier: null, tracking: null, company: 'Mill Co' },
  ...{ buyerName: 'Maria Ortiz', email: 'maria@mill.example', poNumber: null, placedAt: 1, buyerNote: null },
  pickup: {
    ...{ eventId: 'e', eventName: 'Houston', eventSlug: 'houston', day: '2027-01-21', times: '', zone: '' },
    ...{ startsAt: 0, endsAt: 0, venue: null, address: null, status: 'scheduled' },
  },
} as unknown as OrderView
const onPaper: OrderView = {
  ...order,
  ...{ number: 'W-1', payBy: 'invoice', invoicedAt: null, paidAt: null, dueOn: null, lines: [], refundedCents: 0 },
  ...{ subtotalCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0, taxBasisPoints: 0 },
  seller: { name: '', address: '', payment: '', taxId: null },
}
const html = (changes: Partial<OrderView>) => renderToStaticMarkup(<OrderFacts view={{ ...order, ...changes }} />)

describe('the place of pick-up', () => {
  test('is said, with its calendar file, while the order holds', () => {
    for (const state of ['awaiting_payment', 'awaiting_po', 'invoiced', 'paid', 'short'] as const)
      expect(html({ state }), state).toContain('Add to your calendar')
    expect(html({ pickup: null })).toContain('The workshop is no longer planned.')
  })

  test.each(['cancelled', 'refunded', 'expired'] as const)('is left out once the order is %s', (state) => {
    for (const pickup of [order.pickup, null])
      expect(html({ state, pickup })).not.toMatch(/Houston|calendar|pick|no longer planned/i)
  })

  test('is on the printed sheet as long as on the page', () => {
    const sheet = (state: OrderView['state']) => renderToStaticMarkup(<OrderSheet view={{ ...onPaper, state }} />)
    expect(sheet('paid')).toContain('Pick up at')
    for (const state of ['cancelled', 'refunded', 'expired'] as const) expect(sheet(state)).not.toContain('Pick up at')
  })
})

test('the note has the line breaks of its buyer', () => {
  expect(html({ buyerNote: 'Gate 4\nAsk for Ana' })).toContain('<p class="whitespace-pre-line">Gate 4\nAsk for Ana</p>')
})
