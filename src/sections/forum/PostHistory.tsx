import type { PostRevision } from '#src/contract/forum-moderation.ts'
import type { Instant } from '#src/contract/instant.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { PostBody } from './PostBody.tsx'

type PostHistoryProps = {
  revisions: readonly PostRevision[]
  /** Formats an instant for the reader. */
  say: (at: Instant) => string
}

/** How a post read before each of its changes, the newest first. */
export function PostHistory({ revisions, say }: PostHistoryProps) {
  if (revisions.length === 0) return <p>This post has not been edited.</p>
  return (
    <ol className="grid gap-5">
      {revisions.map((revision) => (
        <Revision key={revision.number} revision={revision} say={say} />
      ))}
    </ol>
  )
}

function Revision({ revision, say }: { revision: PostRevision; say: PostHistoryProps['say'] }) {
  const { title, html, editor, reason, createdAt } = revision
  return (
    <li className="min-w-0 border-line border-t pt-3 leading-snug [overflow-wrap:anywhere]">
      <p className="text-[.9375rem] text-soft">
        Edited by {editor?.username ?? `a ${FORMER_MEMBER.toLowerCase()}`}, {say(createdAt)}
        {reason && `, reason: “${reason}”`}
      </p>
      <p className="mt-2 text-[.9375rem] text-soft">Previous version:</p>
      {title && <p className="mt-2 font-semibold">{title}</p>}
      <PostBody html={html} />
    </li>
  )
}
