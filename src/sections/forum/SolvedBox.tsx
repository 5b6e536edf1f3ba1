import type { ReactNode } from 'react'
import type { ForumAuthor, ForumPost, TopicPage } from '#src/contract/forum.ts'
import { postAnchor, postPath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { PostBody } from './PostBody.tsx'

/** Links from the top of a solved topic to its solution, and shows the solution if it is on another page. */
export function SolvedBox({ page: { posts, solution, opening } }: { page: TopicPage }) {
  const near = posts.find(({ isSolution }) => isSolution)
  const found = near ?? solution
  if (!found || found.id === opening.id) return null
  return (
    <SolvedBy {...found} href={near ? `#${postAnchor(near.number)}` : postPath(found.id)}>
      {!near && <Answer post={found} />}
    </SolvedBy>
  )
}

type SolvedByProps = { author: ForumAuthor; number: number; href: string; children?: ReactNode }

/** Who solved a topic, and the way to how. */
export function SolvedBy({ author, number, href, children }: SolvedByProps) {
  return (
    <div className="solved-box">
      <p>
        <b className="label">Solved</b> by <Author author={author} />{' '}
        <a href={href}>{`Go to the answer, #${number}`}</a>
      </p>
      {children}
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
