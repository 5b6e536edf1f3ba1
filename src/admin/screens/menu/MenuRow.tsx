import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BarFacts, StoredMenuItem } from '#src/contract/navigation.ts'
import { confirm } from '../../blocks/confirm.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { ActiveBox } from './ActiveBox.tsx'
import { noteOf } from './item-notes.ts'
import { deleteItem, menuQuery } from './menu-calls.ts'
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
