/** A map that holds `most` entries at most and forgets the oldest ones beyond that. */
export type BoundedStore<T> = {
  get: (name: string) => T | undefined
  set: (name: string, entry: T) => void
  delete: (name: string) => void
  size: () => number
}

/**
 * Two generations: when the young one is full it becomes the old one, and what was old is forgotten at once. Taking out the
 * oldest entry of one map one by one gets slow, because V8 walks past all that were taken out before.
 */
export function boundedStore<T>(most: number): BoundedStore<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  return {
    get: (name) => young.get(name) ?? old.get(name),
    set: (name, entry) => {
      old.delete(name)
      if (young.size >= most / 2 && !young.has(name)) {
        old = young
        young = new Map()
      }
      young.set(name, entry)
    },
    delete: (name) => {
      young.delete(name)
      old.delete(name)
    },
    size: () => young.size + old.size,
  }
}
