import { useQueryClient } from '@tanstack/react-query'
import type { BarFacts, StoredMenuItem } from '#src/contract/navigation.ts'
import { OrderedTable } from '../../blocks/OrderedTable.tsx'
import { useOrder } from '../../blocks/use-order.ts'
import { MenuRow } from './MenuRow.tsx'
import { menuQuery, orderItems, showItems } from './menu-calls.ts'

type MenuTableProps = { items: readonly StoredMenuItem[]; bar: BarFacts; onEdit: (item: StoredMenuItem) => void }

/** Every item in the order of the bar, to move, switch off, edit and delete. */
export function MenuTable({ items, bar, onEdit }: MenuTableProps) {
  const queries = useQueryClient()
  const { shown, move } = useOrder(items, {
    save: orderItems,
    onSaved: ({ item }) => showItems(queries, item),
    stale: menuQuery.queryKey,
    done: 'Menu item updated',
    failed: 'Failed to update menu item',
  })
  return (
    <OrderedTable
      caption="Menu items in navigation order"
      columns={['Item', 'Visible to', 'Active']}
      rows={shown}
      nameOf={({ label }) => label}
      move={move}
    >
      {(item, order) => <MenuRow key={item.id} item={item} bar={bar} order={order} onEdit={() => onEdit(item)} />}
    </OrderedTable>
  )
}
