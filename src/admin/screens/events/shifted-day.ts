import type { PlainDay } from '#src/contract/instant.ts'

const DAY = 86_400_000
const at = (day: PlainDay) => Date.parse(`${day}T00:00:00Z`)

/** A day, as many days later or earlier as `to` is than `from`; undefined while `to` is no day. */
export function shiftedDay(day: PlainDay, from: PlainDay, to: string): PlainDay | undefined {
  const moved = at(day) + at(to) - at(from)
  return Number.isNaN(moved) ? undefined : new Date(moved).toISOString().slice(0, 10)
}

/** How many days the first is before the second. */
export function daysBefore(day: PlainDay, other: PlainDay): number {
  return Math.round((at(other) - at(day)) / DAY)
}
