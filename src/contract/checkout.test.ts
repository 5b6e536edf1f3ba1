import { expect, test } from 'vitest'
import { checkoutForm } from './checkout.ts'

const VARIANT = '00000000-0000-4000-8000-000000000001'
const EVENT = '00000000-0000-4000-8000-000000000002'
const facts = {
  id: '00000000-0000-4000-8000-000000000003',
  lines: [{ variantId: VARIANT, quantity: 2 }],
  totalCents: 9_000,
}
const schema = checkoutForm(() => facts)
const buyer = { company: 'Mill Co', buyerName: 'Maria Ortiz', email: 'maria@mill.example', phone: '', buyerNote: '' }
const shipping = {
  'to.delivery': 'ship',
  'to.shipTo.name': 'Maria Ortiz',
  'to.shipTo.line1': '12 Mill Street',
  'to.shipTo.line2': '',
  'to.shipTo.city': 'Houston',
  'to.shipTo.state': 'tx',
  'to.shipTo.postcode': '77002',
}

test('the form is an order with the lines and the total that were shown', () => {
  const fields = { ...buyer, ...shipping, po: 'now', 'pay.poNumber': 'PO-4711' }
  expect(schema.parse(fields)).toEqual({
    ...facts,
    ...{ company: 'Mill Co', buyerName: 'Maria Ortiz', email: 'maria@mill.example', phone: null, buyerNote: null },
    to: {
      delivery: 'ship',
      shipTo: {
        ...{ name: 'Maria Ortiz', line1: '12 Mill Street', line2: null },
        city: 'Houston',
        state: 'TX',
        postcode: '77002',
      },
    },
    pay: { payBy: 'invoice', poNumber: 'PO-4711' },
  })
})

test.each([
  [
    { po: 'later', 'pay.poNumber': 'typed before' },
    { payBy: 'invoice', poNumber: null },
  ],
  [{ 'pay.payBy': 'card' }, { payBy: 'card' }],
])('%o is paid as %o', (pay, expected) => {
  const fields = { ...buyer, 'to.delivery': 'pickup', 'to.eventId': EVENT, ...pay }
  expect(schema.parse(fields)).toMatchObject({ pay: expected, to: { delivery: 'pickup', eventId: EVENT } })
})

test('each error has the name of its field, in the order of the form', () => {
  const fields = { ...buyer, email: 'no address', ...shipping, 'to.shipTo.postcode': 'none', 'pay.poNumber': '' }
  const names = schema.safeParse(fields).error?.issues.map(({ path }) => path.join('.'))
  expect(names).toEqual(['to.shipTo.postcode', 'email', 'pay.poNumber', 'pay.poNumber'])
})
