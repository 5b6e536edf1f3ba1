import { z } from 'zod'
import type { Instant } from './instant.ts'
import { entryVersion, imageAddress, nameText, searchText } from './library.ts'
import type { Cents } from './money.ts'
import { pageFields } from './page.ts'
import { PICTURE_ALT } from './picture.ts'
import type { StockState } from './shop-stock.ts'
import { SLUG_RESERVED, slugSchema } from './slug.ts'
import { text } from './text.ts'

export { type StockState, stockSentence } from './shop-stock.ts'

/** What kinds of things the shop sells, in words. */
export const PRODUCT_KINDS = {
  aid: 'Job aid',
  kit: 'Practice kit',
  book: 'Book',
  voucher: 'Seat voucher',
} as const
export type ProductKind = keyof typeof PRODUCT_KINDS

export const MOST_PICTURES = 6
export const MOST_VARIANTS = 20
const MOST_CONTENTS = 30
/** The most that one piece costs, in cents. */
const MOST_CENTS = 99_999_999

const picture = z.strictObject({
  url: imageAddress,
  alt: nameText(200, PICTURE_ALT),
})
export type ProductPicture = z.output<typeof picture>

/** One size, edition or pack of a product. Its stock is changed by itself, because sales change it too. */
const variantFields = z.strictObject({
  /** The form chooses it; a known one is changed, an unknown one is new. */
  id: z.uuid(),
  sku: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'SKU must be 1 to 40 letters, digits, dots, hyphens or underscores'),
  label: text(0, 80, 'Variant name'),
  priceCents: z
    .int('Enter a price, such as 29.50')
    .min(1, 'Price must be more than 0')
    .max(MOST_CENTS, 'Price is too high'),
  tracksStock: z.boolean(),
  lowStockAt: z.int('Enter a whole number').min(0, 'Enter a whole number').max(99_999, 'This number is too large'),
  isActive: z.boolean(),
})
export type VariantFields = z.output<typeof variantFields>

const DISTINCT_SKUS = 'Each variant needs an SKU of its own'
const variants = z
  .array(variantFields)
  .min(1, 'A product needs at least one variant')
  .max(MOST_VARIANTS, `At most ${MOST_VARIANTS} variants`)
  .refine((all) => new Set(all.map(({ sku }) => sku.toUpperCase())).size === all.length, DISTINCT_SKUS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, DISTINCT_SKUS)
  .refine((all) => all.length === 1 || all.every(({ label }) => label.trim() !== ''), 'Each variant needs a name')

/** Pages of the shop that are no product. */
const RESERVED = new Set(['cart', 'checkout', 'order', 'orders', 'page', 'pay', 'payment', 'purchasing'])
const productSlug = slugSchema.refine((slug) => !RESERVED.has(slug), SLUG_RESERVED)

/** The product form. */
export const productFields = z.strictObject({
  slug: productSlug,
  title: nameText(120, 'Title'),
  // Object.keys knows no key types.
  kind: z.enum(Object.keys(PRODUCT_KINDS) as [ProductKind, ...ProductKind[]], 'Choose a kind'),
  summary: nameText(200, 'Summary'),
  /** Markdown. */
  description: text(1, 5000, 'Description'),
  /** What is inside, a line each. */
  contents: z.array(nameText(200, 'Line')).max(MOST_CONTENTS, `At most ${MOST_CONTENTS} lines`),
  /** How it is used on the floor: Markdown, or empty. */
  usage: text(0, 5000, 'Use on the floor'),
  pictures: z.array(picture).max(MOST_PICTURES, `At most ${MOST_PICTURES} pictures`),
  isActive: z.boolean(),
  isTaxed: z.boolean(),
  variants,
})
export type ProductFields = z.output<typeof productFields>

/** A new product. The form chooses the id, so that a second click or a lost answer makes no second one. */
export const newProduct = productFields.extend({ id: z.uuid() })
export type NewProduct = z.output<typeof newProduct>

/** The whole form again, with the version it was filled from. */
export const productChange = productFields.extend({ version: entryVersion })
export type ProductChange = z.output<typeof productChange>

/** Pieces that came in or went out, other than by an order. */
export const stockChange = z.strictObject({
  /** The form chooses it, so that a second click changes nothing twice. */
  id: z.uuid(),
  pieces: z
    .int('Enter a whole number, such as 20 or -3')
    .min(-99_999, 'This number is too small')
    .max(99_999, 'This number is too large')
    .refine((pieces) => pieces !== 0, 'Enter a number other than 0'),
  reason: nameText(200, 'Reason'),
})
export type StockChange = z.output<typeof stockChange>

/** Products in the order that is wanted among them: they take each other's places, and all others keep theirs. */
export const productOrder = z.strictObject({
  ids: z
    .array(z.uuid())
    .min(1)
    .max(500)
    .refine((ids) => new Set(ids).size === ids.length, 'A product is named twice'),
})

/** `?q=&limit=&cursor=` of the list of products, which has the order of the shop. */
export const productQuery = z.strictObject({ ...pageFields(z.tuple([z.int(), z.uuid()])), q: searchText })
export type ProductQuery = z.output<typeof productQuery>

/** Markdown to be shown as the product's page will show it. */
export const productPreview = z.strictObject({ source: text(0, 5000, 'Text') })

/** Refuses a change that takes more pieces than there are. */
export const NOT_THAT_MANY = 'There are not that many pieces that no order needs.'
/** Refuses a SKU that another product has. */
export function skuTaken(sku: string): string {
  return `Another product has the SKU ${sku}.`
}
/** Refuses an address that another product has, or had before. */
export function productSlugTaken(slug: string): string {
  return `The page address ${slug} belongs to another product.`
}
export function productSlugRedirects(slug: string, to: string): string {
  return `The page address ${slug} still redirects to ${to}, which is another product.`
}
/** Refuses to delete what orders that are not final hold. */
export function heldByOrders(name: string): string {
  return `Orders hold pieces of ${name}. Hide it until they are done, or cancel them.`
}
/** Refuses a change of the stock of what does not run out. */
export const NO_STOCK_COUNTED = 'The stock of this variant is not counted.'

/** The stock of a variant as an administrator sees it. */
export type VariantStock = { onHand: number; held: number; free: number }

/** Pieces that came in or went out, and why. */
export type StockChangeEntry = {
  id: string
  variantId: string
  pieces: number
  reason: string
  changedBy: string
  createdAt: Instant
}

/** A product as the library has it. */
export type ProductEntry = Omit<ProductFields, 'variants'> & {
  id: string
  version: number
  displayOrder: number
  variants: (VariantFields & VariantStock)[]
  createdAt: Instant
  updatedAt: Instant
}

/** A variant on a page. `left` is the number of free pieces where few are left; else, and on static pages, null. */
export type ShopVariant = {
  id: string
  sku: string
  label: string
  priceCents: Cents
  stock: StockState
  left: number | null
}

/** A product as its page shows it. Its texts are HTML that the server made of Markdown. */
export type ShopProduct = {
  id: string
  slug: string
  title: string
  kind: ProductKind
  summary: string
  descriptionHtml: string
  contents: string[]
  usageHtml: string
  pictures: ProductPicture[]
  variants: ShopVariant[]
}

/** Visitors read 'few left' from `lowStockAt` free pieces on. (decision 0060) */
export function getStock({
  tracksStock,
  free,
  lowStockAt,
}: Pick<VariantFields, 'tracksStock' | 'lowStockAt'> & Pick<VariantStock, 'free'>): Pick<
  ShopVariant,
  'stock' | 'left'
> {
  if (!tracksStock) return { stock: 'in', left: null }
  if (free <= 0) return { stock: 'out', left: null }
  return free <= lowStockAt ? { stock: 'low', left: free } : { stock: 'in', left: null }
}
