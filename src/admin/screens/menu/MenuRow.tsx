import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BarFacts, StoredMenuItem } from '#src/contract/navigation.ts'
import { confirm } from '../../blocks/confirm.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { noteOf } from './item-notes.ts'
import { changeItem, deleteItem, menuQuery, showItem } from './menu-calls.ts'
import { SeenBy } from './SeenBy.tsx'

type MenuRowProps = {
  item: StoredMenuItem
  bar: BarFacts
  /** The cell that moves it. */
  order: ReactNode
  onEdit: () => void
}

/** One item: what it is and leads to, who sees it, and what can be done with it. */
export function MenuRow({ item, bar, order, onEdit }: MenuRowProps) {
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
