import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for this many milliseconds, such as what was typed when typing paused. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}

/** What a search found, and the words it was asked for. */
type Found<Item> = { items: readonly Item[]; words: string | undefined }

const NOTHING = { items: [], words: undefined }

/**
 * What `search` finds for these words once typing has paused; nothing without words. Until then it is what it found before.
 * Only the answer to the newest words counts, and a search that fails finds nothing.
 */
export function useSearch<Item>(
  words: string | undefined,
  search: (words: string) => Promise<{ items: readonly Item[] }>,
  pause: number,
): Found<Item> {
  const asked = useSettled(words, pause)
  const [found, setFound] = useState<Found<Item>>(NOTHING)
  useEffect(() => {
    if (asked === undefined) return setFound(NOTHING)
    let isNewest = true
    const show = (items: readonly Item[]) => {
      if (isNewest) setFound({ items, words: asked })
    }
    search(asked).then(
      ({ items }) => show(items),
      () => show([]),
    )
    return () => {
      isNewest = false
    }
  }, [asked, search])
  return found
}
