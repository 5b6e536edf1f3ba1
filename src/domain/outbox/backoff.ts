const MINUTE = 60_000
const PAUSES = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE)

/** After so many failed tries a message is dead. (security OB4) */
export const MOST_TRIES = 8

/** Milliseconds from a failed try to the next: 1 m, 5 m, 30 m, 2 h, then 12 h each. Null after the last one. (security OB4) */
export function pauseAfter(tries: number): number | null {
  if (tries >= MOST_TRIES) return null
  return PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE
}
