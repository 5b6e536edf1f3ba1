import { forumDateTime, forumDay, forumMoment } from '#src/contract/forum-time.ts'
import type { Instant } from '#src/contract/instant.ts'

/** A day as everybody reads it; the minute stands behind it. */
export function Moment({ at }: { at: Instant }) {
  return (
    <time dateTime={forumDateTime(at)} title={forumMoment(at)}>
      {forumDay(at)}
    </time>
  )
}
