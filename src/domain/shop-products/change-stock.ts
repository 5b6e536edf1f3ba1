import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopStockChanges, shopVariants } from '#db/schema/shop.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { NO_STOCK_COUNTED, NOT_THAT_MANY, type ProductEntry, type StockChange } from '#src/contract/shop-product.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { requireSame } from '../library/versioned.ts'
import { heldPieces, lockVariants, touchingPages } from '../shop-orders/stock.ts'
import { readProduct } from './read-products.ts'

/**
 * Adds pieces to the stock of a variant, or takes some off, once for each id of a change. What orders hold stays. Resolves with the
 * product. Throws `not_found`, and `conflict` for more pieces than are free, and for an id of another change.
 */
export async function changeStock(
  db: Db,
  variantId: string,
  change: StockChange,
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
): Promise<Changed<ProductEntry>> {
  return db.transaction(async (tx) => {
    await lockVariants(tx, [variantId])
    const [variant] = await tx
      .select({
        productId: shopVariants.productId,
        sku: shopVariants.sku,
        tracksStock: shopVariants.tracksStock,
        onHand: shopVariants.onHand,
        held: heldPieces(now),
      })
      .from(shopVariants)
      .where(eq(shopVariants.id, variantId))
    if (!variant) throw new Failure('not_found', NOT_FOUND.product)
    const { productId, sku, tracksStock, onHand, held } = variant
    const isNew = await storeChange(tx, variantId, change, actor.id)
    if (!isNew) return { item: await readProduct(tx, productId, now), revision: null }
    if (!tracksStock) throw new Failure('conflict', NO_STOCK_COUNTED)
    const { pieces, reason } = change
    if (pieces < 0 && onHand - held < -pieces) throw new Failure('conflict', NOT_THAT_MANY, { field: 'pieces' })
    const add = async () => {
      await tx
        .update(shopVariants)
        .set({ onHand: sql`${shopVariants.onHand} + ${pieces}` })
        .where(eq(shopVariants.id, variantId))
    }
    const revision = await touchingPages(tx, [variantId], add, actor)
    const subject = { action: 'product.stock', subjectType: 'product', subjectId: productId }
    const after = { sku, onHand: onHand + pieces, pieces, reason }
    await recordAudit(tx, actor, { ...subject, before: { sku, onHand }, after })
    return { item: await readProduct(tx, productId, now), revision }
  })
}

/** False for a change that is stored already. */
async function storeChange(tx: Db, variantId: string, change: StockChange, changedBy: string): Promise<boolean> {
  const row = { ...change, variantId }
  const added = await tx
    .insert(shopStockChanges)
    .values({ ...row, changedBy })
    .onConflictDoNothing()
    .returning({ id: shopStockChanges.id })
  if (added.length > 0) return true
  const [stored] = await tx.select().from(shopStockChanges).where(eq(shopStockChanges.id, change.id))
  requireSame(stored ?? { ...row, id: '' }, row)
  return false
}
