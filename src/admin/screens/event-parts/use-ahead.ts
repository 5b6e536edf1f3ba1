import { useEffect, useState } from 'react'

/** Longer than the next look at the list takes, in milliseconds. */
const MOMENT = 150

/**
 * A list that shows its new order in the very render in which an entry is let go; the change itself is seen a moment later,
 * and the entry would jump back in between.
 */
export function useAhead<Item extends { id: string }>(
  items: readonly Item[],
): [readonly Item[], (next: Item[]) => void] {
  const [ahead, setAhead] = useState<{ from: string; next: Item[] }>()
  useEffect(() => {
    if (!ahead) return
    const timer = setTimeout(() => setAhead(undefined), MOMENT)
    return () => clearTimeout(timer)
  }, [ahead])
  const order = items.map(({ id }) => id).join()
  return [ahead?.from === order ? ahead.next : items, (next) => setAhead({ from: order, next })]
}
