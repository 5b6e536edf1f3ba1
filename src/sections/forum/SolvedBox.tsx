import type { ForumPost, TopicPage } from '#src/contract/forum.ts'
import { postAnchor, postPath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { PostBody } from './PostBody.tsx'

/** Leads from the top of a solved topic to what solved it, and shows it where it stands on another page. */
export function SolvedBox({ page: { posts, solution, opening } }: { page: TopicPage }) {
  const near = posts.find(({ isSolution }) => isSolution)
  const found = near ?? solution
  if (!found || found.id === opening.id) return null
  return (
    <div className="solved-box">
      <p>
        <b className="label">Solved</b> by <Author author={found.author} />{' '}
        <a href={near ? `#${postAnchor(near.number)}` : postPath(found.id)}>{`Go to the answer, #${found.number}`}</a>
      </p>
      {!near && <Answer post={found} />}
    </div>
  )
}

function Answer({ post: { html } }: { post: ForumPost }) {
  return (
    <details>
      <summary>Read it here</summary>
      <PostBody html={html} />
    </details>
  )
}
