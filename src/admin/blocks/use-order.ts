import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSave } from './use-save.ts'

type OrderParts<Answer> = {
  /** The ids in the order that is wanted, and in the order they are known to stand in. */
  save: (order: { ids: string[]; from: string[] }) => Promise<Answer>
  /** Shows the order that was saved at once, before anybody asks for it anew. */
  onSaved: (answer: Answer) => void
  /** What is asked for anew where the server does not take an order. */
  stale: QueryKey
  done: string
  failed: string
}

/** The list with the entry at `from` moved to `to`. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/**
 * The items in the order somebody wants, which is saved while they go on: one save at a time, the next one with whatever is
 * wanted by then. What the server does not take is not shown any longer.
 */
export function useOrder<Item extends { id: string }, Answer>(items: readonly Item[], parts: OrderParts<Answer>) {
  const queries = useQueryClient()
  const { save, onSaved, stale, done, failed } = parts
  const [wanted, setWanted] = useState<readonly string[]>()
  const giveUp = () => {
    setWanted(undefined)
    void queries.invalidateQueries({ queryKey: stale })
    return false
  }
  // An answer that was on its way while the order was saved shows the order before.
  const show = async (answer: Answer) => {
    await queries.cancelQueries({ queryKey: stale })
    onSaved(answer)
  }
  const { mutate, isPending } = useSave({ save, done, failed, onDone: show, onStale: giveUp, onRefused: giveUp })
  const from = items.map(({ id }) => id)
  const isSaved = wanted?.join() === from.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `from` is made anew each time; its text says whether it changed
  useEffect(() => {
    if (!wanted || isPending) return
    // What is saved is wanted no more: an entry that comes or goes later is no new order.
    if (isSaved) setWanted(undefined)
    else mutate({ ids: [...wanted], from })
  }, [wanted, isSaved, isPending, from.join()])
  const known = new Map(items.map((item) => [item.id, item]))
  const ordered = wanted?.flatMap((id) => known.get(id) ?? []) ?? []
  const shown = ordered.length === items.length ? ordered : items
  const move = (at: number, to: number) => setWanted(moved(shown, at, to).map(({ id }) => id))
  return { shown, move }
}
