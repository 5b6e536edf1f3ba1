import { Temporal } from 'temporal-polyfill'
import type { Instant } from '#src/contract/instant.ts'

/** `2027-01-21T08:30:00-06:00`: the moment as a clock on the wall there shows it. */
export function withOffset(at: Instant, zone: string): string {
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return there.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
