import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { NO_PRODUCTS, NOTHING_LEFT, type ShownProduct } from '#src/contract/shop-page.ts'
import type { ShopVariant } from '#src/contract/shop-product.ts'
import { Catalog, CatalogPager } from './Catalog.tsx'
import { ProductArticle } from './ProductArticle.tsx'
import { VariantList } from './VariantList.tsx'

const variant = (sku: string, more: Partial<ShopVariant> = {}): ShopVariant => {
  const facts = { label: `Size ${sku}`, priceCents: 2_950, stock: 'in' as const, left: null }
  return { id: `id-${sku}`, sku, ...facts, ...more }
}
const product = (more: Partial<ShownProduct> = {}): ShownProduct => ({
  id: 'p',
  slug: 'bearing-kit',
  title: 'Bearing <kit>',
  kind: 'kit',
  summary: 'Two bearings.',
  descriptionHtml: '<p>Two bearings.</p>',
  contents: [],
  usageHtml: '',
  pictures: [],
  variants: [variant('A')],
  ...more,
})
const list = (shown: ShownProduct, { isOpen = true, email = null as string | null } = {}) =>
  renderToStaticMarkup(<VariantList product={shown} isOpen={isOpen} email={email} />)

describe('the variants of a product', () => {
  test('have what a script needs to put them into a cart, on a button that waits for it', () => {
    const html = list(product({ variants: [variant('A', { stock: 'low' })] }))
    const attributes = [
      'disabled=""',
      'data-shop-add="true"',
      'data-variant-id="id-A"',
      'data-sku="A"',
      'data-title="Bearing &lt;kit&gt;"',
      'data-label="Size A"',
      'data-price-cents="2950"',
      'data-stock="low"',
    ]
    const [button = ''] = /<button[^>]*>/.exec(html) ?? []
    for (const attribute of attributes) expect(button).toContain(attribute)
    expect(html).toMatch(/>Add to cart<span class="sr-only">: Size A<\/span>/)
    expect(html).toMatch(/data-shop-stock="id-A"[^>]*>Few left</)
  })

  test('say how to order without scripts', () => {
    expect(list(product())).toMatch(/data-without-js[^>]*>To order, turn on JavaScript\.</)
    expect(list(product(), { email: 'desk@plant.example' })).toContain('href="mailto:desk@plant.example"')
  })

  test('have no button while the shop is closed', () => {
    const html = list(product(), { isOpen: false })
    expect(html).not.toMatch(/<button|To order/)
    expect(html).toContain('$29.50')
  })

  test('say that nothing is left once all of them are sold out', () => {
    const out = { stock: 'out' as const }
    expect(list(product({ variants: [variant('A', out), variant('B', out)] }))).toContain(NOTHING_LEFT)
    expect(list(product({ variants: [variant('A', out), variant('B')] }))).not.toContain(NOTHING_LEFT)
  })
})

describe('the catalog', () => {
  test('is empty in words', () => {
    expect(renderToStaticMarkup(<Catalog products={[]} />)).toContain(NO_PRODUCTS)
  })

  test('loads the pictures in sight at once and all others later, each with its size', () => {
    const pictures = [{ src: '/_media/a.webp', srcSet: '/_media/a.webp 1200w', alt: 'A kit', width: 1200, height: 900 }]
    const products = Array.from({ length: 6 }, (_, at) => product({ id: `p${at}`, pictures }))
    const html = renderToStaticMarkup(<Catalog products={products} />)
    expect(html.match(/loading="lazy"/g)).toHaveLength(2)
    expect(html.match(/width="1200" height="900"/g)).toHaveLength(6)
  })

  test('leads from page to page', () => {
    const links = (page: number) =>
      [...renderToStaticMarkup(<CatalogPager page={page} count={3} />).matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
    expect([1, 2, 3].map(links)).toEqual([['/shop/page/2'], ['/shop', '/shop/page/3'], ['/shop/page/2']])
    expect(renderToStaticMarkup(<CatalogPager page={1} count={1} />)).toBe('')
  })
})

const article = (more: Partial<ShownProduct>) =>
  renderToStaticMarkup(<ProductArticle product={product(more)} isOpen email={null} />)

test('a picture elsewhere learns nothing of the visitor, and a product without one has a box', () => {
  const elsewhere = article({ pictures: [{ src: 'https://pictures.example/x.png', alt: 'X' }] })
  expect(elsewhere).toContain('referrerPolicy="no-referrer"')
  expect(article({ pictures: [] })).not.toContain('<img')
})

test('what is not said of a product has no heading', () => {
  const html = article({})
  expect(html).toContain('What it is')
  expect(html).not.toMatch(/What is inside|On the floor/)
})
