import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopHolds, shopOrderLines, shopOrders } from '#db/schema/shop.ts'

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
