import { formatCents } from '#src/contract/money.ts'
import { DELIVERY_NAMES, FULFILLMENTS, ORDER_STATES, type OrderState } from '#src/contract/order-state.ts'
import { plural } from '#src/contract/plural.ts'
import type { OrderRow } from '#src/contract/shop-order-admin.ts'
import { formatDate } from '#src/islands/format-instant.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import type { Column } from '../../blocks/DataTable.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import { links } from '../../links.ts'

const TONES = {
  awaiting_payment: 'plain',
  awaiting_po: 'plain',
  invoiced: 'waiting',
  paid: 'good',
  short: 'bad',
  expired: 'plain',
  cancelled: 'plain',
  refunded: 'plain',
} as const satisfies Record<OrderState, string>

/** Where the money and the goods of an order are, as badges. Only an invoice is overdue. Where nothing is to be delivered, the money says all. */
export function OrderBadges({ state, fulfillment, dueOn }: Pick<OrderRow, 'state' | 'fulfillment' | 'dueOn'>) {
  const hasGoods = state === 'invoiced' || state === 'paid' || fulfillment !== 'open'
  return (
    <span className="flex flex-wrap gap-1.5">
      {isOverdue({ state, dueOn }) ? (
        <Badge tone="bad">Overdue</Badge>
      ) : (
        <Badge tone={TONES[state]}>{ORDER_STATES[state]}</Badge>
      )}
      {hasGoods && <Badge>{FULFILLMENTS[fulfillment]}</Badge>}
    </span>
  )
}

/** True for an invoice whose day of payment is over, by the reader's calendar. */
function isOverdue({ state, dueOn }: Pick<OrderRow, 'state' | 'dueOn'>, now = new Date()): boolean {
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  return state === 'invoiced' && dueOn !== null && dueOn < today.join('-')
}

export const columns: readonly Column<OrderRow>[] = [
  {
    header: 'Order',
    cell: ({ id, number, company, buyerName }) => (
      <>
        <AdminLink
          to={links.order(id)}
          className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
        >
          {company || buyerName}
        </AdminLink>
        <span className="block truncate text-[.875rem] text-soft tabular-nums">{`${number}, ${buyerName}`}</span>
      </>
    ),
  },
  { header: 'State', cell: (order) => <OrderBadges {...order} />, width: '14rem' },
  {
    header: 'Delivery',
    cell: ({ delivery, pickup, pieces }) => (
      <>
        {delivery === 'pickup' ? (pickup ?? 'Pick-up without a workshop') : DELIVERY_NAMES[delivery]}
        <span className="block text-[.875rem] text-soft">{plural(pieces, 'piece')}</span>
      </>
    ),
    width: '15%',
  },
  {
    header: 'Payment',
    cell: ({ payBy, poNumber, dueOn, state }) => (
      <>
        {payBy === 'card' ? 'By card' : (poNumber ?? 'No PO number yet')}
        {state === 'invoiced' && dueOn !== null && (
          <span className="block text-[.875rem] text-soft">Due {formatDate(Date.parse(`${dueOn}T12:00`))}</span>
        )}
      </>
    ),
    width: '10.5rem',
    isMinor: true,
  },
  {
    header: 'Total',
    cell: ({ totalCents }) => formatCents(totalCents),
    className: 'tabular-nums',
    width: '6.5rem',
  },
  {
    header: 'Placed',
    cell: ({ placedAt }) => (
      <time dateTime={new Date(placedAt).toISOString()} title={formatMoment(placedAt)}>
        {formatAge(placedAt)}
      </time>
    ),
    width: '8rem',
    isMinor: true,
  },
]
