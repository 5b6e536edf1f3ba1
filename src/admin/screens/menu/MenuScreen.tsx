import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { ADD_TO_SET } from '#src/contract/change-subject.ts'
import { type BarFacts, MOST_MENU_ITEMS, type StoredMenuItem } from '#src/contract/navigation.ts'
import { Button } from '#src/ui/Button.tsx'
import { $added } from '../../blocks/AddToSet.tsx'
import { confirm } from '../../blocks/confirm.ts'
import type { Column } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { OrderedTable, useOrder } from '../../blocks/OrderedTable.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { Audience, BarPreview } from './BarPreview.tsx'
import { changeItem, deleteItem, getNote, menuQuery, orderItems, showItem, showItems } from './menu-items.ts'

const ItemDialog = lazyComponent(async () => (await import('./ItemDialog.tsx')).ItemDialog)

/** The items of the navigation bar, and the bar they make. (product 2) */
export function MenuScreen() {
  const query = useQuery(menuQuery)
  const [{ as = 'anonymous', edit: named }, set] = useUrlState('/admin/menu')
  const [opened, edit] = useState<StoredMenuItem | 'new'>()
  const edited = opened ?? query.data?.items.find(({ id }) => id === named)
  const close = () => {
    edit(undefined)
    if (named !== undefined) set({ edit: undefined })
  }
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
      {edited && <ItemDialog item={edited === 'new' ? undefined : edited} onClose={close} />}
    </Screen>
  )
}

/** What a row shows, in which the note depends on the bar. */
const columnsFor = (bar: BarFacts): readonly Column<StoredMenuItem>[] => [
  { header: 'Item', cell: (item) => <Label item={item} /> },
  { header: 'Address', cell: ({ href }) => href, className: 'font-mono text-[.8125rem]!', width: '16%' },
  { header: 'Note', cell: (item) => getNote(item, bar) ?? '', width: '16%', isMinor: true },
  { header: 'Visible to', cell: (item) => <Audience item={item} />, width: '18.5rem' },
  { header: 'Active', cell: (item) => <ActiveBox item={item} />, width: '4.5rem' },
]

type MenuTableProps = {
  items: readonly StoredMenuItem[]
  bar: BarFacts
  onEdit: (item: StoredMenuItem) => void
}

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
  const remove = useSave({
    save: deleteItem,
    done: 'Menu item deleted',
    failed: 'Failed to delete menu item',
    stale: [menuQuery.queryKey],
  })
  return (
    <OrderedTable
      caption="Menu items in navigation order"
      columns={columnsFor(bar)}
      rows={shown}
      getName={({ label }) => label}
      move={move}
      actions={(item) => [
        { label: 'Edit', run: () => onEdit(item) },
        { label: ADD_TO_SET, run: () => $added.set({ type: 'menu-item', id: item.id, label: item.label }) },
        { label: 'Delete', isDestructive: true, run: () => confirmLoss(item, () => remove.mutateAsync(item.id)) },
      ]}
    />
  )
}

function Label({ item: { label, isExternal } }: { item: StoredMenuItem }) {
  return (
    <span title={label}>
      <span className="font-semibold">{label}</span>
      {isExternal && (
        <span className="ml-1.5 inline-flex translate-y-0.5" title="Opens in a new tab">
          <ExternalLink aria-hidden="true" className="size-3.5" />
          <span className="sr-only">opens in a new tab</span>
        </span>
      )}
    </span>
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
    <label className="inline-flex min-h-10 cursor-pointer items-center align-middle lg:min-h-8">
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
