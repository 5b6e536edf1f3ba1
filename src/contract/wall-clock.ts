import type { Instant, PlainClock, PlainDay } from './instant.ts'
import { remembered } from './remembered.ts'

const DAY = 86_400_000

/** Converting a wall-clock time to an instant costs some 50 µs, and lists convert the same ones repeatedly. */
const toInstant = remembered((wallAndZone: string) => {
  const [wall = '', zone = ''] = wallAndZone.split(' ')
  return firstAt(wallMillis(wall), zone)
})

const getNextDay = remembered((dayAndZone: string) => {
  const [day = '', zone = ''] = dayAndZone.split(' ')
  const midnight = wallMillis(`${day}T00:00`) + DAY
  const { valid, before } = instantsAt(midnight, zone)
  // Where midnight is skipped the day begins when the clock jumps.
  return valid ?? changeAfter(midnight - before - DAY, before, zone)
})

/**
 * The moment a zone's clock shows `day` and `clock`. A time the clock skips moves forward, a repeated one is the first
 * (Temporal's `compatible` rule).
 */
export function instantAt(day: PlainDay, clock: PlainClock, zone: string): Instant {
  return toInstant(`${day}T${clock} ${zone}`)
}

/** The day `days` after this one on the calendar; before it where they are negative. */
export function addDays(day: PlainDay, days: number): PlainDay {
  return new Date(wallMillis(`${day}T00:00`) + days * DAY).toISOString().slice(0, 10)
}

/** How many days `to` is after `from` on the calendar; negative where it is before. */
export function daysBetween(from: PlainDay, to: PlainDay): number {
  return (Date.parse(to) - Date.parse(from)) / DAY
}

/** The first instant of the day after `day` in `zone`; some days have no midnight. */
export function startOfDayAfter(day: PlainDay, zone: string): Instant {
  return getNextDay(`${day} ${zone}`)
}

const getDayFormat = remembered(
  (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

/**
 * The moments at which a zone's clock shows `day` and `clock`: usually one, two where the clock is set back over it, none where it
 * is set forward over it.
 */
export function momentsAt(day: PlainDay, clock: PlainClock, zone: string): Instant[] {
  return instantsAt(wallMillis(`${day}T${clock}`), zone).all
}

/** The date on the calendar of `zone` at `now`. */
export function dayIn(zone: string, now: Instant): PlainDay {
  return getDayFormat(zone).format(now)
}

const getZoneFormat = remembered(
  (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }),
)

/** The zone in words at that moment, such as `Central Time`. */
export function zoneName(zone: string, at: Instant): string {
  const parts = getZoneFormat(zone).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Milliseconds a clock in UTC would show this at. Throws for a day or time that does not exist. */
function wallMillis(wall: string): number {
  const millis = Date.parse(`${wall}Z`)
  // JavaScript engines read 2026-02-30 as the second of March.
  if (Number.isNaN(millis) || !new Date(millis).toISOString().startsWith(wall))
    throw new RangeError(`No moment: ${wall}`)
  return millis
}

const getClockFormat = remembered(
  (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

/** How far ahead of UTC the zone's clock is at a moment, in milliseconds. */
function offsetAt(at: Instant, zone: string): number {
  // Swedish has the order of ISO 8601: `2026-11-21 13:30:00`.
  const shown = getClockFormat(zone).format(at).padStart('2026-11-21 13:30:00'.length, '0')
  const wall = Date.parse(`${shown.replace(' ', 'T')}Z`)
  return wall - (at - (((at % 1_000) + 1_000) % 1_000))
}

/** The moments the zone's clock shows `wall`, the first of them, and how far ahead of UTC it was the day before. */
function instantsAt(wall: number, zone: string): { all: Instant[]; valid: Instant | undefined; before: number } {
  const before = offsetAt(wall - DAY, zone)
  const offsets = [before, offsetAt(wall + DAY, zone)]
  const valid = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at, zone) === wall)
  const all = [...new Set(valid)].sort((a, b) => a - b)
  return { all, valid: all[0], before }
}

function firstAt(wall: number, zone: string): Instant {
  const { valid, before } = instantsAt(wall, zone)
  return valid ?? wall - before
}

/** The moment within two days of `from` at which the zone's clock stops being `offset` ahead, to the second. */
function changeAfter(from: Instant, offset: number, zone: string): Instant {
  let [last, first] = [from, from + 2 * DAY]
  while (first - last > 1_000) {
    const middle = Math.floor((last + first) / 2_000) * 1_000
    if (offsetAt(middle, zone) === offset) last = middle
    else first = middle
  }
  return first
}
