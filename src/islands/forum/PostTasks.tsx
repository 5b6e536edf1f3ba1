import { useStore } from '@nanostores/react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { TOPIC_DELETED } from '#src/contract/forum.ts'
import { FORUM } from '#src/contract/forum-paths.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import { notify, notifyNextPage } from '../toasts.ts'
import { $act } from './acts.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EditPost } from './EditPost.tsx'
import { FlagDialog } from './FlagDialog.tsx'
import { mine } from './forum.ts'
import { PostMenu } from './PostMenu.tsx'
import { focusPost, numberOf, postInPage, shownThanks } from './page-posts.tsx'
import type { Task } from './post-actions.ts'
import { showGone } from './post-marks.tsx'
import { setSolution, setTopic } from './topic-settings.ts'

const ModeratorTask = lazy(async () => ({ default: (await import('./ModeratorTask.tsx')).ModeratorTask }))

/** A task that is open, and the post it is for. */
type Open = { task: Task | 'menu'; article: HTMLElement; button: HTMLElement }
type Act = NonNullable<ReturnType<typeof $act.get>>

/** What the buttons of posts do, one at a time. */
export function PostTasks({ say }: { say: (news: string) => void }) {
  const own = useStore(mine.$mine)
  const [open, setOpen] = useState<Open>()
  const close = useCallback(() => setOpen(undefined), [])
  const press = useEffectEvent((act: Act) => setOpen(opening(act, open)))
  useEffect(() => $act.listen((act) => act && press(act)), [])
  useExpanded(open)
  const leave = useCallback(() => {
    // A dialog holds the focus until it is gone.
    flushSync(close)
    open?.button.focus()
  }, [close, open])
  if (!open || !own) return null
  const { task, article, button } = open
  const begin = (chosen: Task) => {
    if (!isAtOnce(chosen)) return setOpen({ task: chosen, article, button })
    leave()
    void doAtOnce(chosen, article, say)
  }
  if (task === 'menu') return <PostMenu article={article} onTask={begin} onClose={leave} />
  const id = article.dataset.post ?? ''
  if (task === 'edit') return <EditPost article={article} say={say} onClose={leave} />
  if (task === 'flag') return <FlagDialog postId={id} onDone={() => flagged(id, say)} onClose={leave} />
  if (task === 'delete')
    return (
      <DeleteDialog
        postId={id}
        number={numberOf(article)}
        onDeleted={(answer) => deleted(answer, article, say)}
        onClose={leave}
      />
    )
  if (['hide', 'restore', 'slow', 'move', 'merge', 'ban', 'history'].includes(task))
    return (
      <Suspense>
        <ModeratorTask task={task} article={article} own={own} say={say} onClose={leave} />
      </Suspense>
    )
  return null
}

/** What a press opens; a second press of the same menu closes it. Thanks need nothing to be opened, and a change stays until it is saved. */
function opening(act: Act, now: Open | undefined): Open | undefined {
  const article = postInPage(act.postId)
  if (!article) return now
  if (act.name === 'thank') void mine.toggleThanks(act.postId, shownThanks(article))
  if (act.name !== 'menu') return now
  if (now?.task === 'edit') {
    notify({ kind: 'error', message: 'Save or cancel your change first.' })
    return now
  }
  const isSame = now?.task === 'menu' && now.article === article
  return isSame ? undefined : { task: 'menu', article, button: act.button }
}

/** Says of a menu's button whether its menu is open. */
function useExpanded(open: Open | undefined): void {
  const button = open?.task === 'menu' ? open.button : undefined
  useEffect(() => {
    button?.setAttribute('aria-expanded', 'true')
    return () => button?.setAttribute('aria-expanded', 'false')
  }, [button])
}

/** Does what needs no question. */
async function doAtOnce(task: AtOnce, article: HTMLElement, say: (news: string) => void): Promise<void> {
  const topicId = mine.$mine.get()?.topicId ?? ''
  const work = {
    solve: () => setSolution(topicId, article.dataset.post ?? ''),
    unsolve: () => setSolution(topicId, null),
    pin: () => setTopic(topicId, { isPinned: true }),
    unpin: () => setTopic(topicId, { isPinned: false }),
    lock: () => setTopic(topicId, { isLocked: true }),
    unlock: () => setTopic(topicId, { isLocked: false }),
  }
  try {
    await work[task]()
    say(DONE[task])
  } catch (cause) {
    notify({ kind: 'error', message: toApiError(cause).detail })
  }
}

const DONE = {
  solve: 'Marked as the solution.',
  unsolve: 'Solution mark removed.',
  pin: 'Topic pinned.',
  unpin: 'Topic unpinned.',
  lock: 'Topic locked.',
  unlock: 'Topic unlocked.',
} as const
type AtOnce = keyof typeof DONE
const isAtOnce = (task: Task): task is AtOnce => task in DONE

function flagged(id: string, say: (news: string) => void): void {
  mine.changePost({ id, hasFlagged: true })
  say('Thank you. A moderator will review it.')
}

function deleted({ post }: Posted, article: HTMLElement, say: (news: string) => void): void {
  if (post.number === 1) {
    notifyNextPage({ kind: 'success', message: TOPIC_DELETED })
    location.assign(FORUM)
    return
  }
  focusPost(showGone(article, 'deleted'))
  say('Post deleted.')
}
