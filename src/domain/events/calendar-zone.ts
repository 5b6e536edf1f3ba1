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

/** What the library says, asked once: it reads a zone's text anew at every question, and a build asks for each event twice. */
const offsets = new Map<string, string>()
const blocks = new Map<string, string>()

function offsetOf(zone: string, day: string, clock: string): string {
  const question = `${zone} ${day} ${clock}`
  const offset = offsets.get(question) ?? tzlib_get_offset(zone, day, clock)
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
  const clock = there.toPlainTime().toString({ smallestUnit: 'minute' })
  const offset = offsetOf(zone, there.toPlainDate().toString(), clock)
  return offset === there.offset.replace(':', '') && isUnique(there.toPlainDateTime(), zone)
}

/** True if the wall clock shows this time once that day. */
function isUnique(wall: Temporal.PlainDateTime, zone: string): boolean {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return first.equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }))
}
