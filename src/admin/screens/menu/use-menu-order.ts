import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StoredMenuItem } from '#src/contract/navigation.ts'
import { useSave } from '../../blocks/use-save.ts'
import { menuQuery, orderItems } from './menu-calls.ts'

/** The list with the entry at `from` moved to `to`. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/**
 * The items in the order somebody wants, which is saved while they go on: one save at a time, the next one with whatever is
 * wanted by then. What the server does not take is not shown any longer.
 */
export function useMenuOrder(items: readonly StoredMenuItem[]) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[]>()
  const giveUp = () => {
    setWanted(undefined)
    void queries.invalidateQueries({ queryKey: menuQuery.queryKey })
    return false
  }
  const { mutate, isPending } = useSave({
    save: orderItems,
    done: 'Menu item updated',
    failed: 'Failed to update menu item',
    onDone: ({ item }) => queries.setQueryData(menuQuery.queryKey, (menu) => menu && { ...menu, items: item }),
    onStale: giveUp,
    onRefused: giveUp,
  })
  const from = items.map(({ id }) => id)
  const isSaved = wanted === undefined || wanted.join() === from.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `from` is made anew each time; its text says whether it changed
  useEffect(() => {
    if (wanted && !isSaved && !isPending) mutate({ ids: [...wanted], from })
  }, [wanted, isSaved, isPending, from.join()])
  const known = new Map(items.map((item) => [item.id, item]))
  const ordered = wanted?.flatMap((id) => known.get(id) ?? []) ?? []
  const shown = ordered.length === items.length ? ordered : items
  const move = (at: number, to: number) => setWanted(moved(shown, at, to).map(({ id }) => id))
  return { shown, move }
}
