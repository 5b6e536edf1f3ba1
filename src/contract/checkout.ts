import { z } from 'zod'
import { type OrderInput, orderInput } from './shop-order.ts'

/** What the form of the cart does not hold. */
type OrderFacts = Pick<OrderInput, 'id' | 'lines' | 'totalCents'>
/** The texts of the form by the names of its fields, which are the paths of the parts of an order: `to.shipTo.city`. */
export type CheckoutFields = Readonly<Record<string, string | undefined>>

/** The form of the cart as an order. `getFacts` is asked when it is sent. Errors have the names of the fields. */
export function checkoutForm(getFacts: () => OrderFacts) {
  return z
    .record(z.string(), z.string())
    .transform((fields): unknown => toOrder(fields, getFacts()))
    .pipe(orderInput)
}

function toOrder(fields: CheckoutFields, facts: OrderFacts) {
  const text = (name: string) => fields[name] ?? ''
  return {
    ...facts,
    buyerName: text('buyerName'),
    email: text('email'),
    phone: text('phone'),
    company: text('company'),
    buyerNote: text('buyerNote'),
    to: toDestination(text),
    pay:
      text('pay.payBy') === 'card'
        ? { payBy: 'card' }
        : { payBy: 'invoice', poNumber: text('po') === 'later' ? null : text('pay.poNumber') },
  }
}

function toDestination(text: (name: string) => string) {
  const delivery = text('to.delivery')
  if (delivery === 'email') return { delivery }
  if (delivery === 'pickup') return { delivery, eventId: text('to.eventId') }
  const [name, line1, line2, city, state, postcode] = ADDRESS_FIELDS.map((field) => text(`to.shipTo.${field}`))
  return { delivery, shipTo: { name, line1, line2, city, state, postcode } }
}

const ADDRESS_FIELDS = ['name', 'line1', 'line2', 'city', 'state', 'postcode'] as const
