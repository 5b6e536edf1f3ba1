import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shopVariants } from '#db/schema/shop.ts'
import { shopHolds } from '#db/schema/shop-orders.ts'
import { Failure } from '#src/contract/failure.ts'
import { heldByOrders, skuTaken, type VariantFields } from '#src/contract/shop-product.ts'
import { STALE } from '#src/contract/versioned.ts'

/** Throws `conflict` for a SKU that another product has, whatever its case. Needs `lockContentRow`. */
export async function takeSkus(tx: Db, productId: string, variants: readonly VariantFields[]): Promise<void> {
  const upper = variants.map(({ sku }) => sku.toUpperCase())
  const [taken] = await tx
    .select({ sku: shopVariants.sku })
    .from(shopVariants)
    .where(and(ne(shopVariants.productId, productId), inArray(sql`upper(${shopVariants.sku})`, upper)))
    .limit(1)
  if (!taken) return
  const at = upper.indexOf(taken.sku.toUpperCase())
  throw new Failure('conflict', skuTaken(taken.sku), { field: `variants.${at}.sku` })
}

/**
 * Stores the variants of a product in their order: known ones are changed, unknown ones added, all others deleted. The caller has
 * locked those that are stored. Throws `conflict` for a variant that was removed and that orders hold.
 */
export async function storeVariants(tx: Db, productId: string, variants: readonly VariantFields[]): Promise<void> {
  const { id, label, sku } = shopVariants
  const stored = await tx.select({ id, label, sku }).from(shopVariants).where(eq(shopVariants.productId, productId))
  const kept = new Set(variants.map((variant) => variant.id))
  await deleteVariants(
    tx,
    stored.filter((variant) => !kept.has(variant.id)),
  )
  await setSkusAside(tx, stored, variants)
  const known = new Set(stored.map((variant) => variant.id))
  for (const [at, { id: variantId, ...fields }] of variants.entries()) {
    const row = { ...fields, displayOrder: at + 1 }
    if (known.has(variantId)) await tx.update(shopVariants).set(row).where(eq(id, variantId))
    else await addVariant(tx, { id: variantId, productId, ...row })
  }
}

/** An id that a variant of another product has is refused. */
async function addVariant(tx: Db, row: typeof shopVariants.$inferInsert): Promise<void> {
  const added = await tx
    .insert(shopVariants)
    .values(row)
    .onConflictDoNothing({ target: shopVariants.id })
    .returning({ id: shopVariants.id })
  if (added.length === 0) throw new Failure('conflict', STALE)
}

type StoredVariant = { id: string; label: string; sku: string }

async function deleteVariants(tx: Db, removed: readonly StoredVariant[]): Promise<void> {
  const ids = removed.map(({ id }) => id)
  if (ids.length === 0) return
  const [held] = await findHeld(tx, ids)
  const variant = removed.find(({ id }) => id === held)
  if (variant) throw new Failure('conflict', heldByOrders(variant.label || variant.sku))
  await tx.delete(shopVariants).where(inArray(shopVariants.id, ids))
}

/** Variants may exchange their SKUs: while they are changed one after the other, each has its id in place of one. */
async function setSkusAside(
  tx: Db,
  stored: readonly StoredVariant[],
  variants: readonly VariantFields[],
): Promise<void> {
  const wanted = new Map(variants.map(({ id, sku }) => [id, sku]))
  const changed = stored.filter(({ id, sku }) => wanted.has(id) && wanted.get(id) !== sku).map(({ id }) => id)
  if (changed.length === 0) return
  await tx
    .update(shopVariants)
    .set({ sku: sql`${shopVariants.id}::text` })
    .where(inArray(shopVariants.id, changed))
}

/** Those of the variants of which orders hold pieces, whether the time of the holds is over or not. */
export async function findHeld(tx: Db, variantIds: readonly string[]): Promise<string[]> {
  if (variantIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: shopHolds.variantId })
    .from(shopHolds)
    .where(inArray(shopHolds.variantId, [...variantIds]))
  return rows.map(({ id }) => id)
}

/** The fields of the form out of a stored variant. */
export function pickVariantFields(variant: VariantFields): VariantFields {
  const { id, sku, label, priceCents, tracksStock, lowStockAt, isActive } = variant
  return { id, sku, label, priceCents, tracksStock, lowStockAt, isActive }
}
