import { formatCents } from '#src/contract/money.ts'
import { howToOrder, NOTHING_LEFT, orderWithoutScripts, type ShownProduct, stockOf } from '#src/contract/shop-page.ts'
import type { ShopVariant } from '#src/contract/shop-product.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { StockMark } from './StockMark.tsx'

type VariantListProps = {
  product: ShownProduct
  isOpen: boolean
  /** Where somebody without scripts can order. */
  email: string | null
}

/** What can be put in the cart: each variant with its price, what is left of it, and its button. */
export function VariantList({ product, isOpen, email }: VariantListProps) {
  const { title, kind, variants } = product
  const isSoldOut = stockOf(variants) === 'out'
  return (
    <section aria-labelledby="order">
      <h2 id="order" className="sr-only">
        Order
      </h2>
      <ul className="plate divide-y divide-plate-line px-6">
        {variants.map((variant) => (
          <VariantRow key={variant.id} title={title} variant={variant} isOpen={isOpen} />
        ))}
      </ul>
      {isOpen && isSoldOut && <p className="mt-4 leading-snug">{NOTHING_LEFT}</p>}
      {isOpen && !isSoldOut && (
        <p data-needs-js className="mt-4 text-[.9375rem] text-soft leading-snug">
          {howToOrder(kind)}
        </p>
      )}
      {isOpen && !isSoldOut && <OrderByHand email={email} />}
    </section>
  )
}

type VariantRowProps = { title: string; variant: ShopVariant; isOpen: boolean }

function VariantRow({ title, variant, isOpen }: VariantRowProps) {
  const { id, sku, label, priceCents, stock, left } = variant
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 gap-y-3 py-5">
      <div className="max-sm:col-span-2">
        {label && <h3 className="font-semibold text-[1.125rem] leading-snug">{label}</h3>}
        <p className="display mt-1 text-[2.5rem] tabular-nums">{formatCents(priceCents)}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 leading-snug">
          <StockMark variantId={id} stock={stock} left={left} />
          <span className="text-[.875rem] text-plate-soft">{sku}</span>
        </p>
      </div>
      {isOpen && (
        <button
          type="button"
          disabled
          data-shop-add
          data-variant-id={id}
          data-sku={sku}
          data-title={title}
          data-label={label}
          data-price-cents={priceCents}
          data-stock={stock}
          className={buttonClass({ variant: 'hero', className: 'max-sm:col-span-2' })}
        >
          Add to cart
          {label && <span className="sr-only">: {label}</span>}
        </button>
      )}
    </li>
  )
}

/** What to do without scripts: a cart needs them. */
function OrderByHand({ email }: { email: string | null }) {
  const words = orderWithoutScripts(email)
  return (
    <p data-without-js className="mt-4 leading-snug">
      {words.text}
      {words.email && (
        <>
          {' '}
          <a href={`mailto:${words.email}`} className="font-semibold underline underline-offset-4">
            {words.email}
          </a>
          .
        </>
      )}
    </p>
  )
}
