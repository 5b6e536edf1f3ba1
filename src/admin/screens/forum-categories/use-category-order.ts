import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminCategory } from '#src/contract/forum-moderation.ts'
import { useSave } from '../../blocks/use-save.ts'
import { moved } from '../menu/use-menu-order.ts'
import { categoriesQuery, orderCategories, showOrder } from './category-calls.ts'

/**
 * The categories in the order somebody wants, which is saved while they go on: one save at a time, the next one with whatever
 * is wanted by then. What the server does not take is not shown any longer.
 */
export function useCategoryOrder(items: readonly AdminCategory[]) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[]>()
  const giveUp = () => {
    setWanted(undefined)
    void queries.invalidateQueries({ queryKey: categoriesQuery.queryKey })
    return false
  }
  const { mutate, isPending } = useSave({
    save: orderCategories,
    done: 'Order saved',
    failed: 'Failed to order categories',
    onDone: (ordered) => showOrder(queries, ordered),
    onStale: giveUp,
    onRefused: giveUp,
  })
  const isSaved = wanted === undefined || wanted.join() === items.map(({ id }) => id).join()
  useEffect(() => {
    if (wanted && !isSaved && !isPending) mutate([...wanted])
  }, [wanted, isSaved, isPending, mutate])
  const known = new Map(items.map((item) => [item.id, item]))
  const ordered = wanted?.flatMap((id) => known.get(id) ?? []) ?? []
  const shown = ordered.length === items.length ? ordered : items
  const move = (at: number, to: number) => setWanted(moved(shown, at, to).map(({ id }) => id))
  return { shown, move }
}
