import { useState } from 'react'
import { formatCents } from '#src/contract/money.ts'
import type { OrderDetail, OrderPayment, OrderRefund } from '#src/contract/shop-order-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { refundableCents } from './order-refusals.ts'

const RefundDialog = lazyComponent(async () => (await import('./RefundDialog.tsx')).RefundDialog)

const PAYMENTS: Record<OrderPayment['state'], string> = {
  starting: 'Being prepared',
  open: 'Payment page is open',
  processing: 'Being confirmed',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Not paid in time',
}
const REFUNDS: Record<OrderRefund['state'], string> = {
  requested: 'Asked for',
  pending: 'On its way',
  succeeded: 'Paid back',
  failed: 'Failed: the money did not arrive',
  canceled: 'Cancelled',
}

/** What was paid and paid back, and how. */
export function MoneyCard({ order }: { order: OrderDetail }) {
  const [isRefunding, setRefunding] = useState(false)
  const { payments, refunds } = order
  const left = refundableCents(order)
  return (
    <DetailCard title="Payments">
      {payments.length === 0 && <p>No payment yet.</p>}
      {payments.length > 0 && (
        <ul className="w-full">
          {payments.map(({ id, provider, state, amountCents, note, createdAt, paidAt }) => (
            <Entry
              key={id}
              title={`${provider === 'manual' ? 'By check or transfer' : 'By card'}: ${PAYMENTS[state]}`}
              about={[formatMoment(paidAt ?? createdAt), note]}
              amount={formatCents(amountCents)}
            />
          ))}
          {refunds.map(({ id, state, amountCents, reason, askedBy, createdAt }) => (
            <Entry
              key={id}
              title={`Refund: ${REFUNDS[state]}`}
              about={[`${formatMoment(createdAt)}, by ${askedBy}`, reason]}
              amount={`−${formatCents(amountCents)}`}
            />
          ))}
        </ul>
      )}
      <ActionButton
        variant="destructive"
        refusal={left > 0 ? null : payments.length > 0 ? 'Nothing is left to be paid back.' : 'Only once it was paid.'}
        onClick={() => setRefunding(true)}
      >
        Refund
      </ActionButton>
      {isRefunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </DetailCard>
  )
}

function Entry({ title, about, amount }: { title: string; about: readonly (string | null)[]; amount: string }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-2 first:border-t">
      <span className="font-semibold">{title}</span>
      <span className="text-right tabular-nums">{amount}</span>
      {about.filter(Boolean).map((line) => (
        <span key={line} className="col-span-2 text-[.9375rem] text-soft">
          {line}
        </span>
      ))}
    </li>
  )
}
