import { useStore } from '@nanostores/react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NOT_LOADED } from '#src/contract/failure.ts'
import { Button } from '#src/ui/Button.tsx'
import { notify } from '../toasts.ts'
import { notifyDetail } from '../use-action.ts'
import { PostPortal } from './PagePortal.tsx'
import { findPost, getPostNumber, getThanksCount } from './page-posts.tsx'
import { TASK_LABELS, type Task, tasksFor } from './post-actions.ts'
import { $pressed, type PressedButton } from './post-buttons.ts'
import { setSolution, setTopic, topicState } from './topic-page.ts'

const loadMemberTask = () => import('./MemberTask.tsx')
const MemberTask = lazy(async () => ({ default: (await loadMemberTask()).MemberTask }))
const loadModeratorTask = () => import('./ModeratorTask.tsx')
const ModeratorTask = lazy(async () => ({ default: (await loadModeratorTask()).ModeratorTask }))

const isMemberTask = (task: Task) => task === 'edit' || task === 'flag' || task === 'delete'

/** An open task, and the post it is for. */
type OpenTask = { task: Task | 'menu'; article: HTMLElement; button: HTMLElement }

/** Runs the tasks of posts, one at a time. */
export function PostTasks({ onSuccess }: { onSuccess: (message: string) => void }) {
  const own = useStore(topicState.$topic)
  const [open, setOpen] = useState<OpenTask>()
  const close = useCallback(() => setOpen(undefined), [])
  const press = useEffectEvent((pressed: PressedButton) => setOpen(toOpenTask(pressed, open)))
  useEffect(() => $pressed.listen((pressed) => pressed && press(pressed)), [])
  useExpanded(open)
  const leave = useCallback(() => {
    // A dialog keeps the focus until it is closed.
    flushSync(close)
    open?.button.focus()
  }, [close, open])
  if (!open || !own) return null
  const { task, article, button } = open
  const begin = async (chosen: Task) => {
    if (isImmediate(chosen)) {
      leave()
      return runImmediately(chosen, article, onSuccess)
    }
    try {
      await (isMemberTask(chosen) ? loadMemberTask() : loadModeratorTask())
      setOpen({ task: chosen, article, button })
    } catch {
      notify({ kind: 'error', message: NOT_LOADED })
    }
  }
  if (task === 'menu') return <PostMenu article={article} onTask={(chosen) => void begin(chosen)} onClose={leave} />
  const shared = { task, article, onSuccess, onClose: leave }
  return (
    <Suspense>{isMemberTask(task) ? <MemberTask {...shared} /> : <ModeratorTask {...shared} own={own} />}</Suspense>
  )
}

/** What a press opens. A second press of the same menu closes it. Thanks open nothing, and a form stays open until it is saved. */
function toOpenTask(pressed: PressedButton, now: OpenTask | undefined): OpenTask | undefined {
  const article = findPost(pressed.postId)
  if (!article) return now
  if (pressed.name === 'thank') void topicState.toggleThanks(pressed.postId, getThanksCount(article))
  if (pressed.name !== 'menu') return now
  if (now?.task === 'edit') {
    notify({ kind: 'error', message: 'Save or cancel your change first.' })
    return now
  }
  void loadMemberTask().catch(() => {})
  const isSame = now?.task === 'menu' && now.article === article
  return isSame ? undefined : { task: 'menu', article, button: pressed.button }
}

/** Sets `aria-expanded` of a menu button while its menu is open. */
function useExpanded(open: OpenTask | undefined): void {
  const button = open?.task === 'menu' ? open.button : undefined
  useEffect(() => {
    button?.setAttribute('aria-expanded', 'true')
    return () => button?.setAttribute('aria-expanded', 'false')
  }, [button])
}

/** Runs a task that needs no input. */
async function runImmediately(
  task: ImmediateTask,
  article: HTMLElement,
  onSuccess: (message: string) => void,
): Promise<void> {
  const topicId = topicState.$topic.get()?.topicId ?? ''
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
    onSuccess(DONE_MESSAGES[task])
  } catch (cause) {
    notifyDetail(cause)
  }
}

const DONE_MESSAGES = {
  solve: 'Marked as the solution.',
  unsolve: 'Solution mark removed.',
  pin: 'Topic pinned.',
  unpin: 'Topic unpinned.',
  lock: 'Topic locked.',
  unlock: 'Topic unlocked.',
} as const
type ImmediateTask = keyof typeof DONE_MESSAGES
const isImmediate = (task: Task): task is ImmediateTask => task in DONE_MESSAGES

type PostMenuProps = {
  article: HTMLElement
  onTask: (task: Task) => void
  onClose: () => void
}

/** The menu of a post, opened below it by its More button. */
function PostMenu({ article, onTask, onClose }: PostMenuProps) {
  const own = useStore(topicState.$topic)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  if (!own) return null
  const post = own.posts.find(({ id }) => id === article.dataset.post)
  const shown = {
    number: getPostNumber(article),
    isGone: article.matches('.post-gone'),
    isHidden: article.dataset.state === 'hidden',
    isSolution: article.matches('.post-solution'),
  }
  const tasks = tasksFor(own, post, shown, Date.now())
  return (
    <PostPortal article={article}>
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
    </PostPortal>
  )
}
