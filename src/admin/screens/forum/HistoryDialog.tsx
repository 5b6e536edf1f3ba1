import { useQuery } from '@tanstack/react-query'
import type { PostRevision } from '#src/contract/forum-moderation.ts'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { revisionsQuery } from './forum-calls.ts'

/** How a post read before each of its changes. */
export function HistoryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(revisionsQuery(id))
  return (
    <Dialog isOpen title="History of this post" onClose={onClose}>
      <div className="mt-4">
        <Shown query={query} what="the history">
          {(revisions) =>
            revisions.length === 0 ? (
              <p>It reads as it was posted.</p>
            ) : (
              <ol className="grid gap-5">
                {revisions.map((revision) => (
                  <Revision key={revision.number} {...revision} />
                ))}
              </ol>
            )
          }
        </Shown>
      </div>
    </Dialog>
  )
}

function Revision({ title, html, editor, reason, createdAt }: PostRevision) {
  return (
    <li className="min-w-0 border-line border-t pt-3 leading-snug [overflow-wrap:anywhere]">
      <p className="text-[.9375rem] text-soft">
        Changed by {editor?.username ?? 'someone who left'}, {momentOf(createdAt)}
        {reason && `: ${reason}`}. Before, it read:
      </p>
      {title && <p className="mt-2 font-semibold">{title}</p>}
      <PostBody html={html} />
    </li>
  )
}
