import type { Instant } from '#src/contract/instant.ts'

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A moment for people whose zone we do not know: `Nov 21, 2026, 2:05 PM UTC`. */
export function utcTime(at: Instant): string {
  return `${FORMAT.format(at).replace('\u202f', ' ')} UTC`
}
