import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop-orders.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { OrderState } from '#src/contract/shop-order.ts'

/** A product with one variant, and this many pieces of it. */
export async function addVariant(db: Db, onHand: number, priceCents = 4_900): Promise<string> {
  const [productId, variantId] = [randomUUID(), randomUUID()]
  const text = { title: 'Alignment kit', summary: 'A kit', description: 'A kit', descriptionHtml: '<p>A kit</p>' }
  const product = { id: productId, slug: `kit-${productId}`, kind: 'kit', isActive: true, displayOrder: 1 } as const
  await db.insert(shopProducts).values({ ...product, ...text })
  await db
    .insert(shopVariants)
    .values({ id: variantId, productId, sku: `KIT-${variantId.slice(0, 8)}`, priceCents, onHand, displayOrder: 1 })
  return variantId
}

type Wanted = { variantId: string; quantity?: number; unitCents?: number; state?: OrderState; placedAt: Instant }

/** An order by card that is placed and not paid. */
export async function addOrder(db: Db, wanted: Wanted): Promise<string> {
  const { variantId, quantity = 1, unitCents = 4_900, state = 'awaiting_payment', placedAt } = wanted
  const id = randomUUID()
  const cents = quantity * unitCents
  const money = { subtotalCents: cents, shippingCents: 0, taxCents: 0, totalCents: cents, taxBasisPoints: 0 }
  const buyer = { buyerName: 'Ada Quill', email: 'ada@plant.example', emailKey: 'ada@plant.example', company: 'Plant' }
  const number = `W-${id.slice(0, 8)}`
  const order = { id, number, state, payBy: 'card', delivery: 'email', placedAt: new Date(placedAt) } as const
  await db.insert(shopOrders).values({ ...order, ...money, ...buyer })
  const line = { title: 'Alignment kit', label: '', kind: 'kit', isTaxed: true, unitCents, quantity } as const
  await db.insert(shopOrderLines).values({ orderId: id, variantId, sku: 'KIT', displayOrder: 1, ...line })
  return id
}

const LATER = new Date('2999-01-01T00:00:00Z')

/** An order on invoice of one piece. */
export async function storeShopOrder(db: Db, line: { variantId: string | null; sku: string; title: string }) {
  const [id, lineId] = [randomUUID(), randomUUID()]
  await db.insert(shopOrders).values({
    id,
    number: `UW-${id.slice(0, 8)}`,
    state: 'invoiced',
    payBy: 'invoice',
    buyerName: 'Ada Quill',
    email: 'ada@plant.example',
    emailKey: 'ada@plant.example',
    company: 'Plant',
    poNumber: 'PO-1',
    delivery: 'email',
    subtotalCents: 950,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 950,
    taxBasisPoints: 0,
  })
  const copied = { label: '', kind: 'aid' as const, isTaxed: true, unitCents: 950, quantity: 1, displayOrder: 1 }
  await db.insert(shopOrderLines).values({ id: lineId, orderId: id, ...line, ...copied })
  const readLine = async (wanted: string) =>
    (await db.select().from(shopOrderLines).where(eq(shopOrderLines.id, wanted)))[0]
  return { id, lineId, readLine }
}

/** An order that holds pieces of a variant; resolves with its id. */
export async function storeHold(db: Db, variantId: string, quantity: number, expiresAt = LATER): Promise<string> {
  const { id } = await storeShopOrder(db, { variantId, sku: 'A', title: 'Kit' })
  await db.insert(shopHolds).values({ orderId: id, variantId, quantity, expiresAt })
  return id
}
