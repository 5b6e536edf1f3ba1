import type { ForumPost, PostState } from '#src/contract/forum.ts'
import { postAnchor } from '#src/contract/forum-paths.ts'

const WORDS: Record<PostState, string> = {
  shown: 'This post is empty.',
  review: 'This post waits for a moderator.',
  hidden: 'A moderator took this post away.',
  deleted: 'Whoever wrote this post deleted it.',
}

/** The place of a post that is not shown, so that numbers and answers still make sense. */
export function PostGone({ post: { id, number, state } }: { post: ForumPost }) {
  return (
    <article id={postAnchor(number)} data-post={id} className="post post-gone">
      <p>
        <span className="num">{`#${number}`}</span> {WORDS[state]}
      </p>
    </article>
  )
}
