import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopSlugRedirects, shopVariants } from '#db/schema/shop.ts'
import type { Shop } from '#src/contract/shop-page.ts'
import { getStock, type ShopProduct, type ShopVariant } from '#src/contract/shop-product.ts'
import { readShopSetting } from '../settings/settings.ts'
import { shownPieces } from '../shop-orders/stock.ts'
import { NO_OVERLAY, type Overlay } from '../site/overlay.ts'

/**
 * What the static pages show of the shop. Their stock has no numbers, which would change with every order. With an overlay, its setting
 * is what a change set makes it.
 */
export async function readShop(tx: Db, overlay: Overlay = NO_OVERLAY): Promise<Shop> {
  const { is_open: isOpen } = await readShopSetting(tx, overlay)
  const variants = Map.groupBy(await readSoldVariants(tx), ({ productId }) => productId)
  const { id, slug, title, kind, summary, descriptionHtml, contents, usageHtml, pictures } = shopProducts
  const rows = await tx
    .select({ id, slug, title, kind, summary, descriptionHtml, contents, usageHtml, pictures })
    .from(shopProducts)
    .where(eq(shopProducts.isActive, true))
    .orderBy(asc(shopProducts.displayOrder), asc(id))
  const products = rows.flatMap((row): ShopProduct[] => {
    const sold = variants.get(row.id)
    return sold ? [{ ...row, variants: sold.map(toShopVariant) }] : []
  })
  return { isOpen, products, redirects: await readRedirects(tx) }
}

type SoldVariant = Awaited<ReturnType<typeof readSoldVariants>>[number]

async function readSoldVariants(tx: Db) {
  const { id, productId, sku, label, priceCents, tracksStock, lowStockAt } = shopVariants
  return tx
    .select({ id, productId, sku, label, priceCents, tracksStock, lowStockAt, free: shownPieces() })
    .from(shopVariants)
    .innerJoin(shopProducts, eq(shopProducts.id, productId))
    .where(and(eq(shopVariants.isActive, true), eq(shopProducts.isActive, true)))
    .orderBy(asc(productId), asc(shopVariants.displayOrder), asc(id))
}

function toShopVariant({ id, sku, label, priceCents, ...stock }: SoldVariant): ShopVariant {
  return { id, sku, label, priceCents, stock: getStock(stock).stock, left: null }
}

/** Where the former addresses of products lead: those that visitors see. */
async function readRedirects(tx: Db): Promise<Shop['redirects']> {
  return tx
    .select({ oldSlug: shopSlugRedirects.oldSlug, slug: shopProducts.slug })
    .from(shopSlugRedirects)
    .innerJoin(shopProducts, eq(shopProducts.id, shopSlugRedirects.productId))
    .where(eq(shopProducts.isActive, true))
    .orderBy(asc(shopSlugRedirects.oldSlug))
}
