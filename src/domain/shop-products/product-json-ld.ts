import type { OfferLeaf, ProductLeaf, WithContext } from 'schema-dts'
import { productPath, type ShownProduct, variantTitle } from '#src/contract/shop-page.ts'
import type { ShopVariant, StockState } from '#src/contract/shop-product.ts'

const AVAILABILITY = {
  in: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  out: 'https://schema.org/OutOfStock',
} as const satisfies Record<StockState, string>

type ShopFacts = { siteUrl: string; siteName: string; isOpen: boolean }

/**
 * schema.org `Product` of one page, with an offer for each variant. While the shop is closed, nothing is in stock. Write it into a
 * page with `serializeJsonLd` only. (architecture 5)
 */
export function productJsonLd(
  product: ShownProduct,
  { siteUrl, siteName, isOpen }: ShopFacts,
): WithContext<ProductLeaf> {
  const { slug, title, summary, pictures, variants } = product
  const url = new URL(productPath(slug), siteUrl).href
  const [only, ...others] = variants
  const offer = ({ sku, label, priceCents, stock }: ShopVariant): OfferLeaf => ({
    '@type': 'Offer',
    name: variantTitle(title, label),
    sku,
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: AVAILABILITY[isOpen ? stock : 'out'],
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: siteName, url: siteUrl },
    url,
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${url}#product`,
    name: title,
    description: summary,
    url,
    ...(pictures.length > 0 && { image: pictures.map(({ src }) => new URL(src, siteUrl).href) }),
    ...(only && others.length === 0 && { sku: only.sku }),
    brand: { '@type': 'Brand', name: siteName },
    offers: variants.map(offer),
  }
}
