import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { shopProducts, shopStockChanges, shopVariants } from '#db/schema/shop.ts'
import { shopOrderLines, shopOrderNotes, shopOrders } from '#db/schema/shop-orders.ts'
import { fixedId } from './hostile-event.ts'

/** A product that carries such texts everywhere. */
export const HOSTILE_PRODUCT = fixedId(304)
/** An order that carries one in all that buyers and administrators type. */
export const HOSTILE_ORDER = fixedId(305)

const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(1, '.')

/** One hidden product for each text, in all columns, with a variant and a change of its stock. */
export async function storeHostileProducts(tx: Db, texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    const [id, variantId] = [at === 0 ? HOSTILE_PRODUCT : randomUUID(), randomUUID()]
    const words = { title: cut(text, 120), summary: cut(text, 200), description: text, usage: text, contents: [text] }
    const pictures = [{ url: '/favicon.svg', alt: cut(text, 200) }]
    const place = { slug: `hostile-${at}`, kind: 'aid', displayOrder: at + 1 } as const
    await tx.insert(shopProducts).values({ id, ...place, ...words, pictures, descriptionHtml: '', usageHtml: '' })
    const variant = { id: variantId, productId: id, sku: `HOSTILE-${at}`, label: cut(text, 80), priceCents: 950 }
    await tx.insert(shopVariants).values({ ...variant, onHand: 3, displayOrder: 1 })
    const change = { id: randomUUID(), variantId, pieces: 3, reason: cut(text, 200), changedBy: text }
    await tx.insert(shopStockChanges).values(change)
  }
}

/** One order for each text, picked up at this event, with a line and a note. */
export async function storeHostileOrders(tx: Db, texts: readonly string[], eventId: string): Promise<void> {
  const money = { subtotalCents: 950, shippingCents: 0, taxCents: 0, totalCents: 950, taxBasisPoints: 0 }
  for (const [at, text] of texts.entries()) {
    const id = at === 0 ? HOSTILE_ORDER : randomUUID()
    const email = `hostile-${at}@plant.example`
    const buyer = { buyerName: cut(text, 100), company: cut(text, 100), phone: cut(text, 30), email, emailKey: email }
    const words = { poNumber: cut(text, 60), buyerNote: cut(text, 500), endReason: cut(text, 200) }
    const order = {
      id,
      number: `W-HOSTILE-${at}`,
      state: 'paid',
      payBy: 'invoice',
      delivery: 'pickup',
      eventId,
    } as const
    await tx.insert(shopOrders).values({ ...order, ...buyer, ...words, ...money, paidAt: new Date() })
    const line = {
      title: cut(text, 120),
      label: cut(text, 80),
      sku: `HOSTILE-${at}`,
      kind: 'aid',
      unitCents: 950,
    } as const
    await tx
      .insert(shopOrderLines)
      .values({ id: randomUUID(), orderId: id, variantId: null, isTaxed: true, quantity: 1, displayOrder: 1, ...line })
    await tx.insert(shopOrderNotes).values({ id: randomUUID(), orderId: id, text: cut(text, 1000), writtenBy: text })
  }
}
