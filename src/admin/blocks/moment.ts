const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** `Nov 21, 2026, 3:05 PM`, where the admin is. `at` is milliseconds since 1970, UTC. */
export function momentOf(at: number): string {
  return moment.format(at)
}

/** `just now`, `12 minutes ago`, `3 hours ago`, then the day. */
export function agoOf(at: number, now: number = Date.now()): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return plural(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return plural(Math.floor(age / HOUR), 'hour')
  return `on ${day.format(at)}`
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** `Thu, Jan 21, 2027` for a calendar day, which has no zone. */
export function dayOf(plainDay: string): string {
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
