import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import type { Instant } from '#src/contract/instant.ts'

const known = new Set([tzlib_get_timezones()].flat())

/**
 * The zone to write times in, or null for UTC, which every calendar turns into the reader's own time. UTC it is where a zone
 * would mislead: the blocks of timezones-ical-library hold a zone's present rule only (Casablanca in Ramadan and Vancouver
 * before 2026 had another), and readers disagree about which half of a repeated hour is meant.
 */
export function calendarZone(zone: string, instants: readonly Instant[]): string | null {
  return known.has(zone) && instants.every((at) => agrees(zone, at)) ? zone : null
}

/** What the library said: it reads a zone's text anew at every question. */
const offsets = new Map<string, string>()
const blocks = new Map<string, string>()

/** The library's offset on a wall clock. Its zones change clocks once a year each way, and never twice in one month. */
function offsetOf(zone: string, wall: Temporal.PlainDateTime): string {
  const midnight = wall.with({ day: 1 }).withPlainTime()
  const offset = askOffset(zone, midnight)
  return offset === askOffset(zone, midnight.add({ months: 1 })) ? offset : askOffset(zone, wall)
}

function askOffset(zone: string, wall: Temporal.PlainDateTime): string {
  const clock = wall.toPlainTime().toString({ smallestUnit: 'minute' })
  const question = `${zone} ${wall.toPlainDate()} ${clock}`
  const offset = offsets.get(question) ?? tzlib_get_offset(zone, wall.toPlainDate().toString(), clock)
  offsets.set(question, offset)
  return offset
}

/** The VTIMEZONE component of a zone that `calendarZone` gave, under the very name that the events use: the library names an alias's target. */
export function zoneBlock(zone: string): string {
  const block = blocks.get(zone) ?? [tzlib_get_ical_block(zone)].flat()[0] ?? ''
  blocks.set(zone, block)
  return block.replace(/^TZID:.*$/m, () => `TZID:${zone}`)
}

function agrees(zone: string, at: Instant): boolean {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const wall = there.toPlainDateTime()
  return offsetOf(zone, wall) === there.offset.replace(':', '') && isUnique(wall, zone)
}

/** True if the wall clock shows this time once that day. */
function isUnique(wall: Temporal.PlainDateTime, zone: string): boolean {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return first.equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }))
}
