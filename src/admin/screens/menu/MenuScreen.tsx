import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type BarFacts, MOST_MENU_ITEMS, type StoredMenuItem, VIEWER_KINDS } from '#src/contract/navigation.ts'
import { Button } from '#src/ui/Button.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { OrderedTable } from '../../blocks/OrderedTable.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useOrder } from '../../blocks/use-order.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { BarPreview } from './BarPreview.tsx'
import { MenuRow } from './MenuRow.tsx'
import { menuQuery, orderItems, showItems } from './menu-calls.ts'

const ItemDialog = later(async () => (await import('./ItemDialog.tsx')).ItemDialog)

const place = z.object({ as: z.enum(VIEWER_KINDS).optional().catch(undefined) })

/** The items of the navigation bar, and the bar they make. (product 2) */
export function MenuScreen() {
  const query = useQuery(menuQuery)
  const [{ as = 'anonymous' }, set] = useUrlState(place)
  const [edited, edit] = useState<StoredMenuItem | 'new'>()
  const isFull = (query.data?.items.length ?? 0) >= MOST_MENU_ITEMS
  const add = (
    <Button
      disabled={isFull}
      title={isFull ? `A menu can have at most ${MOST_MENU_ITEMS} items` : undefined}
      onClick={() => edit('new')}
    >
      New item
    </Button>
  )
  return (
    <Screen
      title="Menu"
      lead="The site's navigation: items, order, who sees them. Changes go live with the next build."
      actions={query.data && query.data.items.length > 0 && add}
    >
      <Shown query={query} what="the menu">
        {(menu) => (
          <>
            {menu.items.length === 0 ? (
              <Empty title="No items yet" action={add}>
                Until you add an item, the navigation bar shows only the Sign In button.
              </Empty>
            ) : (
              <MenuTable items={menu.items} bar={menu.bar} onEdit={edit} />
            )}
            <BarPreview menu={menu} viewer={as} onViewer={(kind) => set({ as: kind })} />
          </>
        )}
      </Shown>
      {edited && <ItemDialog item={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
    </Screen>
  )
}

type MenuTableProps = { items: readonly StoredMenuItem[]; bar: BarFacts; onEdit: (item: StoredMenuItem) => void }

/** Every item in the order of the bar, to move, switch off, edit and delete. */
function MenuTable({ items, bar, onEdit }: MenuTableProps) {
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
