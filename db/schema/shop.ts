import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, searchIndex, updatedAt } from './columns.ts'

/** Money is in cents of US dollars everywhere; no other currency is taken. (decision 0060) */
export const currency = () =>
  text({ enum: ['usd'] })
    .notNull()
    .default('usd')

/** Something that the shop sells, in one or more variants. (decision 0060) */
export const shopProducts = pgTable(
  'shop_products',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    kind: text({ enum: ['aid', 'kit', 'book', 'voucher'] }).notNull(),
    summary: text().notNull(),
    /** Markdown, and what it was rendered to when it was saved. */
    description: text().notNull(),
    descriptionHtml: text().notNull(),
    /** What is inside, a line each. */
    contents: jsonb().$type<string[]>().notNull().default([]),
    /** How it is used on the floor: Markdown, and what it was rendered to; both empty where nothing is said. */
    usage: text().notNull().default(''),
    usageHtml: text().notNull().default(''),
    pictures: jsonb().$type<{ url: string; alt: string }[]>().notNull().default([]),
    /** Visitors see active products alone. */
    isActive: boolean().notNull().default(false),
    /** False where no sales tax is due. */
    isTaxed: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shop_products_order').on(t.displayOrder, t.id),
    index('shop_products_shown').on(t.displayOrder, t.id).where(sql`${t.isActive}`),
    searchIndex('shop_products_search', [t.title, t.slug]),
    check('shop_product_slug_shape', sql`${t.slug} ~ '^[a-z0-9-]{3,100}$'`),
    check('shop_product_title_length', sql`char_length(${t.title}) between 1 and 120`),
    check('shop_product_kind_known', sql`${t.kind} in ('aid', 'kit', 'book', 'voucher')`),
    check('shop_product_summary_length', sql`char_length(${t.summary}) between 1 and 200`),
    check('shop_product_description_length', sql`char_length(${t.description}) <= 5000`),
    check('shop_product_usage_length', sql`char_length(${t.usage}) <= 5000`),
  ],
)

/** A slug that a product once had. Visitors who kept the old address are sent on. */
export const shopSlugRedirects = pgTable(
  'shop_slug_redirects',
  {
    oldSlug: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_slug_redirects_product').on(t.productId),
    check('shop_old_slug_shape', sql`${t.oldSlug} ~ '^[a-z0-9-]{3,100}$'`),
  ],
)

/** What is put in a cart: one size, edition or pack of a product. */
export const shopVariants = pgTable(
  'shop_variants',
  {
    id: id(),
    productId: uuid()
      .notNull()
      .references(() => shopProducts.id, { onDelete: 'cascade' }),
    sku: text().notNull(),
    /** Empty where the product has one variant alone. */
    label: text().notNull().default(''),
    priceCents: integer().notNull(),
    currency: currency(),
    /** False for what does not run out, such as seats that are registered elsewhere. */
    tracksStock: boolean().notNull().default(true),
    /** Pieces that are not sold. Of these, holds keep some for a while. */
    onHand: integer().notNull().default(0),
    /** From this many free pieces on, visitors read that few are left and administrators are warned. */
    lowStockAt: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    displayOrder: integer().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('shop_variants_sku').on(sql`upper(${t.sku})`),
    index('shop_variants_product').on(t.productId, t.displayOrder),
    index('shop_variants_low').on(t.onHand, t.id).where(sql`${t.tracksStock} and ${t.isActive}`),
    check('shop_variant_sku_shape', sql`${t.sku} ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'`),
    check('shop_variant_label_length', sql`char_length(${t.label}) <= 80`),
    check('shop_variant_price_positive', sql`${t.priceCents} between 1 and 99999999`),
    check('shop_variant_currency_known', sql`${t.currency} = 'usd'`),
    check('shop_variant_on_hand', sql`${t.onHand} >= 0`),
    check('shop_variant_low_stock', sql`${t.lowStockAt} >= 0`),
  ],
)

/** Pieces that came in or went out, other than by an order. */
export const shopStockChanges = pgTable(
  'shop_stock_changes',
  {
    /** The form chooses it, so that a second click changes nothing twice. */
    id: uuid().primaryKey(),
    variantId: uuid()
      .notNull()
      .references(() => shopVariants.id, { onDelete: 'cascade' }),
    pieces: integer().notNull(),
    reason: text().notNull(),
    /** A person's id. */
    changedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('shop_stock_changes_variant').on(t.variantId, t.createdAt.desc()),
    check('shop_stock_change_pieces', sql`${t.pieces} <> 0`),
    check('shop_stock_change_reason_length', sql`char_length(${t.reason}) between 1 and 200`),
  ],
)
