import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Viewer } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Toasts } from '../Toasts.tsx'
import { notify } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { $viewer, loadViewer } from '../viewer/viewer.ts'
import { Bell } from './Bell.tsx'
import { follow } from './forum-calls.ts'
import { MailSettings } from './MailSettings.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { PagePortal } from './PagePortal.tsx'
import { PostTasks } from './PostTasks.tsx'
import { getTopicId } from './page-posts.tsx'
import { listenToPostButtons } from './post-buttons.ts'
import { ReplyComposer } from './ReplyComposer.tsx'
import { loadTopicState, topicState } from './topic-page.ts'
import './forum-layer.ts'

/** Only one page needs it, so members who read and reply do not load it. */
const NewTopic = lazy(async () => ({ default: (await import('./NewTopic.tsx')).NewTopic }))

/**
 * What members see and do on the forum's pages, which the server sends alike to everyone. It hydrates when a signed-in viewer
 * first uses the page, and fills the slots of the page. Nobody else loads it. (decision 0036)
 */
export function ForumIsland() {
  const viewer = useStore($viewer, { ssr: 'initial' })
  useEffect(() => {
    loadViewer().catch(() => {})
  }, [])
  return (
    <ErrorBoundary>
      <div className="forum-layer">
        <Toasts />
        {viewer && <Member key={viewer.id} viewer={viewer} />}
      </div>
    </ErrorBoundary>
  )
}

function Member({ viewer }: { viewer: Viewer }) {
  useEffect(() => {
    loadTopicState().catch(() => {
      notify({ kind: 'error', message: 'Your activity in this topic could not be loaded. Reload the page to see it.' })
    })
    const unlisten = listenToPostButtons()
    return () => {
      unlisten()
      topicState.forget()
    }
  }, [])
  return (
    <>
      <Slot of="[data-forum-bell]">{() => <Bell />}</Slot>
      <Slot of="[data-member-panel]">{() => <MemberPanel />}</Slot>
      <Slot of="[data-forum-settings]">{() => <MailSettings />}</Slot>
      <Slot of="[data-new-topic]">
        {({ category = '' }) => (
          <Suspense>
            <NewTopic viewer={viewer} category={category} />
          </Suspense>
        )}
      </Slot>
      <Topic viewer={viewer} />
    </>
  )
}

function Topic({ viewer }: { viewer: Viewer }) {
  const [topicId] = useState(getTopicId)
  if (topicId === null) return null
  const onSuccess = (message: string) => notify({ kind: 'success', message })
  return (
    <>
      <Slot of="[data-reply-area]">
        {() => <ReplyComposer topicId={topicId} viewer={viewer} onSuccess={onSuccess} />}
      </Slot>
      <Slot of="[data-forum-follow]">{() => <FollowButton topicId={topicId} onSuccess={onSuccess} />}</Slot>
      <PostTasks onSuccess={onSuccess} />
    </>
  )
}

/** Fills an element of the page, if this page has it. */
function Slot({ of, children }: { of: string; children: (data: DOMStringMap) => ReactNode }) {
  const [slot] = useState(() => document.querySelector<HTMLElement>(of))
  return slot && <PagePortal of={of}>{children(slot.dataset)}</PagePortal>
}

/** Turns notices about new replies on and off. */
function FollowButton({ topicId, onSuccess }: { topicId: string; onSuccess: (message: string) => void }) {
  const isFollowing = useStore(topicState.$topic)?.isFollowing
  const [isBusy, toggle] = useAction({
    act: () => follow(topicId, !isFollowing),
    onDone: () => {
      topicState.change({ isFollowing: !isFollowing })
      onSuccess(isFollowing ? 'You no longer follow this topic.' : 'You now follow this topic.')
    },
  })
  if (isFollowing === undefined) return null
  return (
    <Button variant="outline" aria-pressed={isFollowing} isBusy={isBusy} onClick={toggle} className="mt-4 w-full">
      {isFollowing ? 'Following' : 'Follow this topic'}
    </Button>
  )
}
