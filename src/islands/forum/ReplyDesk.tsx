import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Viewer } from '#src/contract/viewer.ts'
import { mine } from './forum.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Standing } from './Standing.tsx'

type ReplyDeskProps = { topicId: string; viewer: Viewer; say: (news: string) => void }

/** Where this viewer replies, or why not. Whoever waits for approval may write already; what they wrote is kept. */
export function ReplyDesk({ topicId, viewer, say }: ReplyDeskProps) {
  const own = useStore(mine.$mine)
  const isApproved = viewer.approval === 'approved'
  if (own?.isLocked) return isSaidByPage() ? null : <p role="status">{own.closedBecause}</p>
  return (
    <ReplyForm topicId={topicId} mayPost={isApproved} say={say}>
      {isApproved ? <Pause because={own?.closedBecause ?? null} /> : <Standing />}
    </ReplyForm>
  )
}

/** The page itself says that a topic is locked, unless it was locked since. */
const isSaidByPage = () => document.querySelector('[data-forum-desk][data-locked]') !== null

/** What slow mode says. It may have passed since: the server has the last word. */
function Pause({ because }: { because: string | null }): ReactNode {
  return because !== null && <p role="status">{because}</p>
}
