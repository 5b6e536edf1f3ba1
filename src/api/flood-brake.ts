import type { Instant } from '#src/contract/instant.ts'

/** Says whether one more call under `key` is within the allowance at `now`. */
export type FloodBrake = (key: string, now: Instant) => boolean

/**
 * Allows `most` calls per key in each window of `milliseconds`, counted in this process alone. It only softens floods of
 * what may be dropped without harm; a limit that protects somebody stands in the database. Never holds more than
 * `keys` keys: when full it forgets them all.
 */
export function floodBrake({ most, milliseconds, keys }: Record<'most' | 'milliseconds' | 'keys', number>): FloodBrake {
  const counts = new Map<string, number>()
  let windowEnds = Number.NEGATIVE_INFINITY
  return (key, now) => {
    if (now >= windowEnds || counts.size >= keys) {
      counts.clear()
      windowEnds = now + milliseconds
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  }
}
