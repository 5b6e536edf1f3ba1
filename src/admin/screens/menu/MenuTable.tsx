import { useState } from 'react'
import type { BarFacts, StoredMenuItem } from '#src/contract/navigation.ts'
import { MenuRow } from './MenuRow.tsx'
import { useMenuOrder } from './use-menu-order.ts'

type MenuTableProps = { items: readonly StoredMenuItem[]; bar: BarFacts; onEdit: (item: StoredMenuItem) => void }

/** Every item in the order of the bar, to move, switch off, edit and delete. */
export function MenuTable({ items, bar, onEdit }: MenuTableProps) {
  const { shown, move } = useMenuOrder(items)
  const [said, say] = useState('')
  const moveTo = (item: StoredMenuItem, at: number, to: number) => {
    move(at, to)
    say(`${item.label} is now at position ${to + 1} of ${shown.length}.`)
  }
  return (
    <>
      <table className="admin-table">
        <caption className="sr-only">Menu items, in the order of the bar</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Seen by</th>
            <th scope="col">Active</th>
            <th scope="col">Order</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item, at) => (
            <MenuRow
              key={item.id}
              item={item}
              bar={bar}
              at={at}
              count={shown.length}
              onMove={(to) => moveTo(item, at, to)}
              onEdit={() => onEdit(item)}
            />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}
