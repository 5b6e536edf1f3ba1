import { type ForumPost, POST_GONE } from '#src/contract/forum.ts'
import { postAnchor } from '#src/contract/forum-paths.ts'

/** The place of a post that is not shown, so that numbers and answers still make sense. */
export function PostGone({ post: { id, number, state } }: { post: ForumPost }) {
  return (
    <article id={postAnchor(number)} data-post={id} className="post post-gone">
      <p>
        <span className="num">{`#${number}`}</span> {POST_GONE[state]}
      </p>
    </article>
  )
}
