import { useQueryClient } from '@tanstack/react-query'
import type { StoredMenuItem } from '#src/contract/navigation.ts'
import { useSave } from '../../blocks/use-save.ts'
import { changeItem, menuQuery, showItem } from './menu-calls.ts'

/** Switches an item on and off. While a change is on its way it shows what was wished for. */
export function ActiveBox({ item }: { item: StoredMenuItem }) {
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
