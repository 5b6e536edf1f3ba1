import { useState } from 'react'
import { productPath } from '#src/contract/shop-page.ts'
import { getStock, type ProductEntry, stockSentence } from '#src/contract/shop-product.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { links } from '../../links.ts'
import { stockText, variantName } from './product-calls.ts'

const StockDialog = lazyComponent(async () => (await import('./StockDialog.tsx')).StockDialog)

/** Beside the form of a product: its page, its stock and its history. */
export function ProductPanel({ row }: { row: ProductEntry }) {
  const [isChanging, setChanging] = useState(false)
  const { id, slug, isActive, variants } = row
  const link =
    'inline-block py-1 font-semibold underline underline-offset-4 hover:decoration-2 [overflow-wrap:anywhere]'
  return (
    <section className="admin-panel px-5 py-4">
      <h2 className="label text-[1.375rem]">{isActive ? 'In the shop' : 'Hidden'}</h2>
      <p className="mt-2 text-[.9375rem] text-soft leading-snug">
        {isActive ? 'Saving updates its page.' : 'Visitors do not see it.'}
      </p>
      {isActive && (
        <a href={productPath(slug)} className={link}>
          {productPath(slug)}
        </a>
      )}
      <h3 className="mt-4 font-semibold">Stock</h3>
      <ul className="mt-1 grid gap-2">
        {variants.map((variant) => (
          <li key={variant.id} className="leading-snug">
            <span className="block text-[.9375rem] text-soft">{variantName(variant)}</span>
            <span className="tabular-nums">{stockText(variant)}</span>
            {variant.tracksStock && (
              <span className="text-[.9375rem] text-soft">{`, visitors read “${stockSentence(getStock(variant))}”`}</span>
            )}
          </li>
        ))}
      </ul>
      {variants.some(({ tracksStock }) => tracksStock) && (
        <Button variant="outline" size="sm" className="mt-4" onClick={() => setChanging(true)}>
          Change stock
        </Button>
      )}
      <p className="mt-4">
        <AdminLink to={links.auditLog({ subjectType: 'product', subjectId: id })} className={link}>
          History of this product
        </AdminLink>
      </p>
      {isChanging && <StockDialog product={row} onClose={() => setChanging(false)} />}
    </section>
  )
}
