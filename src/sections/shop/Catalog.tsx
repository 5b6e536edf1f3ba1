import { catalogPath, NO_PRODUCTS, priceOf, productPath, type ShownProduct, stockOf } from '#src/contract/shop-page.ts'
import { PRODUCT_KINDS } from '#src/contract/shop-product.ts'
import { ProductPicture } from './ProductPicture.tsx'
import { StockMark } from './StockMark.tsx'

const CARD = '(width >= 80rem) 18rem, (width >= 64rem) 30vw, (width >= 40rem) 46vw, 7rem'
/** Cards that a large window shows at once. */
const IN_SIGHT = 4

/** The products on one page of the catalog, in the order that the shop gives them. */
export function Catalog({ products }: { products: readonly ShownProduct[] }) {
  if (products.length === 0)
    return (
      <div className="plate px-7 py-8">
        <h2 className="label text-[1.5rem]">The shelves are empty</h2>
        <p className="mt-2 text-[1.125rem]">{NO_PRODUCTS}</p>
      </div>
    )
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {products.map((product, at) => (
        <ProductCard key={product.id} product={product} isInSight={at < IN_SIGHT} />
      ))}
    </ul>
  )
}

type ProductCardProps = { product: ShownProduct; isInSight: boolean }

/** One product: what it looks like, what it is, what it costs. The whole card leads to its page; on phones it is a row of a list. */
function ProductCard({ product, isInSight }: ProductCardProps) {
  const { slug, title, kind, summary, variants } = product
  const [picture] = product.pictures
  const stock = stockOf(variants)
  return (
    <li className="relative grid grid-cols-[7rem_minmax(0,1fr)] content-start gap-x-4 overflow-hidden rounded-lg border border-line bg-surface p-4 sm:flex sm:flex-col sm:p-0">
      <div className="row-span-3 max-sm:overflow-hidden max-sm:rounded-md">
        {picture ? (
          <ProductPicture picture={picture} sizes={CARD} isFirst={isInSight} alt="" />
        ) : (
          <div aria-hidden="true" className="hatched aspect-[4/3]" />
        )}
      </div>
      <div className="border-line border-t px-5 pt-4 pb-5 max-sm:contents sm:flex sm:flex-1 sm:flex-col">
        <p className="text-[.875rem] text-soft leading-snug">{PRODUCT_KINDS[kind]}</p>
        <h2 className="label mt-1 text-[1.5rem]">
          <a href={productPath(slug)} className="whole underline-offset-4 hover:underline">
            {title}
          </a>
        </h2>
        <p className="mt-2 text-[1rem] text-soft leading-snug max-sm:order-last max-sm:col-span-2 max-sm:mt-3 sm:mb-4">
          {summary}
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:mt-1.5 sm:mt-auto">
          <span className="label text-[1.25rem] tabular-nums sm:text-[1.5rem]">{priceOf(variants)}</span>
          {stock !== 'in' && <StockMark stock={stock} left={null} />}
        </p>
      </div>
    </li>
  )
}

/** Links between the pages of the catalog. Empty if there is only one page. */
export function CatalogPager({ page, count }: { page: number; count: number }) {
  if (count < 2) return null
  const link =
    'inline-flex min-h-11 items-center rounded-md px-4 font-semibold border border-line no-underline hover:bg-plate hover:text-on-plate'
  return (
    <nav aria-label="Pages of the catalog" className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
      {page > 1 && (
        <a rel="prev" href={catalogPath(page - 1)} className={link}>
          Previous page
        </a>
      )}
      <span>{`Page ${page} of ${count}`}</span>
      {page < count && (
        <a rel="next" href={catalogPath(page + 1)} className={link}>
          Next page
        </a>
      )}
    </nav>
  )
}
