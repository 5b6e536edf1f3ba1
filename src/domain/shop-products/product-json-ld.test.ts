import { expect, test } from 'vitest'
import type { ShownProduct } from '#src/contract/shop-page.ts'
import type { StockState } from '#src/contract/shop-product.ts'
import { productJsonLd } from './product-json-ld.ts'

const variant = (sku: string, stock: StockState) => ({
  ...{ id: sku, sku, label: sku === 'A' ? '' : 'Large', priceCents: 2_950, stock, left: null },
})
const product = (...stocks: StockState[]): ShownProduct => ({
  ...{ id: '1', slug: 'kit', title: 'Bearing kit', kind: 'kit', summary: 'Two bearings.', descriptionHtml: '' },
  ...{ contents: [], usageHtml: '', pictures: [{ src: '/media/a', alt: 'A case' }] },
  variants: stocks.map((stock, at) => variant('ABC'[at] ?? '', stock)),
})
const site = { siteUrl: 'https://site.example', siteName: 'Site', isOpen: true }
const availabilityOf = (offers: unknown) =>
  (offers as { availability: string }[]).map(({ availability }) => availability)

test('a product has an offer for each variant, with its price and what is left', () => {
  const data = productJsonLd(product('in', 'low', 'out'), site)
  expect(data).toMatchObject({
    '@type': 'Product',
    url: 'https://site.example/shop/kit',
    image: ['https://site.example/media/a'],
    offers: [
      { name: 'Bearing kit', sku: 'A', price: '29.50', priceCurrency: 'USD' },
      { name: 'Bearing kit, Large', sku: 'B' },
      { sku: 'C' },
    ],
  })
  expect(data).not.toHaveProperty('sku')
  expect(availabilityOf(data.offers)).toEqual(
    ['InStock', 'LimitedAvailability', 'OutOfStock'].map((name) => `https://schema.org/${name}`),
  )
  expect(productJsonLd(product('in'), site)).toMatchObject({ sku: 'A' })
})

test('while the shop is closed, nothing of it is in stock', () => {
  const { offers } = productJsonLd(product('in', 'low'), { ...site, isOpen: false })
  expect(new Set(availabilityOf(offers))).toEqual(new Set(['https://schema.org/OutOfStock']))
})
