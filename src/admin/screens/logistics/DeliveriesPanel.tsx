import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { bulkSentence } from '#src/contract/bulk.ts'
import { formatClock } from '#src/contract/event-dates.ts'
import { type BoardSummary, type Delivery, isLate } from '#src/contract/logistics-board.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { changeOneByOne } from '../../blocks/one-by-one.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import {
  RefusedList,
  type Selection,
  SelectionBar,
  selectColumn,
  useBulk,
  useSelection,
} from '../../blocks/selection.tsx'
import { useSave } from '../../blocks/use-save.ts'
import type { Receipt } from './DeliveryDialog.tsx'
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
    sortBy: ({ title }) => title,
  },
  {
    header: 'Carrier',
    width: '22%',
    sortBy: ({ carrier }) => carrier,
    cell: ({ carrier, tracking }) => [carrier, tracking].filter(Boolean).join(', ') || null,
  },
  {
    header: 'Expected',
    width: '24%',
    sortBy: ({ expectedOn, expectedAt }) => expectedOn && `${expectedOn} ${expectedAt ?? '24:00'}`,
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

type Opening = { edit: (delivery: Delivery) => void; receive: (deliveries: Delivery[]) => void }

/** What can be done with one delivery. */
function useDeliveryActions(eventId: string, { edit, receive }: Opening) {
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
  const askToDelete = (delivery: Delivery) =>
    confirm({
      title: 'Delete this delivery?',
      message: `${delivery.title} is removed from the board and from the run sheet.`,
      label: 'Delete delivery',
      busyLabel: 'Deleting...',
      act: () => remove.mutateAsync(delivery),
    })
  return (delivery: Delivery): RowAction[] => [
    delivery.receivedAt === null
      ? { label: 'Mark as received', run: () => receive([delivery]) }
      : { label: 'Not received', run: () => reopen.mutate(delivery) },
    { label: 'Edit', run: () => edit(delivery) },
    { label: 'Delete', isDestructive: true, run: () => askToDelete(delivery) },
  ]
}

/** Marks deliveries as received, all by the same person and in the same place. */
function useReceipts(eventId: string, deliveries: readonly Delivery[], onDone: () => void) {
  return useBulk({
    save: ({ receipt, chosen }: { receipt: Receipt; chosen: readonly Delivery[] }) =>
      changeOneByOne(chosen, {
        change: ({ id, version }) => receiveDelivery(eventId, id, { ...receipt, isReceived: true, version }),
        reasonAgainst: ({ receivedAt }) => (receivedAt === null ? null : 'It has already arrived.'),
      }),
    done: (results) => bulkSentence(['Delivery', 'deliveries'], 'received', results),
    failed: 'Failed to change the deliveries',
    stale: [[LOGISTICS, eventId]],
    getName: (id) => deliveries.find((one) => one.id === id)?.title ?? null,
    onDone,
  })
}

/** What is shipped to the venue, and what of it has arrived. */
export function DeliveriesPanel({ eventId, summary: { timeZone, now } }: { eventId: string; summary: BoardSummary }) {
  const query = useQuery(deliveriesQuery(eventId))
  const [edited, edit] = useState<Delivery | 'new'>()
  const [received, receive] = useState<readonly Delivery[]>()
  const data = query.data?.items.map((one) => ({ ...one, timeZone, isLate: isLate(one, timeZone, now) }))
  const deliveries = data ?? []
  const selection = useSelection(deliveries)
  const receipts = useReceipts(eventId, deliveries, () => {
    receive(undefined)
    selection.setAll(false)
  })
  const actions = useDeliveryActions(eventId, { edit, receive })
  return (
    <>
      <Filters>
        {deliveries.length > 0 && (
          <DeliverySelection deliveries={deliveries} selection={selection} isBusy={receipts.isBusy} receive={receive} />
        )}
        <Button size="sm" className="sm:ml-auto" onClick={() => edit('new')}>
          Add delivery
        </Button>
      </Filters>
      <RefusedList refused={receipts.refused} onClose={receipts.forget} />
      <DataTable
        what="deliveries"
        isCounted={false}
        list={{ ...query, data, hasMore: false, isLoadingMore: false, loadMore: () => {} }}
        columns={[selectColumn(selection, getTitle), ...columns]}
        getName={getTitle}
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
      {received && (
        <ReceiptDialog
          title={
            received.length === 1 && received[0] ? received[0].title : plural(received.length, 'delivery', 'deliveries')
          }
          isBusy={receipts.isBusy}
          onSubmit={(receipt) => receipts.run({ receipt, chosen: received })}
          onClose={() => receive(undefined)}
        />
      )}
    </>
  )
}

const getTitle = ({ title }: Delivery) => title

type DeliverySelectionProps = {
  deliveries: readonly Listed[]
  selection: Selection<Listed>
  isBusy: boolean
  receive: (deliveries: readonly Delivery[]) => void
}

function DeliverySelection({ deliveries, selection, isBusy, receive }: DeliverySelectionProps) {
  return (
    <SelectionBar what="deliveries" count={deliveries.length} selection={selection} isBusy={isBusy}>
      {(state) =>
        selection.selected.length > 0 && (
          <Button size="sm" variant="outline" {...state} onClick={() => receive(selection.selected)}>
            Mark as received
          </Button>
        )
      }
    </SelectionBar>
  )
}
