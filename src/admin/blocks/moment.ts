import { plural } from '#src/contract/plural.ts'
import { formatDate } from '#src/islands/format-instant.ts'

/** `Nov 21, 2026, 3:05 PM`, where the admin is. */
export { formatTime as formatMoment } from '#src/islands/format-instant.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * `Thu, Jan 21, 8:30 AM CST`: a moment in the time zone of an event. Midnight belongs to the day that ends there:
 * `Fri, Dec 11, end of day CST`.
 */
export function momentIn(timeZone: string, at: number): string {
  const named = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const parts = new Map(named.formatToParts(at).map(({ type, value }) => [type, value]))
  const isMidnight = parts.get('hour') === '12' && parts.get('minute') === '00' && parts.get('dayPeriod') === 'AM'
  const date = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  const clock = isMidnight ? 'end of day' : `${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod')}`
  return `${date.format(isMidnight ? at - 1 : at)}, ${clock} ${parts.get('timeZoneName')}`
}

/** For a column: `just now`, `12 min ago`, `3 hours ago`, then `Nov 21, 2026`. All have about the same width. */
export function formatAge(at: number, now: number = Date.now()): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${plural(Math.floor(age / HOUR), 'hour')} ago`
  return formatDate(at)
}

/** The same within a sentence: `sent 12 minutes ago`, `sent 3 hours ago`, `sent on Nov 21, 2026`. */
export function formatAgo(at: number, now: number = Date.now()): string {
  const age = now - at
  if (age >= MINUTE && age < HOUR) return `${plural(Math.floor(age / MINUTE), 'minute')} ago`
  return age < DAY ? formatAge(at, now) : `on ${formatAge(at, now)}`
}

/** `Thu, Jan 21, 2027` for a calendar day, which has no zone. */
export function getDay(plainDay: string): string {
  const [year = 0, month = 1, date = 1] = plainDay.split('-').map(Number)
  return calendarDay.format(Date.UTC(year, month - 1, date))
}

const calendarDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
