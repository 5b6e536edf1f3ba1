import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkSentence } from '#src/contract/bulk.ts'
import { FULFILLMENTS } from '#src/contract/order-state.ts'
import type { PickupList } from '#src/contract/shop-order-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Filters } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { OfSelected, RefusedList, SelectionBar, selectColumn, useBulk, useSelection } from '../../blocks/selection.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { EventWorkspace } from '../events/EventWorkspace.tsx'
import { actOnEach, pickupsQuery, STALE_ORDERS } from '../orders/order-calls.ts'
import { OrderBadges } from '../orders/order-columns.tsx'

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)
/** Loaded when the list is printed. */
const PickupSheet = lazyComponent(async () => (await import('./PickupSheet.tsx')).PickupSheet)

type Pickup = PickupList['orders'][number]

/** What of the shop is handed over at one event, by buyer. (product 2: pick-ups) */
export function EventPickupsScreen() {
  const [{ event }, set] = useUrlState('/admin/event/pickups')
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  if (event === undefined)
    return (
      <Screen title="Event pick-ups" lead="Choose the event whose pick-ups you want to see.">
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      </Screen>
    )
  return (
    <EventWorkspace id={event} tab="pickups" event={record.data} isLoading={record.isPending}>
      <Pickups key={event} eventId={event} />
    </EventWorkspace>
  )
}

function Pickups({ eventId }: { eventId: string }) {
  const query = useQuery(pickupsQuery(eventId))
  return (
    <Shown query={query} what="the pick-ups">
      {(list) => <PickupTable list={list} />}
    </Shown>
  )
}

const columns: readonly Column<Pickup>[] = [
  {
    header: 'Buyer',
    cell: ({ id, number, company, buyerName, phone }) => (
      <>
        <AdminLink
          to={links.order(id)}
          className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
        >
          {buyerName}
        </AdminLink>
        <span className="block text-[.875rem] text-soft">{[company, number, phone].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    header: 'Products',
    cell: ({ lines }) => (
      <ul className="whitespace-normal">
        {lines.map((line) => (
          <li key={`${line.title} ${line.label}`}>{sayLine(line)}</li>
        ))}
      </ul>
    ),
    width: '38%',
  },
  { header: 'State', cell: (order) => <OrderBadges {...order} dueOn={null} />, width: '14rem' },
]

/** `2 × Coupling practice kit, with dial indicators`. */
function sayLine({ title, label, quantity }: Pickup['lines'][number]): string {
  return `${quantity} × ${label === '' ? title : `${title}, ${label}`}`
}

const getName = ({ number, buyerName }: Pickup) => `order ${number} of ${buyerName}`

function PickupTable({ list: { event, orders } }: { list: PickupList }) {
  const [isPrinting, setPrinting] = useState(false)
  const selection = useSelection(orders)
  const hand = useHandOver(orders, () => selection.setAll(false))
  const list = { data: orders, error: null, isPending: false, refetch: () => {} }
  const paging = { hasMore: false, isLoadingMore: false, loadMore: () => {} }
  return (
    <>
      {event.isCancelled && orders.length > 0 && (
        <p role="alert" className="note mb-4">
          This event is cancelled. Agree on another delivery with these buyers, or cancel their orders.
        </p>
      )}
      {orders.length > 0 && (
        <Filters>
          <SelectionBar what="orders" count={orders.length} selection={selection} isBusy={hand.isBusy}>
            {(state) => (
              <Button size="sm" variant="outline" {...state} onClick={() => hand.run(selection.selected)}>
                <OfSelected rest=" as handed over">Mark</OfSelected>
              </Button>
            )}
          </SelectionBar>
          <Button variant="outline" size="sm" onClick={() => setPrinting(true)} className="sm:ml-auto">
            Print list
          </Button>
        </Filters>
      )}
      <RefusedList refused={hand.refused} onClose={hand.forget} />
      <DataTable
        what="pick-ups"
        list={{ ...list, ...paging }}
        columns={[selectColumn(selection, getName), ...columns]}
        getName={getName}
        empty={<Empty title="No pick-ups yet">Orders that are picked up at this event appear here.</Empty>}
      />
      {orders.length > 0 && <Pieces orders={orders} />}
      {isPrinting && <PickupSheet list={{ event, orders }} sayLine={sayLine} onDone={() => setPrinting(false)} />}
    </>
  )
}

/** Marks the selected orders as handed over, one after the other. */
function useHandOver(orders: readonly Pickup[], onDone: () => void) {
  return useBulk({
    save: (chosen: readonly Pickup[]) => actOnEach(chosen, { act: 'handed_over' }),
    done: (results) => bulkSentence(['1 order', 'orders'], 'handed over', results),
    failed: 'Failed to mark orders as handed over',
    stale: STALE_ORDERS,
    getName: (id) => orders.find((order) => order.id === id)?.number ?? null,
    onDone,
  })
}

/** How many pieces of each product have to be brought, of the orders that are not handed over. */
function Pieces({ orders }: { orders: readonly Pickup[] }) {
  const counts = new Map<string, number>()
  for (const { fulfillment, lines } of orders) {
    if (fulfillment === 'handed_over') continue
    for (const { title, label, quantity } of lines) {
      const name = label === '' ? title : `${title}, ${label}`
      counts.set(name, (counts.get(name) ?? 0) + quantity)
    }
  }
  if (counts.size === 0) return <p className="mt-5 text-soft">{FULFILLMENTS.handed_over}: everything.</p>
  return (
    <section className="mt-6 max-w-3xl">
      <h2 className="font-semibold">To bring</h2>
      <ul className="mt-1 grid gap-1 leading-snug tabular-nums">
        {[...counts].map(([name, count]) => (
          <li key={name}>{`${count} × ${name}`}</li>
        ))}
      </ul>
    </section>
  )
}
