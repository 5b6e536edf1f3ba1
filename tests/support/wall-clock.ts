import fc from 'fast-check'
import type { Instant } from '#src/contract/instant.ts'

/** Every IANA zone this runtime knows. */
const zones = Intl.supportedValuesOf('timeZone')

const HOUR = 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Date and time of a zone's wall clock as sortable text, `2027-01-21T08:30:00`, by Intl alone. */
export function wallClock(zone: string, at: Instant): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(at).replace(' ', 'T')
}

/** The plain way to the first instant of the day after `day`: walk forward by the minute until the date has changed. */
export function naiveStartOfNextDay(day: string, zone: string): Instant {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`)
  let at = midnightUtc - 16 * HOUR
  while (wallClock(zone, at).slice(0, 10) <= day) at += HOUR
  at -= HOUR
  while (wallClock(zone, at).slice(0, 10) <= day) at += 60_000
  return at
}

/** The plain way to a wall-clock time: the first minute that shows it, or the first after it when the clock skips it. */
export function naiveInstant(wall: string, zone: string): Instant {
  const guess = Date.parse(`${wall}Z`)
  let at = guess - 16 * HOUR
  while (wallClock(zone, at + HOUR) < wall) at += HOUR
  while (wallClock(zone, at) < wall) at += 60_000
  return at
}

const anyDay = fc
  .integer({ min: Date.UTC(2025, 0, 1) / 86_400_000, max: Date.UTC(2031, 0, 1) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

/** Days on which some zone's clock jumps, midnight jumps included; drawn as often as ordinary days. */
const jumpDay = fc.constantFrom(
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2026-09-06',
  '2026-04-05',
  '2026-10-04',
  '2026-04-04',
  '2027-03-14',
)

export const day = fc.oneof(anyDay, jumpDay)
export const zone = fc.oneof(
  fc.constantFrom(...zones),
  fc.constantFrom(
    'America/Chicago',
    'America/Santiago',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'America/Havana',
    'Asia/Beirut',
  ),
)
