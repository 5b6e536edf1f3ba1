import { Temporal } from 'temporal-polyfill'

/** A weekday as ISO counts them. */
export const TUESDAY = 2
export const WEDNESDAY = 3
export const THURSDAY = 4
const FRIDAY = 5

/** Spans of the year, `MM-DD` to `MM-DD`, in which few companies send people to a workshop: Independence Day, Thanksgiving, the turn of the year. */
const CLOSED = [
  ['06-30', '07-08'],
  ['11-20', '11-30'],
  ['12-18', '12-31'],
  ['01-01', '01-05'],
] as const

/**
 * The `weekday` of the week that lies `weeks` from `now` (milliseconds) in `zone`, moved away from today past the weeks in
 * which nothing is held. Never today or tomorrow for two weeks or more, and later weeks never give earlier days.
 */
export function workday(now: number, zone: string, weeks: number, weekday: number): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  let day = today.add({ weeks }).add({ days: weekday - today.dayOfWeek })
  while (isClosed(day)) day = day.add({ weeks: Math.sign(weeks) })
  return day
}

function isClosed(day: Temporal.PlainDate): boolean {
  const inYear = day.toString().slice(5)
  return CLOSED.some(([from, to]) => from <= inYear && inYear <= to)
}

/** Last day of the early-bird price: the Friday of the week four weeks before, earlier still where that one is a holiday. */
export function fridayBefore(day: Temporal.PlainDate): Temporal.PlainDate {
  let friday = day.subtract({ weeks: 4 }).add({ days: FRIDAY - day.dayOfWeek })
  while (isClosed(friday)) friday = friday.subtract({ weeks: 1 })
  return friday
}
