import { CART_PATH } from '#src/contract/shop-page.ts'

/** The way to the cart. A script adds how many pieces are in it; without scripts there is no cart. */
export function CartLink() {
  return (
    <a
      href={CART_PATH}
      data-shop-cart
      data-needs-js
      className="inline-flex min-h-12 items-center gap-2 whitespace-nowrap rounded-md border-2 border-current px-5 py-2 font-semibold no-underline hover:bg-on-enamel hover:text-enamel"
    >
      Cart
      <span data-shop-cart-count hidden className="rounded bg-signal px-2 text-on-signal tabular-nums" />
    </a>
  )
}
