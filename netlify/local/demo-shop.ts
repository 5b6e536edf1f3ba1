import { randomUUID } from 'node:crypto'
import type { Db } from '#db/client.ts'
import { shopProducts, shopSlugRedirects, shopVariants } from '#db/schema/shop.ts'
import { appSettings } from '#db/schema/site.ts'
import { type ProductPlan, products, type VariantPlan } from '#db/seed/content/shop-products.ts'
import { storeDrawings } from '#db/seed/drawings.ts'
import type { Instant } from '#src/contract/instant.ts'
import { shopSetting } from '#src/contract/shop-setting.ts'
import { renderPost } from '#src/domain/forum/render-post.ts'
import { addDemoOrders } from './demo-orders.ts'

const SELLER = shopSetting.parse({
  seller_name: 'Uptime Workshops LLC',
  seller_address: '1410 Genessee Street, Suite 230\nKansas City, MO 64102',
  tax_id: '00-0000000',
  payment_instructions: 'Check to the address above, or ACH to account 000123456789, routing 000000000.',
  free_shipping_from_cents: 25_000,
  tax_basis_points: 825,
})

/** Adds the products of the shop, its settings and its orders to the demo, in its transaction. Its people and events come before. */
export async function addDemoShop(tx: Db, now: Instant): Promise<void> {
  const drawings = await storeDrawings(tx, 'products')
  const rows = products.map((plan, at) => productRow(plan, at, drawings))
  await tx.insert(shopProducts).values(rows)
  const variants = products.flatMap((plan, at) =>
    plan.variants.map((variant, place) => ({ productId: rows[at]?.id ?? '', ...variantRow(variant, place) })),
  )
  await tx.insert(shopVariants).values(variants)
  const book = rows.find(({ slug }) => slug === 'loose-bolts-first')
  if (book) await tx.insert(shopSlugRedirects).values({ oldSlug: 'walts-book', productId: book.id })
  await tx.insert(appSettings).values({ settingKey: 'shop', settingValue: SELLER }).onConflictDoNothing()
  await addDemoOrders(tx, SELLER, now)
}

function productRow(plan: ProductPlan, at: number, drawings: ReadonlyMap<string, string>) {
  const { slug, title, kind, summary, description, contents, usage, pictures, isTaxed = true } = plan
  return {
    id: randomUUID(),
    ...{ slug, title, kind, summary, description, contents, usage, isTaxed },
    descriptionHtml: renderPost(description).html,
    usageHtml: usage && renderPost(usage).html,
    pictures: pictures.map(({ drawing, alt }) => ({ url: drawings.get(drawing) ?? '', alt })),
    isActive: true,
    displayOrder: at + 1,
  }
}

function variantRow({ sku, label, priceCents, onHand, lowStockAt = 0 }: VariantPlan, place: number) {
  return {
    ...{ sku, label, priceCents, lowStockAt },
    tracksStock: onHand !== undefined,
    onHand: onHand ?? 0,
    displayOrder: place + 1,
  }
}
