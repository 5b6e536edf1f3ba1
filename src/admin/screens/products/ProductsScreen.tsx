import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#src/contract/plural.ts'
import { priceOf } from '#src/contract/shop-page.ts'
import { getStock, PRODUCT_KINDS, type ProductEntry } from '#src/contract/shop-product.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable, ShowMore } from '../../blocks/DataTable.tsx'
import { Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { OrderedTable, useOrder } from '../../blocks/OrderedTable.tsx'
import type { RowAction } from '../../blocks/row-action.ts'
import { Screen, useScreenCount } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { Thumbnail } from '../../blocks/Thumbnail.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { EntryLink } from '../../library/EntryLink.tsx'
import { formSkeleton, type LibraryListProps, LibraryScreen } from '../../library/LibraryScreen.tsx'
import { EmptyLibrary, NewEntry } from '../../library/list-parts.tsx'
import { ProductPanel } from './ProductPanel.tsx'
import { listKey, orderProducts, products, showOrder, stockText, variantName } from './product-calls.ts'

const ProductForm = lazyComponent(async () => (await import('./ProductForm.tsx')).ProductForm, formSkeleton)
const StockDialog = lazyComponent(async () => (await import('./StockDialog.tsx')).StockDialog)

const columns: readonly Column<ProductEntry>[] = [
  {
    header: 'Product',
    cell: (product) => (
      <Thumbnail src={product.pictures[0]?.url ?? null} alt="" kind="photo">
        <EntryLink edit={product.id}>{product.title}</EntryLink>
      </Thumbnail>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => PRODUCT_KINDS[kind], width: '12%' },
  { header: 'Price', cell: ({ variants }) => priceOf(variants), width: '12%', className: 'tabular-nums' },
  { header: 'Stock', cell: (product) => <StockCell product={product} />, width: '24%' },
  {
    header: 'In the shop',
    cell: ({ isActive }) => <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'Shown' : 'Hidden'}</Badge>,
    width: '8rem',
  },
]

/** library/products: what the shop sells. */
export function ProductsScreen() {
  return (
    <LibraryScreen
      path="/admin/library/products"
      library={products}
      List={ProductList}
      Form={ProductForm}
      Aside={ProductPanel}
    />
  )
}

/** All products in the order of the shop, and what can be done with each. */
function ProductList({ q, search, open }: LibraryListProps) {
  const list = useList(listKey(q), (cursor) => products.page(q, cursor))
  const [stocked, stock] = useState<ProductEntry>()
  const getActions = useActions({ open, stock })
  const empty = (
    <EmptyLibrary library={products} q={q}>
      Add the first thing that the shop sells. Visitors see it once you show it in the shop.
    </EmptyLibrary>
  )
  return (
    <Screen
      title="Products"
      lead="What the shop sells, in the order that visitors see."
      actions={<NewEntry noun="product" />}
    >
      <Filters>
        <SearchBox label="Search by title or address" value={q} onChange={search} />
      </Filters>
      {q === '' ? (
        <Shown query={list} what="products">
          {(rows) => (rows.length === 0 ? empty : <InOrder rows={rows} list={list} actions={getActions} />)}
        </Shown>
      ) : (
        <DataTable
          what="products"
          list={list}
          columns={columns}
          getName={products.getName}
          actions={getActions}
          empty={empty}
        />
      )}
      {stocked && <StockDialog product={stocked} onClose={() => stock(undefined)} />}
    </Screen>
  )
}

type ActionParts = { open: (id: string) => void; stock: (product: ProductEntry) => void }

function useActions({ open, stock }: ActionParts) {
  const removal = useSave({
    save: products.remove,
    done: 'Product deleted',
    failed: 'Failed to delete product',
    stale: products.stale,
  })
  return (product: ProductEntry): RowAction[] => [
    { label: 'Edit', run: () => open(product.id) },
    {
      label: 'Change stock',
      disabledReason: product.variants.some(({ tracksStock }) => tracksStock)
        ? undefined
        : 'The stock of this product is not counted.',
      run: () => stock(product),
    },
    {
      label: 'Delete',
      isDestructive: true,
      disabledReason: product.variants.some(({ held }) => held > 0) ? 'Orders hold pieces of it.' : undefined,
      run: () => confirmLoss(product, () => removal.mutateAsync(product)),
    },
  ]
}

type InOrderProps = {
  rows: readonly ProductEntry[]
  list: List<ProductEntry>
  actions: (product: ProductEntry) => RowAction[]
}

function InOrder({ rows, list, actions }: InOrderProps) {
  const queries = useQueryClient()
  useScreenCount(`${rows.length}${list.hasMore ? '+' : ''}`)
  const { shown, move } = useOrder(rows, {
    save: ({ ids }) => orderProducts(ids),
    onSaved: (ids) => showOrder(queries, ids),
    stale: listKey(''),
    done: 'Order saved',
    failed: 'Failed to reorder products',
  })
  return (
    <>
      <OrderedTable
        caption="Products in the order of the shop"
        columns={columns}
        rows={shown}
        getName={products.getName}
        move={move}
        actions={actions}
      />
      <ShowMore what="products" list={list} />
    </>
  )
}

/** A line for each variant whose stock is counted; what needs to be ordered again stands out. */
function StockCell({ product: { variants } }: { product: ProductEntry }) {
  const counted = variants.filter(({ tracksStock }) => tracksStock)
  if (counted.length === 0) return <span className="text-soft">Not counted</span>
  return (
    <ul className="grid gap-1">
      {counted.map((variant) => {
        const { stock } = getStock(variant)
        return (
          <li key={variant.id} className="flex flex-wrap items-baseline gap-x-2 leading-snug">
            <span className="shrink-0 tabular-nums">{stockText(variant)}</span>
            {variants.length > 1 && (
              <span className="min-w-0 truncate text-[.875rem] text-soft">{variantName(variant)}</span>
            )}
            {stock === 'low' && <Badge tone="waiting">Low</Badge>}
            {stock === 'out' && <Badge tone="bad">Sold out</Badge>}
          </li>
        )
      })}
    </ul>
  )
}

function confirmLoss({ title, slug, isActive, variants }: ProductEntry, act: () => Promise<unknown>): void {
  confirm({
    title: 'Delete this product?',
    message: (
      <>
        <p className="[overflow-wrap:anywhere]">
          <b>{title}</b> with {plural(variants.length, 'variant')} will be permanently deleted. Orders keep what was
          bought, and the audit log keeps a copy.
        </p>
        {isActive && <p>Its page, /shop/{slug}, will no longer exist.</p>}
      </>
    ),
    label: 'Delete product',
    busyLabel: 'Deleting...',
    act,
  })
}
