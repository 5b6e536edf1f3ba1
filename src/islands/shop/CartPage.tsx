import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { SHOP_CLOSED } from '#src/contract/order-state.ts'
import type { Quote } from '#src/contract/shop-order.ts'
import { SHOP_PATH } from '#src/contract/shop-page.ts'
import { CART_EMPTY, CART_LEAD } from '#src/contract/shop-words.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ErrorBox } from '../resource/ResourceState.tsx'
import { Toasts } from '../Toasts.tsx'
import { CartLines } from './CartLines.tsx'
import { CheckoutForm } from './CheckoutForm.tsx'
import { $cart } from './cart.ts'
import { $delivery, $isQuoted, followPrices, openCheckout, quote } from './checkout.ts'
import { TotalList } from './TotalList.tsx'

/** Everything at /shop/cart: what is in the cart of this browser, what it costs, and the order. (decision 0060) */
export function CartPage() {
  return (
    <ErrorBoundary>
      <Toasts />
      <CartView />
    </ErrorBoundary>
  )
}

function CartView() {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    openCheckout()
    setOpened(true)
    return followPrices()
  }, [])
  return (
    <>
      <h1 tabIndex={-1} className="display text-[clamp(2.75rem,6vw,4.5rem)] outline-none">
        Cart
      </h1>
      <p className="mt-3 mb-8 max-w-2xl text-[1.1875rem] text-soft leading-snug">{CART_LEAD}</p>
      {isOpened ? <OpenedCart /> : <Loading />}
    </>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading your cart</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}

function OpenedCart() {
  const cart = useStore($cart)
  const state = useStore(quote.$state)
  const delivery = useStore($delivery)
  if (cart.length === 0) return <EmptyCart />
  const value = state.status === 'ready' ? state.value.quote : undefined
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="grid min-w-0 content-start gap-10 lg:col-start-1">
        <div>
          <CartLines cart={cart} quoted={value?.lines ?? []} delivery={delivery} />
          <a href={SHOP_PATH} className="inline-flex min-h-12 items-center font-semibold underline underline-offset-4">
            Add more products
          </a>
        </div>
      </div>
      <div className="lg:sticky lg:top-[calc(var(--bar)+1.5rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
        <Summary value={value} />
      </div>
      {value && <div className="lg:col-start-1 lg:max-w-2xl">{checkout(value)}</div>}
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="plate max-w-2xl px-7 py-9">
      <p className="label text-[1.75rem]">{CART_EMPTY}</p>
      <p className="mt-3 leading-snug">What you add on the pages of the shop appears here.</p>
      <Button asChild variant="hero" className="mt-6">
        <a href={SHOP_PATH}>See all products</a>
      </Button>
    </div>
  )
}

/** The form, or why nothing can be ordered. */
function checkout({ isOpen, lines, ...rest }: Quote): ReactNode {
  if (!isOpen)
    return (
      <p role="alert" className="note text-[1.125rem]">
        {SHOP_CLOSED} Your cart is kept in this browser.
      </p>
    )
  return <CheckoutForm value={{ isOpen, lines, ...rest }} />
}

/** What the cart costs: the server's prices, which are asked for again after each change. */
function Summary({ value }: { value: Quote | undefined }) {
  const state = useStore(quote.$state)
  const isQuoted = useStore($isQuoted)
  const delivery = useStore($delivery)
  const isFailed = state.status === 'failed' || (state.status === 'ready' && state.isStale)
  return (
    <section aria-labelledby="summary" className="plate px-6 py-6">
      <h2 id="summary" className="label mb-4 text-[1.5rem]">
        Summary
      </h2>
      {isFailed && (
        <div className="mb-4">
          <ErrorBox title="The prices could not be loaded.">
            <Button variant="outline" size="sm" onClick={() => void quote.load()} className="mt-3">
              Try again
            </Button>
          </ErrorBox>
        </div>
      )}
      {value ? (
        <div aria-busy={!isQuoted && !isFailed} className={isQuoted ? undefined : 'opacity-60'}>
          <TotalList totals={value} delivery={delivery} taxBasisPoints={value.taxBasisPoints} />
        </div>
      ) : (
        !isFailed && <Loading />
      )}
    </section>
  )
}
