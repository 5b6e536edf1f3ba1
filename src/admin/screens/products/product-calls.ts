import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { formatCents } from '#src/contract/money.ts'
import type { Page } from '#src/contract/page.ts'
import type { ProductEntry, ProductFields, StockChange, VariantFields } from '#src/contract/shop-product.ts'
import { ask, contentApi } from '../../api.ts'
import { resource } from '../../resource.ts'

/** A variant that is not stored yet. */
export const blankVariant = (): VariantFields => ({
  id: crypto.randomUUID(),
  sku: '',
  label: '',
  priceCents: 0,
  tracksStock: true,
  lowStockAt: 0,
  isActive: true,
})

const blank: ProductFields = {
  slug: '',
  title: '',
  kind: 'aid',
  summary: '',
  description: '',
  contents: [],
  usage: '',
  pictures: [],
  isActive: false,
  isTaxed: true,
  variants: [blankVariant()],
}

const library = resource({
  noun: 'product',
  nouns: 'products',
  name: 'products',
  getName: (product: ProductEntry) => product.title,
  routes: contentApi.products,
  blank,
})

/** The products, whose form leaves out the stock: that is changed by itself. */
export const products = {
  ...library,
  getFields: (row: ProductEntry | undefined): ProductFields => {
    const fields = library.getFields(row)
    return { ...fields, variants: fields.variants.map(pickFields) }
  },
}

function pickFields({ id, sku, label, priceCents, tracksStock, lowStockAt, isActive }: VariantFields): VariantFields {
  return { id, sku, label, priceCents, tracksStock, lowStockAt, isActive }
}

export const orderProducts = (ids: string[]): Promise<string[]> =>
  ask(() => contentApi.products.order.$put({ json: { ids } })).then(({ item }) => item)

export const changeStock = (variantId: string, json: StockChange) =>
  ask(() => contentApi.products.variants[':id'].stock.$post({ param: { id: variantId }, json }))

/** The latest changes of a product's stock, other than by orders. */
export const stockChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'stock-changes', id],
    queryFn: async () => (await ask(() => contentApi.products[':id']['stock-changes'].$get({ param: { id } }))).items,
    staleTime: 0,
  })

export const previewMarkdown = (source: string): Promise<string> =>
  ask(() => contentApi.products.preview.$post({ json: { source } })).then(({ html }) => html)

/** The list of products, as it is looked for. */
export const listKey = (q: string) => ['products', { q }]

/** Shows an order at once, before it is fetched again: the places stay, and other products are on them. */
export function showOrder(queries: QueryClient, ids: readonly string[]): void {
  queries.setQueryData<InfiniteData<Page<ProductEntry>>>(listKey(''), (list) => {
    if (!list) return list
    const known = new Map(list.pages.flatMap(({ items }) => items).map((item) => [item.id, item]))
    const rest = ids.flatMap((id) => known.get(id) ?? [])
    const place = ({ id }: ProductEntry) => (ids.includes(id) ? (rest.shift() ?? []) : (known.get(id) ?? []))
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.flatMap(place) })) }
  })
}

type Stocked = ProductEntry['variants'][number]

/** `12`, `3 of 5 free` or `Not counted`. */
export function stockText({ tracksStock, onHand, held, free }: Stocked): string {
  if (!tracksStock) return 'Not counted'
  return held > 0 ? `${free} of ${onHand} free` : String(onHand)
}

/** How a variant is called where its product is known. */
export function variantName({ label, sku }: Pick<VariantFields, 'label' | 'sku'>): string {
  return label || sku
}

/** A line for each variant, in the merge view. */
export function variantsText(variants: readonly VariantFields[]): string {
  return variants
    .map(
      (variant) =>
        `${variant.sku} ${variant.label} ${formatCents(variant.priceCents)}${variant.isActive ? '' : ' (hidden)'}`,
    )
    .join('\n')
}
