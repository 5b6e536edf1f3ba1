import type { ReactNode } from 'react'
import type { ForumPost } from '#src/contract/forum.ts'
import { postAnchor, postPath } from '#src/contract/forum-paths.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { Author, AuthorMark } from './Author.tsx'
import { Moment } from './Moment.tsx'
import { PostActions } from './PostActions.tsx'
import { PostBody } from './PostBody.tsx'
import { PostGone } from './PostGone.tsx'

type PostCardProps = {
  post: ForumPost
  /** Username of the author of the topic, whose posts are marked. */
  starter?: string | undefined
  /** True if the post with this number is on the same page. */
  isNear?: ((number: number) => boolean) | undefined
  /** In place of what the server offers below a post. */
  actions?: ReactNode
}

/** A post with everything that belongs to it; of one that is not shown, its place. */
export function PostCard({ post, starter, isNear, actions }: PostCardProps) {
  if (post.state !== 'shown' && post.html === '') return <PostGone post={post} />
  const { id, number, author, html, isSolution } = post
  return (
    <article
      id={postAnchor(number)}
      data-post={id}
      aria-labelledby={`by-${number}`}
      className={isSolution ? 'post post-solution' : 'post'}
    >
      <AuthorMark author={author} />
      <header>
        <h2 id={`by-${number}`} className="post-by">
          <Author author={author} />
          {starter !== undefined && number > 1 && author?.username === starter && <span className="tag">Asked</span>}
        </h2>
        <PostFacts post={post} isNear={isNear} />
      </header>
      <div className="post-content">
        {isSolution && <p className="label solution-mark">This solved it</p>}
        <PostBody html={html} />
        {actions ?? <PostActions post={post} />}
      </div>
    </article>
  )
}

function PostFacts({ post, isNear }: Pick<PostCardProps, 'post' | 'isNear'>) {
  const { id, number, replyTo, createdAt, editedAt, isEditedByStaff } = post
  return (
    <p className="meta">
      <a href={postPath(id)} className="num">{`#${number}`}</a>
      <Moment at={createdAt} />
      {editedAt !== null && (
        <span>
          {isEditedByStaff ? 'edited by a moderator ' : 'edited '}
          <Moment at={editedAt} />
        </span>
      )}
      {replyTo && (
        <a href={isNear?.(replyTo.number) ? `#${postAnchor(replyTo.number)}` : postPath(replyTo.id)}>
          {`in reply to ${replyTo.author?.username ?? `a ${FORMER_MEMBER.toLowerCase()}`}, #${replyTo.number}`}
        </a>
      )}
    </p>
  )
}
