import type { Instant } from './instant.ts'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

const MOMENTS = new Intl.DateTimeFormat('en-US', {
  ...({ year: 'numeric', month: 'short', day: 'numeric', timeZone: DEFAULT_TIME_ZONE } as const),
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/**
 * A moment for people whose zone we do not know, or who have to agree on one, by the zone that most of our events are in:
 * `Nov 21, 2026, 8:05 AM CST`.
 */
export function formatSiteTime(at: Instant): string {
  return MOMENTS.format(at).replace('\u202f', ' ')
}
