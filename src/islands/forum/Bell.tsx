import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { FORUM_SETTINGS, postPath } from '#src/contract/forum-paths.ts'
import type { ForumNotice, NoticeKind } from '#src/contract/forum-post.ts'
import type { Page } from '#src/contract/page.ts'
import { FORMER_MEMBER } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { formatTime } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { createResource } from '../resource/resource.ts'
import { useAction } from '../use-action.ts'
import { countUnread, listNotices, readNotices } from './forum-calls.ts'

const notices = createResource(() => listNotices())
const unread = createResource(countUnread)

/** The viewer's notices from the forum, behind a button. */
export function Bell() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const state = useStore(unread.$state)
  const count = state.status === 'ready' ? state.value.count : 0
  useEffect(() => {
    void unread.load()
    return () => {
      unread.forget()
      notices.forget()
    }
  }, [])
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen) void notices.load()
  }
  return (
    <div className="sm:relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border-2 border-current px-4 font-semibold"
      >
        Notices
        {count > 0 && (
          <span className="rounded bg-signal px-1.5 text-on-signal">
            {count > 99 ? '99+' : count}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className={
          isOpen
            ? 'absolute inset-x-5 z-10 mt-2 max-h-[70dvh] sm:right-auto sm:left-0 sm:w-[26rem] overflow-auto rounded-md border-2 border-line bg-surface p-4 text-ink'
            : 'hidden'
        }
      >
        {isOpen && (
          <ResourceState of={notices} what="your notices">
            {(page) => <Notices key={page.items[0]?.id} newest={page} onRead={() => void unread.load()} />}
          </ResourceState>
        )}
      </div>
    </div>
  )
}

const NOTICE_TEXTS: Record<NoticeKind, string> = {
  reply: 'replied in',
  mention: 'mentioned you in',
  solved: 'marked your answer as the solution in',
  approved: 'approved your post in',
  change_rejected: 'did not approve your change to a post in',
  hidden: 'hid your post in',
  restored: 'restored your post in',
}

const MODERATORS: readonly NoticeKind[] = ['approved', 'change_rejected', 'hidden', 'restored']

/** Notices, newest first, and older ones on request. They count as read once they are shown. */
function Notices({ newest, onRead }: { newest: Page<ForumNotice>; onRead: () => void }) {
  const { items, nextCursor, list, older } = useOlder(newest)
  const first = newest.items[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest notice is what is to be read
  useEffect(() => {
    if (first !== undefined) readNotices(first).then(onRead, () => {})
  }, [first])
  const [isBusy, showOlder] = older
  return (
    <>
      {items.length === 0 && <p>No notices yet. Replies to topics you follow and mentions of you appear here.</p>}
      <ul ref={list}>
        {items.map((notice) => (
          <Notice key={notice.id} {...notice} />
        ))}
      </ul>
      {nextCursor !== null && (
        <Button variant="outline" size="sm" isBusy={isBusy} onClick={showOlder} className="mt-3">
          {isBusy ? 'Loading...' : 'Show older notices'}
        </Button>
      )}
      <a href={FORUM_SETTINGS} className="flex min-h-11 w-fit items-center font-semibold underline underline-offset-4">
        Email settings
      </a>
    </>
  )
}

/** All notices that were requested so far. The focus goes to the first new one, because the button may be gone. */
function useOlder(newest: Page<ForumNotice>) {
  const list = useRef<HTMLUListElement>(null)
  const [pages, setPages] = useState<readonly Page<ForumNotice>[]>([])
  const items = [newest, ...pages].flatMap((page) => page.items)
  const nextCursor = (pages.at(-1) ?? newest).nextCursor
  const known = useRef(items.length)
  useEffect(() => {
    if (items.length > known.current) list.current?.children[known.current]?.querySelector('a')?.focus()
    known.current = items.length
  }, [items.length])
  const older = useAction({
    act: () => listNotices(nextCursor),
    onDone: (page) => setPages([...pages, page]),
  })
  return { items, nextCursor, list, older }
}

function Notice({ kind, postId, title, actor, reason, isRead, createdAt }: ForumNotice) {
  const isModerators = MODERATORS.includes(kind)
  return (
    <li className="border-line border-b py-2.5 leading-snug">
      <a href={postPath(postId)} className="block [overflow-wrap:anywhere] hover:underline">
        {!isRead && <span className="font-semibold">New: </span>}
        {isModerators ? 'A moderator' : (actor ?? `A ${FORMER_MEMBER.toLowerCase()}`)} {NOTICE_TEXTS[kind]}{' '}
        <span className="font-semibold">{title}</span>
      </a>
      {reason && <q className="[overflow-wrap:anywhere]">{reason}</q>}
      <p className="text-[.875rem] text-soft">{formatTime(createdAt)}</p>
    </li>
  )
}
