import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { type BarFacts, MOST_MENU_ITEMS, type StoredMenuItem, VIEWER_KINDS } from '#src/contract/navigation.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { OrderedTable, useOrder } from '../../blocks/OrderedTable.tsx'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { BarPreview, SeenBy } from './BarPreview.tsx'
import { changeItem, deleteItem, menuQuery, noteOf, orderItems, showItem, showItems } from './menu-items.ts'

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

type MenuRowProps = {
  item: StoredMenuItem
  bar: BarFacts
  /** The cell that moves it. */
  order: ReactNode
  onEdit: () => void
}

/** One item: what it is and leads to, who sees it, and what can be done with it. */
function MenuRow({ item, bar, order, onEdit }: MenuRowProps) {
  const remove = useSave({
    save: () => deleteItem(item.id),
    done: 'Menu item deleted',
    failed: 'Failed to delete menu item',
    stale: [menuQuery.queryKey],
  })
  const actions = [
    { label: 'Edit', run: onEdit },
    { label: 'Delete', isDestructive: true, run: () => confirmLoss(item, () => remove.mutateAsync(undefined)) },
  ]
  return (
    <tr>
      <td>
        <What item={item} note={noteOf(item, bar)} />
      </td>
      <td data-label="Visible to">
        <SeenBy item={item} />
      </td>
      <td data-label="Active">
        <ActiveBox item={item} />
      </td>
      {order}
      <td className="admin-table-actions">
        <RowMenu name={item.label} actions={actions} />
      </td>
    </tr>
  )
}

function What({ item: { label, href, isExternal }, note }: { item: StoredMenuItem; note: string | undefined }) {
  return (
    <>
      <span className="font-semibold">{label}</span>
      <span className="block break-all font-mono text-[.8125rem] text-soft">
        {href}
        {isExternal && (
          <span className="ml-1.5 inline-flex translate-y-0.5" title="Opens in a new tab">
            <ExternalLink aria-hidden="true" className="size-3.5" />
            <span className="sr-only">opens in a new tab</span>
          </span>
        )}
      </span>
      {note && <span className="mt-1 block text-[.875rem] text-soft">{note}</span>}
    </>
  )
}

function confirmLoss({ label, href, isActive }: StoredMenuItem, act: () => Promise<unknown>): void {
  confirm({
    title: 'Delete menu item?',
    message: (
      <>
        <p className="[overflow-wrap:anywhere]">
          <b>{label}</b> ({href}) will be permanently deleted from the menu.
        </p>
        {isActive && (
          <p>It disappears from the site with the next build. To hide it temporarily, turn it off instead.</p>
        )}
      </>
    ),
    label: 'Delete menu item',
    busyLabel: 'Deleting...',
    act,
  })
}

/** Switches an item on and off. While a change is on its way it shows what was wished for. */
function ActiveBox({ item }: { item: StoredMenuItem }) {
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useSave({
    save: (isActive: boolean) => changeItem(item.id, { version: item.version, isActive }),
    done: 'Menu item updated',
    failed: 'Failed to update menu item',
    onDone: (answer) => showItem(queries, answer.item),
    onStale: () => {
      void queries.invalidateQueries({ queryKey: menuQuery.queryKey })
      return false
    },
  })
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center align-middle">
      <input
        type="checkbox"
        checked={isPending ? variables : item.isActive}
        onChange={({ target }) => {
          if (!isPending) mutate(target.checked)
        }}
        className="size-6 cursor-pointer accent-(--tick)"
      />
      <span className="sr-only">Active: {item.label}</span>
    </label>
  )
}
