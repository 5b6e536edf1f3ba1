import { z } from 'zod'

/** The default time zone of an event. (product 9) */
export const DEFAULT_TIME_ZONE = 'America/Chicago'

/** True for an IANA zone this runtime knows. Offsets such as `+05:00` are not zones: they know no daylight saving. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export const timeZoneSchema = z.string().max(64).refine(isTimeZone, 'Choose a time zone from the list')
