import type { ForumMail } from './forum-post.ts'
import type { Instant } from './instant.ts'

/** The hour at which the forum's daily email is sent, in UTC. */
export const DIGEST_HOUR = 7

/** How the settings name each choice. */
export const FORUM_MAIL_WORDS = {
  at_once: 'Within a few minutes',
  daily: 'Once a day',
  none: 'Never',
} as const satisfies Record<ForumMail, string>

/** When the daily email is sent on the day of `now`, in this time zone or in the browser's: `2:00 AM`. */
export function digestTime(now: Instant, timeZone?: string): string {
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', ...(timeZone && { timeZone }) })
  return clock.format(new Date(now).setUTCHours(DIGEST_HOUR, 0, 0, 0)).replace('\u202f', ' ')
}
