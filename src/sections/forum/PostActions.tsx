import type { ForumPost } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { counted } from './counted.ts'

/** What can be done with a post: its address for everybody, the rest once scripts run. */
export function PostActions({ post: { id, number, thankCount } }: { post: ForumPost }) {
  return (
    <div data-post-actions className="acts">
      <span data-thanks className="thanked">
        {thankCount > 0 && counted(thankCount, 'thanks', 'thanks')}
      </span>
      <button type="button" data-needs-js data-act="thank">
        Thank
      </button>
      <button type="button" data-needs-js data-act="reply">
        Reply
      </button>
      <button type="button" data-needs-js data-act="quote">
        Quote
      </button>
      <a href={postPath(id)}>Permalink</a>
      <button type="button" data-needs-js data-act="menu" aria-label={`More for post ${number}`}>
        More
      </button>
    </div>
  )
}
