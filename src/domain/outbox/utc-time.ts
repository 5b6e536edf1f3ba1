import type { Instant } from '#src/contract/instant.ts'

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A moment for people whose zone we do not know: `21 November 2026 at 14:05 UTC`. */
export function utcTime(at: Instant): string {
  return `${FORMAT.format(at)} UTC`
}
