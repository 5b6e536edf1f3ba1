import type { Instant } from './instant.ts'

/**
 * How many days, today among them, are left until the midnight `ends` on the calendar of `zone`: 1 on the last day, also where a day
 * has 23 or 25 hours. Small, since the script of every page has it.
 */
export function daysLeft(ends: Instant, now: Instant, zone: string): number {
  const day = (at: Instant) => Date.parse(new Date(at).toLocaleDateString('sv', { timeZone: zone }))
  return (day(ends - 1) - day(now)) / 864e5 + 1
}
