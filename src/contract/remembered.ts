const KEPT = 10_000

/** `make`, which keeps what it made of up to 10,000 keys. A key one too many has it begin again from nothing. */
export function remembered<K extends string, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= KEPT) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}
