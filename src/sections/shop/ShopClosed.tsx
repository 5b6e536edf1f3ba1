import { SHOP_CLOSED } from '#src/contract/shop-order.ts'

/** Said on every page of the shop while nothing can be ordered. */
export function ShopClosed() {
  return (
    <div className="wrap pt-8">
      <div role="note" className="flex overflow-hidden rounded-md bg-on-signal text-signal">
        <span aria-hidden="true" className="hazard w-5 shrink-0" />
        <p className="px-4 py-3 font-semibold leading-snug">{SHOP_CLOSED}</p>
      </div>
    </div>
  )
}
