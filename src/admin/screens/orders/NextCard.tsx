import { useState } from 'react'
import { formatCents } from '#src/contract/money.ts'
import { plural } from '#src/contract/plural.ts'
import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { ACT_REFUSALS, refundableCents } from './order-refusals.ts'
import { useOrderAct } from './use-order-act.ts'

const ActDialog = lazyComponent(async () => (await import('./ActDialogs.tsx')).ActDialog)
const CodesDialog = lazyComponent(async () => (await import('./ActDialogs.tsx')).CodesDialog)
const RefundDialog = lazyComponent(async () => (await import('./RefundDialog.tsx')).RefundDialog)

/** The acts that need something to be typed first. */
type Opened = 'shipped' | 'po' | 'paid' | 'cancel' | 'codes' | 'refund'

/** What can be done with the order now. What cannot be done says why. */
export function NextCard({ order }: { order: OrderDetail }) {
  const [opened, open] = useState<Opened>()
  const act = useOrderAct(order)
  const close = () => open(undefined)
  const has = (name: keyof typeof ACT_REFUSALS) => ({ refusal: ACT_REFUSALS[name](order), isBusy: act.isPending })
  const isShipped = order.delivery === 'ship'
  const vouchers = order.lines.filter(({ kind }) => kind === 'voucher')
  return (
    <DetailCard title="What is next">
      {order.state === 'short' && (
        <Short order={order} onBackOrder={() => act.mutate({ act: 'back_order' })} onRefund={() => open('refund')} />
      )}
      <div className="grid w-full gap-2.5">
        <ActionButton variant="default" {...has('ready')} onClick={() => act.mutate({ act: 'ready' })}>
          Mark ready
        </ActionButton>
        {order.fulfillment === 'ready' && (
          <ActionButton {...has('unready')} onClick={() => act.mutate({ act: 'unready' })}>
            Mark not ready
          </ActionButton>
        )}
        {isShipped ? (
          <ActionButton {...has('shipped')} onClick={() => open('shipped')}>
            Mark shipped
          </ActionButton>
        ) : (
          <ActionButton {...has('handed_over')} onClick={() => act.mutate({ act: 'handed_over' })}>
            Mark handed over
          </ActionButton>
        )}
        {order.payBy === 'invoice' && (
          <ActionButton {...has('po')} onClick={() => open('po')}>
            {order.poNumber === null ? 'Enter PO number' : 'Change PO number'}
          </ActionButton>
        )}
        <ActionButton {...has('paid')} onClick={() => open('paid')}>
          Mark paid
        </ActionButton>
        {vouchers.length > 0 && (
          <ActionButton {...has('codes')} onClick={() => open('codes')}>
            Enter voucher codes
          </ActionButton>
        )}
        <ActionButton variant="destructive" {...has('cancel')} onClick={() => open('cancel')}>
          Cancel order
        </ActionButton>
      </div>
      {opened === 'codes' && <CodesDialog order={order} lines={vouchers} onClose={close} />}
      {opened === 'refund' && <RefundDialog order={order} onClose={close} />}
      {opened && opened !== 'codes' && opened !== 'refund' && <ActDialog order={order} act={opened} onClose={close} />}
    </DetailCard>
  )
}

type ShortProps = { order: OrderDetail; onBackOrder: () => void; onRefund: () => void }

/** Paid, and not enough pieces: which are missing, and the two ways out. */
function Short({ order, onBackOrder, onRefund }: ShortProps) {
  const { missing, backOrderedAt } = order
  const askFirst = () =>
    confirm({
      title: 'Let the order wait for new pieces?',
      message: <p>The buyer is emailed. As soon as there are enough pieces, they are taken for this order.</p>,
      label: 'Back-order',
      busyLabel: 'Saving...',
      variant: 'default',
      act: async () => onBackOrder(),
    })
  return (
    <div role="alert" className="note w-full">
      <p className="font-semibold">This order is paid, and there are not enough pieces.</p>
      <ul className="mt-1">
        {missing.map(({ sku, title, needed, free }) => (
          <li key={sku}>{`${title} (${sku}): ${plural(needed, 'piece')} needed, ${free} free`}</li>
        ))}
      </ul>
      {backOrderedAt !== null && (
        <p className="mt-1">{`Waiting for new pieces since ${formatMoment(backOrderedAt)}.`}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <ActionButton variant="default" onClick={onRefund}>
          {`Refund ${formatCents(refundableCents(order))}`}
        </ActionButton>
        <ActionButton refusal={backOrderedAt === null ? null : 'It waits already.'} onClick={askFirst}>
          Back-order
        </ActionButton>
      </div>
    </div>
  )
}
