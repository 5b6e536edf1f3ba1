import type { EventConfig } from './event.ts'
import { FALLBACK } from './fallback-copy.ts'
import type { PlainClock, PlainDay } from './instant.ts'
import { getPhases } from './phases.ts'
import { zoneName } from './wall-clock.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

/** `Thursday, January 21, 2027`. A plain day has no zone, so none can shift it. */
export function formatDay(day: PlainDay): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long' })

/** `January 2027` for `2027-01`. */
export function formatMonth(month: string): string {
  return monthFormat.format(Date.parse(`${month}-01T00:00:00Z`))
}

const shortDayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `Jan 21`, where space is short. */
export function formatShortDay(day: PlainDay): string {
  return shortDayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

/** `8:30 AM`. (product 9) */
export function formatClock(clock: PlainClock): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`
}

type Timetable = Pick<
  EventConfig,
  'eventDate' | 'eventTimeStart' | 'eventTimeEnd' | 'eventTimezone' | 'earlyBirdDeadline'
>

/** `8:30 AM - 3:45 PM Central Time`; an empty time shows the fallback. (product 2, 9) */
export function formatTimeRange(event: Timetable): string {
  const start = formatClock(event.eventTimeStart ?? FALLBACK.timeStart)
  const end = formatClock(event.eventTimeEnd ?? FALLBACK.timeEnd)
  return `${start} - ${end} ${zoneName(event.eventTimezone, getPhases(event).startsAt)}`
}

/** `Kansas City, Missouri`, one of the two, or nothing. */
export function formatCity(event: Pick<EventConfig, 'city' | 'state'>): string | undefined {
  return [event.city, event.state].filter(Boolean).join(', ') || undefined
}
