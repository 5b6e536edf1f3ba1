import { formatCents } from '#src/contract/money.ts'
import type { Delivery } from '#src/contract/order-state.ts'
import type { Totals } from '#src/contract/shop-order.ts'
import { formatRate } from '#src/contract/shop-words.ts'

type TotalListProps = { totals: Totals; delivery: Delivery; taxBasisPoints: number }

/** What an order adds up to, to the cent. */
export function TotalList({ totals, delivery, taxBasisPoints }: TotalListProps) {
  const { subtotalCents, shippingCents, taxCents, totalCents } = totals
  const rows = [
    ['Subtotal', formatCents(subtotalCents)],
    ...(delivery === 'ship' ? [['Shipping', shippingCents === 0 ? 'Free' : formatCents(shippingCents)]] : []),
    [taxBasisPoints === 0 ? 'Sales tax' : `Sales tax (${formatRate(taxBasisPoints)})`, formatCents(taxCents)],
  ]
  return (
    <dl className="grid gap-1.5 tabular-nums">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-x-6">
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-x-6 border-current border-t-2 pt-2 font-semibold">
        <dt>Total</dt>
        <dd className="text-[1.25rem]">{formatCents(totalCents)}</dd>
      </div>
    </dl>
  )
}
