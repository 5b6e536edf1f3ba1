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
  const closed = own?.closedBecause ?? null
  const isApproved = viewer.approval === 'approved'
  if (isApproved && own && closed !== null && own.isLocked) return <p>{closed}</p>
  return <ReplyForm topicId={topicId} because={reasonOf(isApproved, closed)} say={say} />
}

function reasonOf(isApproved: boolean, closed: string | null): ReactNode {
  if (!isApproved) return <Standing />
  return closed === null ? undefined : <p role="status">{closed}</p>
}
