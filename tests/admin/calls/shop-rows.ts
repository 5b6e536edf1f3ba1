import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import { issueOrderLink } from '#src/domain/shop-orders/order-links.ts'
import { NOON } from '#tests/support/api.ts'

/** Rows of the shop for calls on them. */
export function shopRows(db: Db) {
  return {
    /** An invoiced order that waits to be handed over at this event. */
    order: async (eventId: string) => {
      const [id, email] = [randomUUID(), `${randomUUID()}@plant.example`]
      const amounts = { subtotalCents: 5_000, shippingCents: 0, taxCents: 0, totalCents: 5_000, taxBasisPoints: 0 }
      const buyer = { buyerName: 'Ida Planner', email, emailKey: email, company: 'Plant One' }
      const invoice = { state: 'invoiced', payBy: 'invoice', poNumber: 'PO-1', dueOn: '2026-12-20' } as const
      await db.insert(shopOrders).values({
        ...{ id, number: `W-${id.slice(0, 8)}`, delivery: 'pickup', eventId, placedAt: new Date(NOON) },
        ...{ ...buyer, ...amounts, ...invoice, invoicedAt: new Date(NOON) },
      })
      await db.insert(shopOrderLines).values({
        ...{ orderId: id, sku: 'CARD', title: 'Alignment card', label: '', kind: 'aid', isTaxed: true },
        ...{ unitCents: 2_500, quantity: 2, displayOrder: 1 },
      })
      await issueOrderLink(db, { id, placedAt: new Date(NOON) }, { as: 'buyer', to: email, by: 'order' }, NOON)
      return id
    },
  }
}
