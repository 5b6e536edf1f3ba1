import { DIGEST_HOUR } from '#src/contract/forum-mail.ts'
import type { ForumMail } from '#src/contract/forum-post.ts'
import type { Instant } from '#src/contract/instant.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Mail waits so long, in milliseconds: several replies become one mail, and one taken back at once becomes none. */
const MAIL_PAUSE = 2 * 60_000

/** The digest at this moment or the next one after it. UTC days are all alike, so no clock change moves it. */
export function digestFrom(at: Instant): Instant {
  const hour = DIGEST_HOUR * HOUR
  return Math.ceil((at - hour) / DAY) * DAY + hour
}

/** When news of `now` may go by mail, as their reader chose; null for never. */
export function mailDue(mail: ForumMail, now: Instant): Instant | null {
  if (mail === 'none') return null
  return mail === 'daily' ? digestFrom(now + 1) : now + MAIL_PAUSE
}
