import { useStore } from '@nanostores/react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#src/ui/Button.tsx'
import { toApiError } from '../call.ts'
import { notify } from '../toasts.ts'
import { $act } from './acts.ts'
import { mine, setSolution, setTopic } from './forum.ts'
import { InPost } from './InPage.tsx'
import { numberOf, postInPage, shownThanks } from './page-posts.tsx'
import { TASK_LABELS, type Task, tasksFor } from './post-actions.ts'

const loadMemberTask = () => import('./MemberTask.tsx')
const MemberTask = lazy(async () => ({ default: (await loadMemberTask()).MemberTask }))
const loadModeratorTask = () => import('./ModeratorTask.tsx')
const ModeratorTask = lazy(async () => ({ default: (await loadModeratorTask()).ModeratorTask }))

const isMemberTask = (task: Task) => task === 'edit' || task === 'flag' || task === 'delete'

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
  const begin = async (chosen: Task) => {
    if (isAtOnce(chosen)) {
      leave()
      return doAtOnce(chosen, article, say)
    }
    try {
      await (isMemberTask(chosen) ? loadMemberTask() : loadModeratorTask())
      setOpen({ task: chosen, article, button })
    } catch {
      notify({ kind: 'error', message: 'This could not be loaded. Check your connection and try again.' })
    }
  }
  if (task === 'menu') return <PostMenu article={article} onTask={(chosen) => void begin(chosen)} onClose={leave} />
  const shared = { task, article, say, onClose: leave }
  return (
    <Suspense>{isMemberTask(task) ? <MemberTask {...shared} /> : <ModeratorTask {...shared} own={own} />}</Suspense>
  )
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
  void loadMemberTask().catch(() => {})
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

type PostMenuProps = {
  article: HTMLElement
  onTask: (task: Task) => void
  onClose: () => void
}

/** What else can be done with a post, opened below it by its More button. */
function PostMenu({ article, onTask, onClose }: PostMenuProps) {
  const own = useStore(mine.$mine)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  if (!own) return null
  const post = own.posts.find(({ id }) => id === article.dataset.post)
  const shown = {
    number: numberOf(article),
    isGone: article.matches('.post-gone'),
    isHidden: article.dataset.state === 'hidden',
    isSolution: article.matches('.post-solution'),
  }
  const tasks = tasksFor(own, post, shown, Date.now())
  return (
    <InPost article={article}>
      <fieldset
        ref={box}
        aria-label={`More for post ${shown.number}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className="mt-2 flex flex-wrap gap-2 rounded-md border-2 border-line p-3 max-sm:grid max-sm:grid-cols-2"
      >
        {tasks.map((task) => (
          <Button key={task} variant="outline" size="sm" onClick={() => onTask(task)}>
            {TASK_LABELS[task]}
          </Button>
        ))}
        {post?.authorId && (
          <Button asChild variant="outline" size="sm">
            <a href={`/admin/users/${post.authorId}`}>Open author</a>
          </Button>
        )}
        {tasks.length === 0 && <p>There are no other actions for this post.</p>}
        <Button variant="ghost" size="sm" onClick={onClose}>
          Close
        </Button>
      </fieldset>
    </InPost>
  )
}
