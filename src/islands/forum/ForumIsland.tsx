import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Viewer } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Toasts } from '../Toasts.tsx'
import { notify } from '../toasts.ts'
import { $viewer, loadViewer } from '../viewer/viewer.ts'
import { listenForActs } from './acts.ts'
import { Bell } from './Bell.tsx'
import { mine, readOwn } from './forum.ts'
import { follow } from './forum-calls.ts'
import { InPage } from './InPage.tsx'
import { MailSettings } from './MailSettings.tsx'
import { MemberPanel } from './MemberPanel.tsx'
import { PostTasks } from './PostTasks.tsx'
import { topicOfPage } from './page-posts.tsx'
import { ReplyDesk } from './ReplyComposer.tsx'
import { useAttempt } from './use-attempt.ts'
import './forum-layer.ts'

/** For one page alone: who reads and answers does not load it. */
const NewTopic = lazy(async () => ({ default: (await import('./NewTopic.tsx')).NewTopic }))

/**
 * What members see and do on the forum's pages, which are the same for everybody as they come. It wakes with the
 * first sign that somebody signed in uses the page, and fills the places kept for it; everybody else loads nothing of it. (decision 0036)
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
    readOwn().catch(() => {
      notify({ kind: 'error', message: 'Your activity in this topic could not be loaded. Reload the page to see it.' })
    })
    const unlisten = listenForActs()
    return () => {
      unlisten()
      mine.forget()
    }
  }, [])
  return (
    <>
      <Spot of="[data-forum-bell]">{() => <Bell />}</Spot>
      <Spot of="[data-forum-you]">{() => <MemberPanel />}</Spot>
      <Spot of="[data-forum-settings]">{() => <MailSettings />}</Spot>
      <Spot of="[data-new-topic]">
        {({ category = '' }) => (
          <Suspense>
            <NewTopic viewer={viewer} category={category} />
          </Suspense>
        )}
      </Spot>
      <Topic viewer={viewer} />
    </>
  )
}

function Topic({ viewer }: { viewer: Viewer }) {
  const [topicId] = useState(topicOfPage)
  if (topicId === null) return null
  const say = (message: string) => notify({ kind: 'success', message })
  return (
    <>
      <Spot of="[data-forum-desk]">{() => <ReplyDesk topicId={topicId} viewer={viewer} say={say} />}</Spot>
      <Spot of="[data-forum-follow]">{() => <FollowButton topicId={topicId} say={say} />}</Spot>
      <PostTasks say={say} />
    </>
  )
}

/** A place the page keeps, filled where this page has it. */
function Spot({ of, children }: { of: string; children: (data: DOMStringMap) => ReactNode }) {
  const [spot] = useState(() => document.querySelector<HTMLElement>(of))
  return spot && <InPage of={of}>{children(spot.dataset)}</InPage>
}

/** Whether this viewer hears of new replies. */
function FollowButton({ topicId, say }: { topicId: string; say: (news: string) => void }) {
  const isFollowing = useStore(mine.$mine)?.isFollowing
  const [isBusy, toggle] = useAttempt(
    () => follow(topicId, !isFollowing),
    () => {
      mine.change({ isFollowing: !isFollowing })
      say(isFollowing ? 'You no longer follow this topic.' : 'You now follow this topic.')
    },
  )
  if (isFollowing === undefined) return null
  return (
    <Button variant="outline" aria-pressed={isFollowing} disabled={isBusy} onClick={toggle} className="mt-4 w-full">
      {isFollowing ? 'Following' : 'Follow this topic'}
    </Button>
  )
}
