import type { Instant } from './instant.ts'

/** The title of the warnings about mail on the dashboard. */
export const MAIL_ALERTS_TITLE = 'Email has a problem'

/** A warning about mail that lasts. Owners were sent a text message when it began. */
export type MailAlert = {
  /** `queue-age`, `failures`, or a check of the sending domain such as `dns:spf`. */
  key: string
  sentence: string
  since: Instant
}

/** True for a warning about the sending domain. */
export function isDomainAlert({ key }: MailAlert): boolean {
  return key.startsWith('dns:')
}

/** What there was of mail in the last 24 hours, and how much of it could not be delivered. */
export type MailOutcome = { total: number; failed: number }

const LEAST_FAILED = 5
const LEAST_SHARE = 0.1

/**
 * True if so much mail of a day fails that somebody should look: at least one in ten, and at least five. One address that no longer
 * exists is a large share of a quiet day. (decision 0055)
 */
export function failsTooOften({ total, failed }: MailOutcome): boolean {
  return failed >= LEAST_FAILED && failed >= total * LEAST_SHARE
}

/** How long a message may wait until somebody should look, in milliseconds. */
export const LONGEST_MAIL_WAIT = 3_600_000
