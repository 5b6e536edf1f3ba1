import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { Shown } from '../account/Block.tsx'
import { createResource } from '../account/resource.ts'
import { countUnread, listNotices } from './forum-calls.ts'
import { Notices } from './Notices.tsx'

const notices = createResource(() => listNotices())
const unread = createResource(countUnread)

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
            {(page) => <Notices key={page.items[0]?.id} newest={page} onRead={() => void unread.load()} />}
          </Shown>
        )}
      </div>
    </div>
  )
}
