import type { TimePlace } from '#db/time-place.ts'

const DAY_MICROS = 86_400_000_000
const MONTH_DAYS = 32
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** A day, or so many days as a month has in the index of terms, and the term by which the index knows its posts. */
export type SearchWindow = { term: string; lastDay: number; isDay: boolean }

/** The day of a moment in microseconds, in UTC, counted from 1970. */
export const dayOf = (micros: number) => Math.floor(micros / DAY_MICROS)

/**
 * Everything from one day back to another, the latest first: the days of the first one's month, then the months before it.
 * Their terms are those of `forum_terms` in the database.
 */
export function windowsBack(from: number, oldest: number): SearchWindow[] {
  const month = monthOf(from)
  const days = countDown(from, Math.max(month * MONTH_DAYS, oldest))
  const months = countDown(month - 1, monthOf(oldest))
  return [
    ...days.map((day) => ({ term: ` D${day}`, lastDay: day, isDay: true })),
    ...months.map((one) => ({ term: ` M${one}`, lastDay: (one + 1) * MONTH_DAYS - 1, isDay: false })),
  ]
}

/** The place that all posts later than a window stand before, and its own behind. */
export const endOf = ({ lastDay }: SearchWindow): TimePlace => [(lastDay + 1) * DAY_MICROS, LOWEST_ID]

const monthOf = (day: number) => Math.floor(day / MONTH_DAYS)

function countDown(from: number, to: number): number[] {
  return Array.from({ length: Math.max(from - to + 1, 0) }, (_, n) => from - n)
}
