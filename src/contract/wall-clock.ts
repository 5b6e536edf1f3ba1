import { Temporal } from 'temporal-polyfill'
import type { Instant, PlainClock, PlainDay } from './instant.ts'

/** Turning a wall clock into an instant costs some 50 µs, and a list asks for the same ones again and again. */
const KEPT = 10_000

function remembered<K extends string, T>(make: (key: K) => T): (key: K) => T {
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

const instantOf = remembered((wallAndZone: string) => {
  const [wall = '', zone = ''] = wallAndZone.split(' ')
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds
})

const nextDayOf = remembered((dayAndZone: string) => {
  const [day = '', zone = ''] = dayAndZone.split(' ')
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
})

/**
 * The moment a zone's clock shows `day` and `clock`. A time the clock skips moves forward, a repeated one is the first
 * (Temporal's `compatible` rule).
 */
export function instantAt(day: PlainDay, clock: PlainClock, zone: string): Instant {
  return instantOf(`${day}T${clock} ${zone}`)
}

/** The first instant of the day after `day` in `zone`; some days have no midnight. */
export function startOfDayAfter(day: PlainDay, zone: string): Instant {
  return nextDayOf(`${day} ${zone}`)
}

const dayFormatOf = remembered(
  (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/** The date on the calendar of `zone` at `now`. */
export function dayIn(zone: string, now: Instant): PlainDay {
  return dayFormatOf(zone).format(now)
}

const zoneFormatOf = remembered(
  (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }),
)

/** The zone in words at that moment, such as `Central Time`. */
export function zoneName(zone: string, at: Instant): string {
  const parts = zoneFormatOf(zone).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}
