import type { ForumAuthor } from '#src/contract/forum.ts'
import { memberPath } from '#src/contract/forum-paths.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'

/** The author of a post, with a link to their page. A deleted account has no page. */
export function Author({ author }: { author: ForumAuthor }) {
  if (!author) return <span>{FORMER_MEMBER}</span>
  return (
    <>
      <a className="author" href={memberPath(author.username)}>
        {author.username}
      </a>
      {author.isStaff && <span className="staff">Staff</span>}
    </>
  )
}

/** A bolt head with the first letter of a name, in place of a face. */
export function AuthorMark({ author }: { author: ForumAuthor }) {
  return (
    <span aria-hidden="true" className={author?.isStaff ? 'hex hex-staff' : 'hex'}>
      {author ? [...author.username][0] : ''}
    </span>
  )
}
