import { asc, eq, max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopProducts, shopVariants } from '#db/schema/shop.ts'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import type { RemovedEntry } from '#src/contract/library.ts'
import {
  heldByOrders,
  type NewProduct,
  type ProductChange,
  type ProductEntry,
  type ProductFields,
} from '#src/contract/shop-product.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { recordAudit } from '../audit/audit.ts'
import type { CommandContext } from '../command-context.ts'
import { lockContentRow } from '../events/take-slug.ts'
import { renderPost } from '../forum/render-post.ts'
import { differs, requireSame, requireVersion } from '../library/versioned.ts'
import { lockVariants } from '../shop-orders/stock.ts'
import { touchContent } from '../site/touch-content.ts'
import { keepProductSlug, takeProductSlug } from './product-slugs.ts'
import { readProduct } from './read-products.ts'
import { findHeld, pickVariantFields, storeVariants, takeSkus } from './save-variants.ts'

type Command = Pick<CommandContext, 'actor' | 'now'>

/**
 * Adds a product at the end of the shop, once for each id. Throws `conflict` for an id that is stored with other fields, and
 * for an address or SKU that another product has.
 */
export async function createProduct(
  db: Db,
  { id, ...fields }: NewProduct,
  { actor, now }: Command,
): Promise<Changed<ProductEntry>> {
  return db.transaction(async (tx) => {
    await lockContentRow(tx)
    const { variants, ...rest } = fields
    const [stored] = await tx.select({ id: shopProducts.id }).from(shopProducts).where(eq(shopProducts.id, id))
    if (stored) {
      const item = await readProduct(tx, id, now)
      requireSame(toFields(item), fields)
      return { item, revision: null }
    }
    await takeProductSlug(tx, fields.slug, id)
    await takeSkus(tx, id, variants)
    const [last] = await tx.select({ order: max(shopProducts.displayOrder) }).from(shopProducts)
    await tx.insert(shopProducts).values({ id, ...render(rest), displayOrder: (last?.order ?? 0) + 1 })
    await storeVariants(tx, id, variants)
    const revision = fields.isActive ? await touchContent(tx, `added the product ${fields.title}`, actor) : null
    const item = await readProduct(tx, id, now)
    await recordAudit(tx, actor, { action: 'product.create', subjectType: 'product', subjectId: id, after: item })
    return { item, revision }
  })
}

/**
 * Saves the whole form of a product. Variants that it no longer has are deleted. The address that it had leads to the new one. The
 * site is built again only where a page shows what has changed. Throws `not_found`, and `conflict` for a stale version, for an
 * address or SKU of another product, and for a removed variant that orders hold.
 */
export async function updateProduct(
  db: Db,
  id: string,
  { version, ...fields }: ProductChange,
  { actor, now }: Command,
): Promise<Changed<ProductEntry>> {
  return db.transaction(async (tx) => {
    const before = await lockProduct(tx, id, now)
    requireVersion(before, version)
    if (!differs(toFields(before), fields)) return { item: before, revision: null }
    await lockContentRow(tx)
    const { variants, ...rest } = fields
    if (fields.slug !== before.slug) {
      await takeProductSlug(tx, fields.slug, id)
      await keepProductSlug(tx, before.slug, id)
    }
    await takeSkus(tx, id, variants)
    await storeVariants(tx, id, variants)
    await tx
      .update(shopProducts)
      .set({ ...render(rest), version: version + 1 })
      .where(eq(shopProducts.id, id))
    const isShown = before.isActive || fields.isActive
    const revision = isShown ? await touchContent(tx, `changed the product ${fields.title}`, actor) : null
    const item = await readProduct(tx, id, now)
    const subject = { action: 'product.update', subjectType: 'product', subjectId: id }
    await recordAudit(tx, actor, { ...subject, before, after: item })
    return { item, revision }
  })
}

/**
 * Deletes a product with its variants; orders keep what they copied, and the audit log keeps it whole. Throws `not_found`, and
 * `conflict` for a stale version or while orders hold pieces of it.
 */
export async function deleteProduct(
  db: Db,
  id: string,
  version: number,
  { actor, now }: Command,
): Promise<Changed<RemovedEntry>> {
  return db.transaction(async (tx) => {
    const before = await lockProduct(tx, id, now)
    requireVersion(before, version)
    const held = await findHeld(
      tx,
      before.variants.map((variant) => variant.id),
    )
    if (held.length > 0) throw new Failure('conflict', heldByOrders(before.title))
    await tx.delete(shopProducts).where(eq(shopProducts.id, id))
    const revision = before.isActive ? await touchContent(tx, `deleted the product ${before.title}`, actor) : null
    await recordAudit(tx, actor, { action: 'product.delete', subjectType: 'product', subjectId: id, before })
    return { item: { id, name: before.title, uses: { count: 0, events: [] } }, revision }
  })
}

/** The product and then its variants, locked for the rest of the transaction. Throws `not_found`. */
async function lockProduct(tx: Db, id: string, now: number): Promise<ProductEntry> {
  const [row] = await tx.select({ id: shopProducts.id }).from(shopProducts).where(eq(shopProducts.id, id)).for('update')
  if (!row) throw new Failure('not_found', NOT_FOUND.product)
  const variants = await tx
    .select({ id: shopVariants.id })
    .from(shopVariants)
    .where(eq(shopVariants.productId, id))
    .orderBy(asc(shopVariants.id))
  await lockVariants(
    tx,
    variants.map((variant) => variant.id),
  )
  return readProduct(tx, id, now)
}

/** The fields of the form out of a stored product. */
function toFields({ variants, ...row }: ProductEntry): ProductFields {
  const { slug, title, kind, summary, description, contents, usage, pictures, isActive, isTaxed } = row
  const own = { slug, title, kind, summary, description, contents, usage, pictures, isActive, isTaxed }
  return { ...own, variants: variants.map(pickVariantFields) }
}

/** The fields with what pages show of their Markdown. Throws `invalid` for a text that would take too long to read. (security IV8) */
function render(fields: Omit<ProductFields, 'variants'>) {
  const toHtml = (field: 'description' | 'usage') => {
    try {
      return renderPost(fields[field]).html
    } catch (error) {
      if (error instanceof Failure) throw new Failure(error.kind, error.message, { field })
      throw error
    }
  }
  return { ...fields, descriptionHtml: toHtml('description'), usageHtml: fields.usage === '' ? '' : toHtml('usage') }
}
