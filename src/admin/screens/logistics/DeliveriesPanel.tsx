import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { formatClock } from '#src/contract/event-dates.ts'
import { type BoardSummary, type Delivery, isLate } from '#src/contract/logistics-board.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { useSave } from '../../blocks/use-save.ts'
import { deleteDelivery, deliveriesQuery, LOGISTICS, receiveDelivery } from './logistics-calls.ts'

/** Loaded when a delivery is added, changed or received. */
const DeliveryDialog = lazyComponent(async () => (await import('./DeliveryDialog.tsx')).DeliveryDialog)
const ReceiptDialog = lazyComponent(async () => (await import('./DeliveryDialog.tsx')).ReceiptDialog)

type Listed = Delivery & { isLate: boolean; timeZone: string }

const columns: readonly Column<Listed>[] = [
  {
    header: 'Delivery',
    cell: ({ title, personName, pieces, enteredBy }) => (
      <>
        <b className="font-semibold">{title}</b>
        <span className="admin-second text-soft">{`${personName ?? 'Our own'}, ${plural(pieces, 'piece')}`}</span>
        {enteredBy === 'person' && <span className="admin-second text-soft">Entered by the sender</span>}
      </>
    ),
  },
  {
    header: 'Carrier',
    width: '22%',
    cell: ({ carrier, tracking }) => [carrier, tracking].filter(Boolean).join(', ') || null,
  },
  {
    header: 'Expected',
    width: '24%',
    cell: ({ expectedOn, expectedAt }) =>
      expectedOn && `${getDay(expectedOn)}${expectedAt ? `, ${formatClock(expectedAt)}` : ''}`,
  },
  { header: 'State', width: '24%', cell: (delivery) => <State {...delivery} /> },
]

/** A word and a shape, never color alone. */
function State({ isLate: late, receivedAt, receivedBy, storage, timeZone }: Listed) {
  if (receivedAt !== null) {
    const where = [receivedBy && `by ${receivedBy}`, storage && `kept in ${storage}`].filter(Boolean).join(', ')
    return (
      <>
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden="true" className="size-4" />
          Received
        </span>
        <span className="admin-second text-soft">{`${momentIn(timeZone, receivedAt)}${where && `, ${where}`}`}</span>
      </>
    )
  }
  const [Icon, word] = late ? ([CircleAlert, 'Late'] as const) : ([Truck, 'On its way'] as const)
  return (
    <span className={`inline-flex items-center gap-1.5 ${late ? 'font-semibold text-stop-ink' : ''}`}>
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </span>
  )
}

/** What is shipped to the venue, and what of it has arrived. */
export function DeliveriesPanel({ eventId, summary }: { eventId: string; summary: BoardSummary }) {
  const query = useQuery(deliveriesQuery(eventId))
  const [edited, edit] = useState<Delivery | 'new'>()
  const [received, receive] = useState<Delivery>()
  const stale = [[LOGISTICS, eventId]]
  const reopen = useSave({
    save: ({ id, version }: Delivery) =>
      receiveDelivery(eventId, id, { isReceived: false, receivedBy: null, storage: null, version }),
    done: 'Marked as not received',
    failed: 'Failed to change the delivery',
    stale,
  })
  const remove = useSave({
    save: (delivery: Delivery) => deleteDelivery(eventId, delivery),
    done: 'Delivery deleted',
    failed: 'Failed to delete the delivery',
    stale,
  })
  const actions = (delivery: Delivery): RowAction[] => [
    delivery.receivedAt === null
      ? { label: 'Mark as received', run: () => receive(delivery) }
      : { label: 'Not received', run: () => reopen.mutate(delivery) },
    { label: 'Edit', run: () => edit(delivery) },
    {
      label: 'Delete',
      isDestructive: true,
      run: () =>
        confirm({
          title: 'Delete this delivery?',
          message: `${delivery.title} is removed from the board and from the run sheet.`,
          label: 'Delete delivery',
          busyLabel: 'Deleting...',
          act: () => remove.mutateAsync(delivery),
        }),
    },
  ]
  const { timeZone, now } = summary
  const data = query.data?.items.map((one) => ({ ...one, timeZone, isLate: isLate(one, timeZone, now) }))
  const list = { ...query, data, hasMore: false, isLoadingMore: false, loadMore: () => {} }
  return (
    <>
      <Button size="sm" className="mb-3" onClick={() => edit('new')}>
        Add delivery
      </Button>
      <DataTable
        what="deliveries"
        isCounted={false}
        list={list}
        columns={columns}
        getName={({ title }) => title}
        actions={actions}
        empty={<Empty title="No deliveries yet">Shipments to the venue appear here.</Empty>}
      />
      {edited && (
        <DeliveryDialog
          eventId={eventId}
          {...(edited !== 'new' && { delivery: edited })}
          onClose={() => edit(undefined)}
        />
      )}
      {received && <ReceiptDialog eventId={eventId} delivery={received} onClose={() => receive(undefined)} />}
    </>
  )
}
