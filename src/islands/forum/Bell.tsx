import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { FORUM_SETTINGS, postPath } from '#src/contract/forum-paths.ts'
import type { ForumNotice, NoticeKind } from '#src/contract/forum-post.ts'
import { Shown } from '../account/Block.tsx'
import { timeOf } from '../account/moment.ts'
import { createResource } from '../account/resource.ts'
import { countUnread, listNotices, readNotices } from './forum-calls.ts'

const notices = createResource(listNotices)
const unread = createResource(countUnread)

const SAID: Record<NoticeKind, string> = {
  reply: 'replied in',
  mention: 'mentioned you in',
  solved: 'marked your answer as the solution of',
  approved: 'approved your post in',
  hidden: 'took away your post in',
  restored: 'restored your post in',
}

/** What happened in the forum that is for this viewer. */
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
          <Shown of={notices} what="your notices">
            {({ items }) => <Notices items={items} />}
          </Shown>
        )}
      </div>
    </div>
  )
}

function Notices({ items }: { items: readonly ForumNotice[] }) {
  const newest = items[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    void readNotices(newest)
      .then(() => unread.load())
      .catch(() => {})
  }, [newest])
  return (
    <>
      {items.length === 0 && <p>Nothing yet. Replies to topics you follow and mentions of you come here.</p>}
      <ul>
        {items.map((notice) => (
          <Notice key={notice.id} {...notice} />
        ))}
      </ul>
      <a href={FORUM_SETTINGS} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
        Mail settings
      </a>
    </>
  )
}

function Notice({ kind, postId, title, actor, reason, isRead, createdAt }: ForumNotice) {
  const isModerators = kind === 'approved' || kind === 'hidden' || kind === 'restored'
  return (
    <li className="border-line border-b py-2.5 leading-snug">
      <a href={postPath(postId)} className="block [overflow-wrap:anywhere] hover:underline">
        {!isRead && <span className="font-semibold">New: </span>}
        {isModerators ? 'A moderator' : (actor ?? 'Someone who left')} {SAID[kind]}{' '}
        <span className="font-semibold">{title}</span>
      </a>
      {reason && <q className="[overflow-wrap:anywhere]">{reason}</q>}
      <p className="text-[.875rem] text-soft">{timeOf(createdAt)}</p>
    </li>
  )
}
