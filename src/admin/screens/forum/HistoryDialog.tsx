import { useQuery } from '@tanstack/react-query'
import { PostHistory } from '#src/sections/forum/PostHistory.tsx'
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
          {(revisions) => <PostHistory revisions={revisions} say={momentOf} />}
        </Shown>
      </div>
    </Dialog>
  )
}
