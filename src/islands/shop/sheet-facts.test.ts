import { describe, expect, test } from 'vitest'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { getSheetFacts } from './sheet-facts.ts'

/** Nine in the evening of November 18 in Chicago, and November 19 in London. */
const AT = Date.UTC(2026, 10, 19, 3)
const invoice = {
  ...{ number: 'W-36500875', state: 'invoiced', payBy: 'invoice', poNumber: 'PO-4711' },
  ...{ placedAt: AT, invoicedAt: AT, paidAt: null, dueOn: '2026-12-18' },
} as OrderView

describe('the head of an invoice', () => {
  test('has the dates of the seller and the terms of payment', () => {
    expect(getSheetFacts(invoice)).toEqual([
      ['Invoice no.', 'W-36500875'],
      ['Date', 'Nov 18, 2026'],
      ['PO number', 'PO-4711'],
      ['Terms', 'Net 30'],
      ['Due', 'Dec 18, 2026'],
    ])
    expect(getSheetFacts({ ...invoice, dueOn: '2026-11-18' })).toContainEqual(['Terms', 'Due on receipt'])
  })

  test('has no terms once there is nothing to pay', () => {
    const names = (view: OrderView) => getSheetFacts(view).map(([name]) => name)
    expect(names({ ...invoice, state: 'paid', paidAt: AT })).toEqual(['Invoice no.', 'Date', 'PO number', 'Paid'])
    expect(names({ ...invoice, state: 'cancelled' })).toEqual(['Invoice no.', 'Date', 'PO number'])
  })
})

test('an order that is paid by card has a receipt', () => {
  const receipt: OrderView = {
    ...invoice,
    state: 'paid',
    payBy: 'card',
    poNumber: null,
    invoicedAt: null,
    dueOn: null,
    paidAt: AT,
  }
  expect(getSheetFacts(receipt)).toEqual([
    ['Order no.', 'W-36500875'],
    ['Date', 'Nov 18, 2026'],
    ['Paid', 'Nov 18, 2026'],
  ])
})
