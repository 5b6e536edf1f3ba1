import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { shopProducts, shopStockChanges, shopVariants } from '#db/schema/shop.ts'
import { fixedId } from './hostile-event.ts'

/** A product that carries such texts everywhere. */
export const HOSTILE_PRODUCT = fixedId(304)

/** One hidden product for each text, in all columns, with a variant and a change of its stock. */
export async function storeHostileProducts(tx: Db, texts: readonly string[]): Promise<void> {
  const cut = (text: string, most: number) => [...text].slice(0, most).join('').padEnd(1, '.')
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
