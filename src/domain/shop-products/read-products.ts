import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comesAfter } from '#db/keyset.ts'
import { shopProducts, shopStockChanges, shopVariants } from '#db/schema/shop.ts'
import { matchesWords } from '#db/search.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { type Page, toPage } from '#src/contract/page.ts'
import type { ProductEntry, ProductQuery, StockChangeEntry } from '#src/contract/shop-product.ts'
import { heldPieces } from '../shop-orders/stock.ts'

const { id, displayOrder, title, slug } = shopProducts

/** Products in the order of the shop, each with the stock of its variants at `now`. */
export async function listProducts(db: Db, query: ProductQuery, now: Instant): Promise<Page<ProductEntry>> {
  const rows = await pageOfProducts(db, query)
  const page = toPage(rows, {
    limit: query.limit,
    toItem: (row) => row,
    getPlace: (row) => [row.displayOrder, row.id],
  })
  return { ...page, items: await withVariants(db, page.items, now) }
}

/** The query of `listProducts`, for one row more than is shown. */
function pageOfProducts(db: Db, { limit, cursor, q }: ProductQuery) {
  return db
    .select()
    .from(shopProducts)
    .where(and(matchesWords([title, slug], q), cursor && comesAfter([displayOrder, id], cursor)))
    .orderBy(asc(displayOrder), asc(id))
    .limit(limit + 1)
}

/** Throws `not_found`. */
export async function readProduct(db: Db, productId: string, now: Instant): Promise<ProductEntry> {
  const rows = await db.select().from(shopProducts).where(eq(id, productId))
  const [product] = await withVariants(db, rows, now)
  if (!product) throw new Failure('not_found', NOT_FOUND.product)
  return product
}

async function withVariants(
  db: Db,
  rows: readonly (typeof shopProducts.$inferSelect)[],
  now: Instant,
): Promise<ProductEntry[]> {
  const ids = rows.map((row) => row.id)
  const variants = Map.groupBy(await readVariants(db, ids, now), ({ productId }) => productId)
  return rows.map(({ descriptionHtml: _, usageHtml: __, createdAt, updatedAt, ...row }) => ({
    ...row,
    variants: (variants.get(row.id) ?? []).map(({ productId, ...variant }) => variant),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  }))
}

async function readVariants(db: Db, productIds: readonly string[], now: Instant) {
  if (productIds.length === 0) return []
  const { productId, sku, label, priceCents, tracksStock, lowStockAt, isActive, onHand } = shopVariants
  const fields = { id: shopVariants.id, sku, label, priceCents, tracksStock, lowStockAt, isActive }
  const rows = await db
    .select({ productId, ...fields, onHand, held: heldPieces(now) })
    .from(shopVariants)
    .where(inArray(productId, [...productIds]))
    .orderBy(asc(productId), asc(shopVariants.displayOrder), asc(shopVariants.id))
  return rows.map((row) => ({ ...row, free: Math.max(0, row.onHand - row.held) }))
}

const LATEST_CHANGES = 20

/** The latest changes of a product's stock other than by orders, the last one first. Throws `not_found`. */
export async function listStockChanges(db: Db, productId: string): Promise<StockChangeEntry[]> {
  const known = await db.select({ id }).from(shopProducts).where(eq(id, productId))
  if (known.length === 0) throw new Failure('not_found', NOT_FOUND.product)
  const { variantId, pieces, reason, changedBy, createdAt } = shopStockChanges
  const rows = await db
    .select({ id: shopStockChanges.id, variantId, pieces, reason, changedBy, createdAt })
    .from(shopStockChanges)
    .innerJoin(shopVariants, eq(shopVariants.id, variantId))
    .where(eq(shopVariants.productId, productId))
    .orderBy(desc(createdAt), desc(shopStockChanges.id))
    .limit(LATEST_CHANGES)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))
}
