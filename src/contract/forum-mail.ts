import type { ForumMail } from './forum-post.ts'

/** The hour at which the daily mail of the forum goes, in UTC. */
export const DIGEST_HOUR = 7

/** How the settings name each choice. */
export const FORUM_MAIL_WORDS = {
  at_once: 'Within a few minutes',
  daily: `Once a day, at ${String(DIGEST_HOUR).padStart(2, '0')}:00 UTC`,
  none: 'Never',
} as const satisfies Record<ForumMail, string>
