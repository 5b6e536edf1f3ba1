import { forumDateTime, forumDay, forumMoment } from '#src/contract/forum-time.ts'
import type { Instant } from '#src/contract/instant.ts'

/** A day, with the exact time in its title. */
export function Moment({ at }: { at: Instant }) {
  return (
    <time dateTime={forumDateTime(at)} title={forumMoment(at)}>
      {forumDay(at)}
    </time>
  )
}
