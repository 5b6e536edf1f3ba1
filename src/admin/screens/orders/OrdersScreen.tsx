import { bulkSentence } from '#src/contract/bulk.ts'
import { FULFILLMENTS, ORDER_STATES } from '#src/contract/order-state.ts'
import type { OrderRow } from '#src/contract/shop-order-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import type { SearchOf } from '../../addresses.ts'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { OfSelected, RefusedList, SelectionBar, selectColumn, useBulk, useSelection } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { actOnEach, csvAddress, fetchOrders, STALE_ORDERS, toQuery } from './order-calls.ts'
import { columns } from './order-columns.tsx'

type Place = SearchOf<'/admin/orders'>
type Setter = (changes: Place) => void

const NONE: Place = {
  q: undefined,
  state: undefined,
  fulfillment: undefined,
  payBy: undefined,
  event: undefined,
  due: undefined,
  needs: undefined,
}

/** Every order of the shop, the newest first, to be narrowed by where its money and its goods are. (product 2: orders) */
export function OrdersScreen() {
  const [place, set] = useUrlState('/admin/orders')
  const query = toQuery(place)
  const list = useList(['orders', query], (cursor) => fetchOrders({ ...query, ...cursor }))
  const rows = list.data ?? []
  const selection = useSelection(rows)
  const ready = useReady(rows, () => selection.setAll(false))
  return (
    <Screen
      title="Orders"
      lead="What was ordered in the shop, how it is paid, and how it gets to the buyer."
      actions={
        <Button asChild variant="outline">
          <a href={csvAddress(query)} download title="Exports the orders in this list, a line for each product">
            Export CSV
          </a>
        </Button>
      }
    >
      <OrderFilters place={place} set={set} />
      {rows.length > 0 && (
        <Filters>
          <SelectionBar what="orders" count={rows.length} selection={selection} isBusy={ready.isBusy}>
            {(state) => (
              <Button size="sm" variant="outline" {...state} onClick={() => ready.run(selection.selected)}>
                <OfSelected rest=" as ready">Mark</OfSelected>
              </Button>
            )}
          </SelectionBar>
        </Filters>
      )}
      <RefusedList refused={ready.refused} onClose={ready.forget} />
      <DataTable
        what="orders"
        list={list}
        columns={[selectColumn(selection, getName), ...columns]}
        getName={getName}
        empty={<NoOrders isNarrow={Object.keys(query).length > 0} set={set} />}
      />
    </Screen>
  )
}

const getName = ({ number, company, buyerName }: OrderRow) => `order ${number} of ${company || buyerName}`

/** Marks the selected orders as ready, one after the other. The buyer of each is emailed. */
function useReady(rows: readonly OrderRow[], onDone: () => void) {
  return useBulk({
    save: (orders: readonly OrderRow[]) => actOnEach(orders, { act: 'ready' }),
    done: (results) => bulkSentence(['1 order', 'orders'], 'marked as ready', results),
    failed: 'Failed to mark orders as ready',
    stale: STALE_ORDERS,
    getName: (id) => rows.find((order) => order.id === id)?.number ?? null,
    onDone,
  })
}

const MONEY = Object.entries(ORDER_STATES) as [keyof typeof ORDER_STATES, string][]
const GOODS = Object.entries(FULFILLMENTS) as [keyof typeof FULFILLMENTS, string][]
/** What the office does next: one filter for each of its rounds. */
const NEXT = [
  ['', 'All orders'],
  ['ready', 'To be packed'],
  ['pickup', 'Workshop changed'],
  ['refund', 'Refund failed'],
  ['overdue', 'Overdue'],
] as const

function OrderFilters({ place, set }: { place: Place; set: Setter }) {
  return (
    <Filters>
      <SearchBox label="Number, buyer or PO" value={place.q ?? ''} onChange={(q) => set({ q: q || undefined })} />
      <ChoiceFilter
        label="Show"
        className="lg:max-w-36"
        options={NEXT}
        value={place.due ?? place.needs}
        onChange={(next) =>
          set({
            due: next === 'overdue' ? next : undefined,
            needs: next === 'overdue' ? undefined : next || undefined,
          })
        }
      />
      <ChoiceFilter
        label="Money"
        className="lg:max-w-36"
        options={[['', 'Any'], ...MONEY]}
        value={place.state}
        onChange={(state) => set({ state })}
      />
      <ChoiceFilter
        label="Goods"
        className="lg:max-w-36"
        options={[['', 'Any'], ...GOODS]}
        value={place.fulfillment}
        onChange={(fulfillment) => set({ fulfillment })}
      />
      <ChoiceFilter
        label="Paid by"
        className="lg:max-w-36"
        options={[
          ['', 'Any'],
          ['invoice', 'Invoice'],
          ['card', 'Card'],
        ]}
        value={place.payBy}
        onChange={(payBy) => set({ payBy })}
      />
    </Filters>
  )
}

function NoOrders({ isNarrow, set }: { isNarrow: boolean; set: Setter }) {
  if (!isNarrow) return <Empty title="No orders yet">Orders of the shop appear here as soon as they are placed.</Empty>
  return (
    <Empty
      title="No matching orders"
      action={
        <Button variant="outline" onClick={() => set(NONE)}>
          Show all orders
        </Button>
      }
    >
      No order fits all of these filters.
    </Empty>
  )
}
