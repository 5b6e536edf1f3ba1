import { type Cents, formatCents } from './money.ts'
import type { Picture, PictureOf } from './picture.ts'
import type { ProductKind, ProductPicture, ShopProduct, ShopVariant, StockState } from './shop-product.ts'

export const SHOP_PATH = '/shop'
/** Where somebody sees what they are about to order. */
export const CART_PATH = '/shop/cart'

/** A picture of a product that a page can show, with its size where it is known. */
export type ShownPicture = Picture & Pick<ProductPicture, 'alt'>

/** A product as sections show it. */
export type ShownProduct = Omit<ShopProduct, 'pictures'> & { pictures: ShownPicture[] }

/** What the static pages show of the shop. */
export type Shop = {
  /** False while nothing can be ordered. */
  isOpen: boolean
  /** Active products in the order of the catalog. */
  products: ShopProduct[]
  redirects: { oldSlug: string; slug: string }[]
}

/** A product with its pictures as `findPicture` has them. One that is not there is left out. */
export function toShownProduct(product: ShopProduct, findPicture: PictureOf): ShownProduct {
  const pictures = product.pictures.flatMap(({ url, alt }) => {
    const found = findPicture(url)
    return found ? [{ ...found, alt }] : []
  })
  return { ...product, pictures }
}

export function productPath(slug: string): string {
  return `${SHOP_PATH}/${slug}`
}

/** The products that a page of the catalog shows. They keep it under 20 kB. (architecture 9) */
const ON_PAGE = 48

/** The catalog in pages; one page without products while there are none. */
export function catalogPages<Product>(products: readonly Product[]): Product[][] {
  const count = Math.max(1, Math.ceil(products.length / ON_PAGE))
  return Array.from({ length: count }, (_, at) => products.slice(at * ON_PAGE, (at + 1) * ON_PAGE))
}

/** The path of a page of the catalog. Pages are counted from 1. */
export function catalogPath(page: number): string {
  return page === 1 ? SHOP_PATH : `${SHOP_PATH}/page/${page}`
}

/** `$29.50`, or `From $29.50` if the variants differ. */
export function priceOf(variants: readonly { priceCents: Cents }[]): string {
  const prices = variants.map(({ priceCents }) => priceCents)
  const lowest = formatCents(Math.min(...prices))
  return new Set(prices).size > 1 ? `From ${lowest}` : lowest
}

/** The stock of a product as a whole: sold out once every variant is, and low where none has enough. */
export function stockOf(variants: readonly Pick<ShopVariant, 'stock'>[]): StockState {
  const states = new Set(variants.map(({ stock }) => stock))
  if (states.has('in')) return 'in'
  return states.has('low') ? 'low' : 'out'
}

/** `Coupling practice kit, with dial indicators`: what a cart and an order call a variant. */
export function variantTitle(title: string, label: string): string {
  return label === '' ? title : `${title}, ${label}`
}

/** What is said in place of a button to somebody whose browser runs no scripts. */
export function orderWithoutScripts(email: string | null | undefined): { text: string; email: string | null } {
  return email
    ? { text: 'To order, turn on JavaScript or write to', email }
    : { text: 'To order, turn on JavaScript.', email: null }
}

/** How a product is paid and delivered, in a sentence each. What a card needs is known in the cart alone. */
export function howToOrder(kind: ProductKind): string {
  const way =
    kind === 'voucher'
      ? 'The codes of the seats come by email.'
      : 'Pick it up free at a workshop, or have it shipped within the United States.'
  return `${way} Pay on invoice; the PO number can follow. Any sales tax is added in the cart.`
}

/** Said of a product of which every variant is sold out. */
export const NOTHING_LEFT = 'None are left at the moment. Please check back soon.'
export const NO_PRODUCTS = 'Nothing is for sale at the moment. Please check back soon.'
