import type { ForumPost } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { counted } from './counted.ts'

/** What can be done with a post: its address for everybody, the rest once scripts run. */
export function PostActions({ post: { id, number, thankCount } }: { post: ForumPost }) {
  return (
    <div data-post-actions className="post-actions">
      <span data-thanks className="thanks-count">
        {thankCount > 0 && counted(thankCount, 'thanks', 'thanks')}
      </span>
      <button type="button" data-needs-js data-button="thank">
        Thank
      </button>
      <button type="button" data-needs-js data-button="reply">
        Reply
      </button>
      <button type="button" data-needs-js data-button="quote">
        Quote
      </button>
      <a href={postPath(id)}>Permalink</a>
      <button type="button" data-needs-js data-button="menu" aria-label={`More for post ${number}`}>
        More
      </button>
    </div>
  )
}
