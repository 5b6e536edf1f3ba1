import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopSlugRedirects } from '#db/schema/shop.ts'
import { Failure } from '#src/contract/failure.ts'
import { productSlugRedirects, productSlugTaken } from '#src/contract/shop-product.ts'

/**
 * Makes sure that a product may have a slug: it belongs to the product that has it, then to the last one that had it. A redirect
 * of its own from there is taken away. Needs `lockContentRow`. Throws `conflict`.
 */
export async function takeProductSlug(tx: Db, slug: string, productId: string): Promise<void> {
  const [user] = await tx.select({ id: shopProducts.id }).from(shopProducts).where(eq(shopProducts.slug, slug))
  if (user) throw new Failure('conflict', productSlugTaken(slug), { field: 'slug' })
  const [keeper] = await tx
    .select({ id: shopProducts.id, slug: shopProducts.slug })
    .from(shopSlugRedirects)
    .innerJoin(shopProducts, eq(shopProducts.id, shopSlugRedirects.productId))
    .where(eq(shopSlugRedirects.oldSlug, slug))
  if (keeper && keeper.id !== productId)
    throw new Failure('conflict', productSlugRedirects(slug, keeper.slug), { field: 'slug' })
  await tx.delete(shopSlugRedirects).where(eq(shopSlugRedirects.oldSlug, slug))
}

/** Turns the slug that a product had into a redirect to it. */
export async function keepProductSlug(tx: Db, oldSlug: string, productId: string): Promise<void> {
  await tx.insert(shopSlugRedirects).values({ oldSlug, productId })
}
